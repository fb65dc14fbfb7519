"""A touch target that does something else when the finger stays on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.widgets.long_press import LongPress
from companion.widgets.tap import Tap

HOLD_SECONDS: Final = 0.5


class HeldTap(Tap):
    """Once it was held, the release does nothing more."""

    def __init__(
        self,
        on_tap: Callable[[], object] | None = None,
        on_hold: Callable[[], object] | None = None,
        *,
        hold_seconds: float = HOLD_SECONDS,
        **options: Any,
    ) -> None:
        self._held = False
        # Kivy would show it pressed for a moment longer, and take the next touch for the same one.
        super().__init__(on_tap, min_state_time=0, **options)
        if on_hold is not None:
            self._press = LongPress(hold_seconds, partial(self._hold, on_hold))
            self.bind(state=self._watch)

    def _watch(self, *_: object) -> None:
        if self.state == "down":
            self._held = False
            self._press.begin()
        else:
            self._press.end()

    def _hold(self, on_hold: Callable[[], object]) -> None:
        self._held = True
        on_hold()

    def on_release(self) -> None:
        if not self._held:
            super().on_release()
