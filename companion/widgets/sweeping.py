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
_IDLE_SECONDS = 3.0


def free_memory() -> None:
    """Collect garbage, and give what the C library holds free back to the system: a fifth of all memory after
    an hour of walking about. Only glibc keeps so much, and only it has the function."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


class IdleGarbageCollector:
    """Does nothing before `start`. `is_busy` says whether somebody would notice now that a frame is late."""

    def __init__(self, is_busy: Callable[[], bool], collect: Callable[[], object] = free_memory) -> None:
        self._is_busy = is_busy
        self._collect = collect
        self._is_started = False
        self._schedule_collect = Clock.create_trigger(self._collect_if_idle, _IDLE_SECONDS)

    def start(self) -> None:
        """What stands now is here to stay, and never looked at again."""
        gc.freeze()
        self._is_started = True
        Window.bind(**self._input_bindings())

    def stop(self) -> None:
        self._is_started = False
        self._schedule_collect.cancel()
        Window.unbind(**self._input_bindings())

    def collect_now(self) -> None:
        """At once, for whoever knows that nobody is looking."""
        if self._is_started:
            self._schedule_collect.cancel()
            self._collect()

    def _input_bindings(self) -> dict[str, Callable[..., None]]:
        return {"on_touch_down": self._on_input, "on_key_down": self._on_input}

    def _on_input(self, *_: object) -> None:
        self._schedule_collect.cancel()
        self._schedule_collect()

    def _collect_if_idle(self, _: float) -> None:
        if self._is_busy():
            self._schedule_collect()
        else:
            self._collect()
