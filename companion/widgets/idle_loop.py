"""Kivy's main loop, resting while nothing is to be done.

Kivy runs sixty frames a second whether or not anything moves. Here the wait before a frame lasts until
something is due: an event of the clock, a touch, a key, a call from another thread. While anything moves, is
touched or is to be painted, frames come as always.

When Python's collector goes round: while nobody touches anything.

A Kivy widget refers to itself, so a screen that was left is freed by the collector alone, which looks at
every widget there is: a tenth of a second and more, in the middle of a tap if it chose the moment by itself.
`prepare_kivy` all but keeps it from choosing; here the moment is chosen.
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

# Whatever else the system may want of the loop: a phone takes the window away from one that does not answer.
MAX_REST_SECONDS: Final = 0.1
# Where Kivy's own input providers keep what they have not handed on; the loop does not rest beside another.
_QUEUES: Final = {"MouseMotionEventProvider": "waiting_event", "SDL2MotionEventProvider": "q"}

_frame_ticks: WeakSet[FrameTick] = WeakSet()


class InputWait(Protocol):
    """A sleep that input ends (see `companion.device.sdl`)."""

    def sleep(self, seconds: float) -> None: ...

    def interrupt(self) -> None: ...


class FrameTick:
    """Calls back before every frame, and lets the loop rest until the callback has something to do.

    `seconds_to_tick` says how long that is from now.
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
    """Puts its own wait in front of the one that Kivy's clock has between two frames."""

    def __init__(self, wait: InputWait, clock: Any = Clock, loop: Any = EventLoop) -> None:
        self._wait = wait
        self._clock = clock
        self._loop = loop
        self._is_resting = False
        self._wait_for_frame = clock.idle
        clock.idle = self._idle
        clock.on_schedule = self._on_schedule

    def _idle(self) -> float:
        # From here on, what another thread schedules ends the rest.
        self._is_resting = True
        seconds = min(self._seconds_to_frame(), MAX_REST_SECONDS)
        if self._clock._max_fps and seconds > 1 / self._clock._max_fps:
            self._wait.sleep(seconds)
        self._is_resting = False
        # Not before its time: whoever moves a mouse would have frames without end.
        return float(self._wait_for_frame())

    def _on_schedule(self, _event: object) -> None:
        """Kivy calls it in the thread that schedules, holding the clock's lock."""
        if self._is_resting:
            self._wait.interrupt()

    def _seconds_to_frame(self) -> float:
        """How long nothing is to be done."""
        window = self._loop.window
        # A mouse that hovers over the window is among the touches, too.
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
