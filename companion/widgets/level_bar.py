"""A level from nothing to full as a row of cells, to be tapped or drawn along with a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.widgets.drawn_along import DragBar
from companion.widgets.theme import TOUCH_TARGET, look, theme_colour

CELL_COUNT: Final = 12
# Percent that a finger can tell apart.
_STEP_PERCENT: Final = 5
_CELL_HEIGHT: Final = 14


def percent_at(ratio: float, min_percent: int = 0) -> int:
    """The percent that a finger means at this part of the bar's length."""
    return max(min_percent, min(100, round(100 * ratio / _STEP_PERCENT) * _STEP_PERCENT))


def lit_cell_count(percent: int) -> int:
    """How many cells are lit; whatever is not nothing lights one."""
    return max(1 if percent > 0 else 0, round(CELL_COUNT * percent / 100))


class LevelBar(DragBar):
    """`on_move` is told every new level while a finger moves, `on_release` the one at which it is lifted."""

    def __init__(
        self,
        percent: int,
        on_move: Callable[[int], object],
        on_release: Callable[[int], object],
        *,
        min_percent: int = 0,
        tone: str = "candle_fill",
        **options: Any,
    ) -> None:
        super().__init__(size_hint_y=None, height=dp(TOUCH_TARGET), **options)
        self.percent = percent
        self._on_move, self._on_release = on_move, on_release
        self._min_percent = min_percent
        self._tone = tone
        with self.canvas:
            self._cells = [(Color(), SmoothRoundedRectangle(radius=[dp(3)])) for _ in range(CELL_COUNT)]
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, percent: int, tone: str) -> None:
        if (percent, tone) != (self.percent, self._tone):
            self.percent, self._tone = percent, tone
            self._draw()

    def _draw(self, *_: object) -> None:
        lit_count = lit_cell_count(self.percent)
        slot = self.width / CELL_COUNT
        for number, (colour, cell) in enumerate(self._cells):
            place = CELL_COUNT - 1 - number if look().rtl else number
            colour.rgba = theme_colour(self._tone if number < lit_count else "groove")
            cell.pos = (self.x + (place + 0.15) * slot, self.y + (self.height - dp(_CELL_HEIGHT)) / 2)
            cell.size = (slot * 0.7, dp(_CELL_HEIGHT))

    # -- a finger -------------------------------------------------------------------------------------------

    def drag_to(self, ratio: float) -> None:
        percent = percent_at(ratio, self._min_percent)
        if percent != self.percent:
            self.percent = percent
            self._draw()
            self._on_move(percent)

    def end_drag(self) -> None:
        self._on_release(self.percent)
