"""What the commands of this folder share: error handling, and a progress bar with the remaining time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock
from typing import TextIO

from tools.setup import Stop

_WIDTH = 24


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


class Progress:
    """A progress bar; `whole` is the total work in any unit, `clock` returns monotonic seconds."""

    def __init__(self, total: float, clock: Callable[[], float], out: TextIO) -> None:
        self._total = max(total, 1e-9)
        self._clock = clock
        self._out = out
        self._done = 0.0
        self._started = clock()
        self._last_step = -1
        self._lock = Lock()

    def add(self, work: float, description: str) -> None:
        """Add finished work; on a terminal the line is updated, in a file one is written per twentieth."""
        with self._lock:
            self._done += work
            step = int(20 * self._done / self._total + 1e-9)
            if self._out.isatty():
                self._out.write(f"\r\033[K{self.line(description)}")
            elif step > self._last_step:
                self._out.write(f"{self.line(description)}\n")
            self._last_step = step
            self._out.flush()

    def line(self, description: str) -> str:
        share = min(1.0, self._done / self._total)
        full = round(share * _WIDTH)
        bar = "█" * full + "░" * (_WIDTH - full)
        return f"{bar} {share:4.0%}  {self._left(share)}  {description}"

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out.isatty():
            self._out.write("\n")

    def _left(self, share: float) -> str:
        if share <= 0:
            return "starting"
        seconds = (self._clock() - self._started) * (1 - share) / share
        return f"{seconds:.0f} s left" if seconds < 90 else f"{seconds / 60:.0f} min left"
