"""Keeps the screens clear of bars, cut-outs and the keyboard, wherever the device has them just now.

Nobody tells when they change: a phone that is turned knows its new ones some frames later, and a keyboard
rises for as long as it likes. So they are asked for again and again, but only for a while, or while
somebody types.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

from companion.widgets.sides import Sides, turned
from companion.widgets.stage import Stage

_EVERY_SECONDS = 0.1
# So often after the last reason to ask: longer than a keyboard takes to rise or a phone to be turned.
_TIMES = 15


class Clearance:
    """`ask` says what bars cover and what the keyboard does, or None if the device does not say."""

    def __init__(self, stage: Stage, ask: Callable[[], tuple[Sides, Sides] | None]) -> None:
        self._stage = stage
        self.ask = ask
        self._left = 0
        self._asking = Clock.schedule_interval(self._ask, _EVERY_SECONDS)
        self._asking.cancel()
        # Android's views know what covers them only after a frame.
        self._ask_soon = Clock.create_trigger(self._ask, 0)
        stage.bind(typing=self.look)

    def look(self, *_: object) -> None:
        """It may have changed, or be about to."""
        self._left = _TIMES
        self._ask_soon()
        self._asking()

    def rest(self) -> None:
        self._ask_soon.cancel()
        self._asking.cancel()

    def _ask(self, _: float) -> None:
        self._left -= 1
        if self._left <= 0 and self._stage.typing is None:
            self._asking.cancel()
        told = self.ask()
        if told is not None:
            bars, keyboard = (turned(sides, Window.rotation) for sides in told)
            self._stage.keep_clear(bars, keyboard)
