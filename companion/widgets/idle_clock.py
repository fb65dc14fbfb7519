"""Kivy's main loop, resting while nothing is to be done.

Kivy runs sixty frames a second whether or not anything moves. Here the wait before a frame lasts until
something is due: an event of the clock, a touch, a key, a call from another thread. While anything moves, is
touched or is to be painted, frames come as always.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final, Protocol
from weakref import WeakSet

from kivy.base import EventLoop
from kivy.clock import Clock

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
