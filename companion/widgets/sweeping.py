"""When Python's collector goes round: while nobody touches anything.

A Kivy widget refers to itself, so a screen that was left is freed by the collector alone, which looks at
every widget there is: a tenth of a second and more, in the middle of a tap if it chose the moment by itself.
`prepare_kivy` all but keeps it from choosing; here the moment is chosen.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

# So long after the last touch the hand rests: whoever taps on does so sooner.
_QUIET_SECONDS = 3.0


def free_memory() -> None:
    """Collect garbage, and give what the C library holds free back to the system: a fifth of all memory after
    an hour of walking about. Only glibc keeps so much, and only it has the function."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


class Sweeping:
    """Does nothing before `begin`. `busy` says whether somebody would notice now that a frame is late."""

    def __init__(self, busy: Callable[[], bool], collect: Callable[[], object] = free_memory) -> None:
        self._busy = busy
        self._collect = collect
        self._begun = False
        self._soon = Clock.create_trigger(self._at_rest, _QUIET_SECONDS)

    def begin(self) -> None:
        """What stands now is here to stay, and never looked at again."""
        gc.freeze()
        self._begun = True
        Window.bind(**self._hands())

    def end(self) -> None:
        self._begun = False
        self._soon.cancel()
        Window.unbind(**self._hands())

    def sweep(self) -> None:
        """At once, for whoever knows that nobody is looking."""
        if self._begun:
            self._soon.cancel()
            self._collect()

    def _hands(self) -> dict[str, Callable[..., None]]:
        return {"on_touch_down": self._wait, "on_key_down": self._wait}

    def _wait(self, *_: object) -> None:
        self._soon.cancel()
        self._soon()

    def _at_rest(self, _: float) -> None:
        if self._busy():
            self._soon()
        else:
            self._collect()
