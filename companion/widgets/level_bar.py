"""A level from nothing to full as a row of cells, to be tapped or drawn along with a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.theme import TARGET, look, paint

CELLS: Final = 12
# Percent that a finger can tell apart.
_STEP: Final = 5
_CELL_HEIGHT: Final = 14


def level_at(share: float, lowest: int = 0) -> int:
    """The percent that a finger means at this part of the bar's length."""
    return max(lowest, min(100, round(100 * share / _STEP) * _STEP))


def lit_at(percent: int) -> int:
    """How many cells are lit; whatever is not nothing lights one."""
    return max(1 if percent > 0 else 0, round(CELLS * percent / 100))


class LevelBar(Widget):
    """`on_move` is told every new level while a finger moves, `on_rest` the one at which it is lifted."""

    def __init__(
        self,
        percent: int,
        on_move: Callable[[int], object],
        on_rest: Callable[[int], object],
        *,
        lowest: int = 0,
        tone: str = "candle_fill",
        **options: Any,
    ) -> None:
        super().__init__(size_hint_y=None, height=dp(TARGET), **options)
        self.percent = percent
        self._on_move, self._on_rest = on_move, on_rest
        self._lowest = lowest
        self._tone = tone
        with self.canvas:
            self._cells = [(Color(), SmoothRoundedRectangle(radius=[dp(3)])) for _ in range(CELLS)]
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, percent: int, tone: str) -> None:
        if (percent, tone) != (self.percent, self._tone):
            self.percent, self._tone = percent, tone
            self._draw()

    def _draw(self, *_: object) -> None:
        lit = lit_at(self.percent)
        slot = self.width / CELLS
        for number, (colour, cell) in enumerate(self._cells):
            place = CELLS - 1 - number if look().rtl else number
            colour.rgba = paint(self._tone if number < lit else "groove")
            cell.pos = (self.x + (place + 0.15) * slot, self.y + (self.height - dp(_CELL_HEIGHT)) / 2)
            cell.size = (slot * 0.7, dp(_CELL_HEIGHT))

    # -- a finger -------------------------------------------------------------------------------------------

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
        self._on_rest(self.percent)
        return True

    def _go(self, touch: Any) -> None:
        along = (touch.x - self.x) / max(1.0, self.width)
        percent = level_at(1 - along if look().rtl else along, self._lowest)
        if percent != self.percent:
            self.percent = percent
            self._draw()
            self._on_move(percent)
