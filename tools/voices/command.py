"""Common error handling of the commands of this folder."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tools.setup import Stop


def run(work: Callable[[], int], stopped: str) -> int:
    """Run `work` and return its exit code; `stopped` is the message after an interrupt."""
    try:
        return work()
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"Stopped: {stopped}", file=sys.stderr)
        return 130
