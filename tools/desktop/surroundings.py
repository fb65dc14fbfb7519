"""Start-up hook of the packaged program: subprocesses are system programs and must not load its libraries."""

import os


def restore() -> None:
    """Restore the library search path that was set before the program added its own folder."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = before


restore()
