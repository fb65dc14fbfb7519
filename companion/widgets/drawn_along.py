"""A bar that a finger is put on or drawn along: where it is, from the beginning of the bar to its end."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.widgets.theme import look


class DrawnAlong(Widget):
    """The bar begins and ends `inset` pixels within its sides, and begins where reading does."""

    inset = 0.0

    def follow(self, share: float) -> None:
        """The finger is so far along; it may be before the beginning or beyond the end."""
        raise NotImplementedError

    def rest(self) -> None:
        """The finger was lifted."""

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._go(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._go(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.rest()
        return True

    def _go(self, touch: Any) -> None:
        along = (touch.x - self.x - self.inset) / max(1.0, self.width - 2 * self.inset)
        self.follow(1 - along if look().rtl else along)
