"""Keeps the screens clear of bars, cut-outs and the keyboard, wherever the device has them just now.

Nobody tells when they change: a phone that is turned knows its new ones some frames later, and a keyboard
rises for as long as it likes. So they are asked for again and again, but only for a while, or while
somebody types.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

from companion.widgets.sides import Insets, rotate_insets
from companion.widgets.stage import Navigator

_POLL_SECONDS = 0.1
# So often after the last reason to ask: longer than a keyboard takes to rise or a phone to be turned.
_MAX_POLLS = 15


class InsetsMonitor:
    """`read_insets` says what bars cover and what the keyboard does, or None if the device does not say."""

    def __init__(self, navigator: Navigator, read_insets: Callable[[], tuple[Insets, Insets] | None]) -> None:
        self._navigator = navigator
        self.read_insets = read_insets
        self._polls_left = 0
        self._poll_event = Clock.schedule_interval(self._poll, _POLL_SECONDS)
        self._poll_event.cancel()
        # Android's views know what covers them only after a frame.
        self._schedule_poll = Clock.create_trigger(self._poll, 0)
        navigator.bind(typing=self.start_polling)

    def start_polling(self, *_: object) -> None:
        """It may have changed, or be about to."""
        self._polls_left = _MAX_POLLS
        self._schedule_poll()
        self._poll_event()

    def stop(self) -> None:
        self._schedule_poll.cancel()
        self._poll_event.cancel()

    def _poll(self, _: float) -> None:
        self._polls_left -= 1
        if self._polls_left <= 0 and self._navigator.typing is None:
            self._poll_event.cancel()
        result = self.read_insets()
        if result is not None:
            bars, keyboard = (rotate_insets(insets, Window.rotation) for insets in result)
            self._navigator.set_insets(bars, keyboard)
