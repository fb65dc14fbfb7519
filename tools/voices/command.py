"""How the commands of this folder end: with one sentence if something is missing, and calmly if stopped."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tools.setup import Stop


def run(work: Callable[[], int], stopped: str) -> int:
    """The exit code of `work`; `stopped` is what whoever interrupts it is told."""
    try:
        return work()
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"Stopped: {stopped}", file=sys.stderr)
        return 130
