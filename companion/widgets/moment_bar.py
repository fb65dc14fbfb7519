"""The moments of something from its beginning to its end, to be tapped or drawn along with a finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.graphics import Color, Ellipse, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.widgets.drawn_along import DragBar
from companion.widgets.theme import TOUCH_TARGET, look, theme_colour

# In dp: how high the line is, how wide the knob and the dots of what is marked on the line.
_LINE_DP: Final = 6
_KNOB_DP: Final = 22
_DOT_DP: Final = 10


def moment_at(ratio: float, last: int) -> int:
    """The moment that a finger means at this part of the bar's length."""
    return max(0, min(last, round(ratio * last)))


class TimelineBar(DragBar):
    """Moments count from 0 to `last`. `on_move` is told every other one that a finger comes to."""

    def __init__(
        self, on_move: Callable[[int], object], *, tone: str = "candle_fill", **options: Any
    ) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(TOUCH_TARGET))
        super().__init__(**options)
        self._on_move, self._tone = on_move, tone
        self.inset = dp(_KNOB_DP) / 2
        self.moment = self.last = 0
        self._marked: tuple[int, ...] = ()
        with self.canvas:
            Color(rgba=theme_colour("groove"))
            self._line = SmoothRoundedRectangle(radius=[dp(_LINE_DP / 2)])
            Color(rgba=theme_colour(tone))
            self._past_line = SmoothRoundedRectangle(radius=[dp(_LINE_DP / 2)])
        self.bind(pos=self._draw, size=self._draw)

    def show(self, moment: int, last: int, marked: Sequence[int] = ()) -> None:
        """`marked` moments have a dot."""
        state = (moment, last, tuple(marked))
        if state != (self.moment, self.last, self._marked):
            self.moment, self.last, self._marked = state
            self._draw()

    def _draw(self, *_: object) -> None:
        low = self.y + (self.height - dp(_LINE_DP)) / 2
        start, end = self.x + dp(_KNOB_DP) / 2, self.x + self.width - dp(_KNOB_DP) / 2
        self._line.pos, self._line.size = (start, low), (max(0.0, end - start), dp(_LINE_DP))
        here = self._x_of(self.moment)
        left, right = (here, end) if look().rtl else (start, here)
        self._past_line.pos, self._past_line.size = (left, low), (max(0.0, right - left), dp(_LINE_DP))
        self.canvas.after.clear()
        with self.canvas.after:
            for moment in self._marked:
                # Beside the line too, so that no dot is told by its colour alone.
                self._draw_disc(self._x_of(moment), _DOT_DP, "ink")
            self._draw_disc(here, _KNOB_DP, self._tone)
            if self.moment in self._marked:
                self._draw_disc(here, _DOT_DP, "table")

    def _draw_disc(self, x: float, diameter: float, tone: str) -> None:
        Color(rgba=theme_colour(tone))
        y = self.y + self.height / 2
        Ellipse(pos=(x - dp(diameter) / 2, y - dp(diameter) / 2), size=(dp(diameter), dp(diameter)))

    def _x_of(self, moment: int) -> float:
        ratio = moment / self.last if self.last else 0.0
        room = self.width - dp(_KNOB_DP)
        return float(self.x + dp(_KNOB_DP) / 2 + room * (1 - ratio if look().rtl else ratio))

    # -- a finger -------------------------------------------------------------------------------------------

    def drag_to(self, ratio: float) -> None:
        moment = moment_at(ratio, self.last)
        if moment != self.moment:
            self._on_move(moment)
