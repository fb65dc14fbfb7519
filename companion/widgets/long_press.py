"""A finger that stays down: one way to tell it from a tap."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock, ClockEvent

_BEFORE_THE_FRAME = -1


class LongPress:
    """Calls `on_held` once when a finger has stayed down for so many seconds.

    Kivy counts a wait from the frame before it and looks at the clock before it reads the fingers: when the
    phone stalls for a moment, a quick tap would pass for a long one. Here time runs from the touch itself,
    and what counts is a finger that is still down after all input has been read.
    """

    def __init__(self, seconds: float, on_held: Callable[[], object]) -> None:
        self._seconds = seconds
        self._on_held = on_held
        self._since = 0.0
        self._next: ClockEvent | None = None

    def begin(self) -> None:
        self.end()
        self._since = Clock.time()
        self._next = Clock.schedule_once(self._look, self._seconds)

    def end(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _look(self, _: float) -> None:
        left = self._since + self._seconds - Clock.time()
        if left > 0:
            self._next = Clock.schedule_once(self._look, left)
        else:
            self._next = Clock.schedule_once(self._held, _BEFORE_THE_FRAME)

    def _held(self, _: float) -> None:
        self._next = None
        self._on_held()
