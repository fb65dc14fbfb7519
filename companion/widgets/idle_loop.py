"""Idle behaviour of the main loop: no frames while nothing happens, garbage collection between touches.

Kivy renders 60 frames per second even if nothing moves. `IdleClock` extends the wait before a frame until a
clock event is due or input arrives; while something moves, is touched or needs a redraw, frames come as
usual. Kivy widgets are in reference cycles, so only the garbage collector frees a page. It takes a tenth of
a second and more, so `prepare_kivy` raises its thresholds and `IdleGarbageCollector` runs it when idle.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from math import inf
from typing import Any, Final, Protocol
from weakref import WeakSet

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window

from companion.widgets.kivy_patches import patch_clock

# Upper limit for other needs of the system: a phone closes a window that does not respond.
MAX_REST_SECONDS: Final = 0.1
# Attributes with pending events of Kivy's input providers; with any other provider the loop never rests.
_QUEUES: Final = {"MouseMotionEventProvider": "waiting_event", "SDL2MotionEventProvider": "q"}

_frame_ticks: WeakSet[FrameTick] = WeakSet()


class InputWait(Protocol):
    """Sleep that input interrupts; `device.sdl` provides it."""

    def sleep(self, seconds: float) -> None:
        """Sleep for this long, or until there is input or `interrupt` is called."""

    def interrupt(self) -> None:
        """Interrupt the sleep; callable on any thread. Called before a sleep, it interrupts the next one."""


class FrameTick:
    """Callback before every frame that lets the loop rest until the callback has something to do.

    `seconds_to_tick` returns the time until then.
    """

    def __init__(self, callback: Callable[[float], None], seconds_to_tick: Callable[[], float]) -> None:
        self.seconds_to_tick = seconds_to_tick
        self.event = Clock.schedule_interval(callback, 0)
        self.event.cancel()
        _frame_ticks.add(self)

    def start(self) -> None:
        self.event()

    def stop(self) -> None:
        self.event.cancel()


class IdleClock:
    """Wait before a frame, put in front of the one of Kivy's clock."""

    def __init__(self, wait: InputWait, clock: Any = Clock, loop: Any = EventLoop) -> None:
        self._wait = wait
        self._clock = clock
        self._loop = loop
        self._is_resting = False
        self._wait_for_frame = patch_clock(clock, self._idle, self._on_schedule)

    def _idle(self) -> float:
        # From here on, events scheduled by other threads interrupt the wait.
        self._is_resting = True
        seconds = min(self._seconds_to_frame(), MAX_REST_SECONDS)
        if self._clock._max_fps and seconds > 1 / self._clock._max_fps:
            self._wait.sleep(seconds)
        self._is_resting = False
        # Keep Kivy's frame rate limit: a moving mouse would otherwise cause unlimited frames.
        return float(self._wait_for_frame())

    def _on_schedule(self, _event: object) -> None:
        """Interrupt the wait. Kivy calls this in the scheduling thread, holding the clock's lock."""
        if self._is_resting:
            self._wait.interrupt()

    def _seconds_to_frame(self) -> float:
        """Return the seconds until the next frame is needed."""
        window = self._loop.window
        # A mouse hovering over the window is also in `touches`.
        is_touched = any(touch.is_touch for touch in self._loop.touches)
        if window is None or window.canvas.needs_redraw or is_touched or not self._is_input_empty():
            return 0.0
        now, next_at = self._clock.time(), inf
        ticks = {tick.event: tick for tick in _frame_ticks}
        for event in self._clock.get_events():
            if event in ticks:
                next_at = min(next_at, now + ticks[event].seconds_to_tick())
            elif event.timeout <= 0:
                return 0.0
            else:
                next_at = min(next_at, event._last_dt + event.timeout)
        return float(next_at - now)

    def _is_input_empty(self) -> bool:
        for provider in self._loop.input_providers:
            queue = _QUEUES.get(type(provider).__name__)
            if queue is None or getattr(provider, queue):
                return False
        return True


# Idle time after the last touch: longer than the pauses of a user who is tapping.
_IDLE_SECONDS = 3.0


def free_memory() -> None:
    """Collect garbage and return free memory of the C library to the system.

    After an hour of use that is a fifth of all memory. Only glibc retains so much and has `malloc_trim`.
    """
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


class IdleGarbageCollector:
    """Runs `collect` when idle, once started; `is_busy` returns True if a late frame would be noticed."""

    def __init__(self, is_busy: Callable[[], bool], collect: Callable[[], object] = free_memory) -> None:
        self._is_busy = is_busy
        self._collect = collect
        self._is_started = False
        self._schedule_collect = Clock.create_trigger(self._collect_if_idle, _IDLE_SECONDS)

    def start(self) -> None:
        """Start; objects that exist now are permanent and excluded from collection."""
        gc.freeze()
        self._is_started = True
        Window.bind(**self._input_bindings())

    def stop(self) -> None:
        self._is_started = False
        self._schedule_collect.cancel()
        Window.unbind(**self._input_bindings())

    def collect_now(self) -> None:
        """Collect immediately, for callers that know that a late frame will not be noticed."""
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
