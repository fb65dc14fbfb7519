"""A finger that stays down: one way to tell it from a tap."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock, ClockEvent

_BEFORE_FRAME = -1


class LongPress:
    """Calls `on_long_press` once when a finger has stayed down for so many seconds.

    Kivy counts a wait from the frame before it and looks at the clock before it reads the fingers: when the
    phone stalls for a moment, a quick tap would pass for a long one. Here time runs from the touch itself,
    and what counts is a finger that is still down after all input has been read.
    """

    def __init__(self, seconds: float, on_long_press: Callable[[], object]) -> None:
        self._seconds = seconds
        self._on_long_press = on_long_press
        self._started_at = 0.0
        self._event: ClockEvent | None = None

    def start(self) -> None:
        self.cancel()
        self._started_at = Clock.time()
        self._event = Clock.schedule_once(self._check, self._seconds)

    def cancel(self) -> None:
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _check(self, _: float) -> None:
        left = self._started_at + self._seconds - Clock.time()
        if left > 0:
            self._event = Clock.schedule_once(self._check, left)
        else:
            self._event = Clock.schedule_once(self._fire, _BEFORE_FRAME)

    def _fire(self, _: float) -> None:
        self._event = None
        self._on_long_press()
