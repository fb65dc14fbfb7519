"""The moments of something from its beginning to its end, to be tapped or drawn along with a finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.graphics import Color, Ellipse, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.widgets.drawn_along import DrawnAlong
from companion.widgets.theme import TARGET, look, paint

# In dp: how high the line is, how wide the knob and the dots of what is marked on the line.
_LINE: Final = 6
_KNOB: Final = 22
_DOT: Final = 10


def moment_at(share: float, last: int) -> int:
    """The moment that a finger means at this part of the bar's length."""
    return max(0, min(last, round(share * last)))


class MomentBar(DrawnAlong):
    """Moments count from 0 to `last`. `on_move` is told every other one that a finger comes to."""

    def __init__(
        self, on_move: Callable[[int], object], *, tone: str = "candle_fill", **options: Any
    ) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(TARGET))
        super().__init__(**options)
        self._on_move, self._tone = on_move, tone
        self.inset = dp(_KNOB) / 2
        self.moment = self.last = 0
        self._marked: tuple[int, ...] = ()
        with self.canvas:
            Color(rgba=paint("groove"))
            self._line = SmoothRoundedRectangle(radius=[dp(_LINE / 2)])
            Color(rgba=paint(tone))
            self._past = SmoothRoundedRectangle(radius=[dp(_LINE / 2)])
        self.bind(pos=self._draw, size=self._draw)

    def show(self, moment: int, last: int, marked: Sequence[int] = ()) -> None:
        """`marked` moments have a dot."""
        shown = (moment, last, tuple(marked))
        if shown != (self.moment, self.last, self._marked):
            self.moment, self.last, self._marked = shown
            self._draw()

    def _draw(self, *_: object) -> None:
        low = self.y + (self.height - dp(_LINE)) / 2
        start, end = self.x + dp(_KNOB) / 2, self.x + self.width - dp(_KNOB) / 2
        self._line.pos, self._line.size = (start, low), (max(0.0, end - start), dp(_LINE))
        here = self._place(self.moment)
        left, right = (here, end) if look().rtl else (start, here)
        self._past.pos, self._past.size = (left, low), (max(0.0, right - left), dp(_LINE))
        self.canvas.after.clear()
        with self.canvas.after:
            for moment in self._marked:
                # Beside the line too, so that no dot is told by its colour alone.
                self._disc(self._place(moment), _DOT, "ink")
            self._disc(here, _KNOB, self._tone)
            if self.moment in self._marked:
                self._disc(here, _DOT, "table")

    def _disc(self, x: float, across: float, tone: str) -> None:
        Color(rgba=paint(tone))
        y = self.y + self.height / 2
        Ellipse(pos=(x - dp(across) / 2, y - dp(across) / 2), size=(dp(across), dp(across)))

    def _place(self, moment: int) -> float:
        share = moment / self.last if self.last else 0.0
        room = self.width - dp(_KNOB)
        return float(self.x + dp(_KNOB) / 2 + room * (1 - share if look().rtl else share))

    # -- a finger -------------------------------------------------------------------------------------------

    def follow(self, share: float) -> None:
        moment = moment_at(share, self.last)
        if moment != self.moment:
            self._on_move(moment)
