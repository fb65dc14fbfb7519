"""A bar that a finger is put on or drawn along: where it is, from the beginning of the bar to its end."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.widgets.theme import look


class DragBar(Widget):
    """The bar begins and ends `inset` pixels within its sides, and begins where reading does."""

    inset = 0.0

    def drag_to(self, ratio: float) -> None:
        """The finger is so far along; it may be before the beginning or beyond the end."""
        raise NotImplementedError

    def end_drag(self) -> None:
        """The finger was lifted."""

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._drag(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._drag(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.end_drag()
        return True

    def _drag(self, touch: Any) -> None:
        ratio = (touch.x - self.x - self.inset) / max(1.0, self.width - 2 * self.inset)
        self.drag_to(1 - ratio if look().rtl else ratio)
