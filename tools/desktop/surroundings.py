"""Runs first in the packed program: what it starts later is not ours, and must not find our libraries."""

import os


def restore() -> None:
    """The search path for libraries as it was before the program put its own folder there."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = before


restore()
