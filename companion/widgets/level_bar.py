"""A level from nothing to full as a row of cells, to be tapped or drawn along with a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.widgets.drawn_along import DrawnAlong
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


class LevelBar(DrawnAlong):
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

    def follow(self, share: float) -> None:
        percent = level_at(share, self._lowest)
        if percent != self.percent:
            self.percent = percent
            self._draw()
            self._on_move(percent)

    def rest(self) -> None:
        self._on_rest(self.percent)
