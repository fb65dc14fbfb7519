"""A touch target that does something else when the finger stays on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.widgets.long_press import LongPress
from companion.widgets.tap import Pressable

LONG_PRESS_SECONDS: Final = 0.5


class LongPressable(Pressable):
    """Once it was held, the release does nothing more."""

    def __init__(
        self,
        on_tap: Callable[[], object] | None = None,
        on_long_press: Callable[[], object] | None = None,
        *,
        hold_seconds: float = LONG_PRESS_SECONDS,
        **options: Any,
    ) -> None:
        self._was_held = False
        # Kivy would show it pressed for a moment longer, and take the next touch for the same one.
        super().__init__(on_tap, min_state_time=0, **options)
        if on_long_press is not None:
            self._long_press = LongPress(hold_seconds, partial(self._handle_long_press, on_long_press))
            self.bind(state=self._track_press)

    def _track_press(self, *_: object) -> None:
        if self.state == "down":
            self._was_held = False
            self._long_press.start()
        else:
            self._long_press.cancel()

    def _handle_long_press(self, on_long_press: Callable[[], object]) -> None:
        self._was_held = True
        on_long_press()

    def on_release(self) -> None:
        if not self._was_held:
            super().on_release()
