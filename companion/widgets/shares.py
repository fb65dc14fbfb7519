"""A share as a picture: a ring, a bar, and a mark for each of a few."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.sizing import no_width_yet
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.strokes import Strokes, arc
from companion.widgets.text import Text
from companion.widgets.theme import look

_RING: Final = 77
_STROKE: Final = 9
_SHIELD: Final = 1.3
# In steps, of a whole ring: fine enough that no corner is seen.
_STEPS: Final = 72


class ShareRing(Widget):
    """A ring of which a share is filled, clockwise from the top in every language, with words inside. Where
    there is no share to show it is left empty."""

    def __init__(self, share: float | None, words: str, tone: str, **options: Any) -> None:
        across = dp(_RING)
        super().__init__(size_hint=(None, None), size=(across, across), **options)
        strokes, radius, middle = Strokes(), across / 2 - dp(_STROKE) / 2, (across / 2, across / 2)
        strokes.line(arc(middle, radius, 0, 1, _STEPS), dp(_STROKE), "groove")
        if share:
            steps = max(2, ceil(_STEPS * share))
            strokes.line(arc(middle, radius, 0.25, 0.25 - share, steps), dp(_STROKE), tone)
        Drawing(self).show(strokes)
        self._room = room = across - dp(2 * _STROKE + 6)
        self.words = Text(
            words, weight=700, size_sp=20, smallest=9, most=1, grow="none", align="center", scaled=False,
            size_hint=(None, None), size=(room, room),
        )  # fmt: skip
        self.add_widget(self.words)
        self.fbind("pos", self._place)
        self._place()

    def _place(self, *_: object) -> None:
        inset = (self.width - self._room) / 2
        self.words.pos = (self.x + inset, self.y + inset)


class ShareBar(Widget):
    """A bar of which a share is filled, from where reading begins."""

    def __init__(self, share: float, tone: str, height: float = 8, **options: Any) -> None:
        no_width_yet(options)
        super().__init__(size_hint_y=None, height=dp(height), **options)
        self._share = min(1.0, max(0.0, share))
        self._tone = tone
        self._drawing = Drawing(self)
        self.fbind("width", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if self.width < self.height:
            return
        stamps, round_off = Stamps(), self.height / 2
        stamps.box(0, 0, self.width, self.height, radius=round_off, tone="groove")
        filled = max(self.height, self.width * self._share) if self._share else 0.0
        if filled:
            start = self.width - filled if look().rtl else 0.0
            stamps.box(start, 0, filled, self.height, radius=round_off, tone=self._tone)
        self._drawing.show(stamps)


class MarkRow(Widget):
    """So many marks, one beside the other, in as many lines as they need."""

    def __init__(self, count: int, mark: Icon, tone: str, size: float = 22, **options: Any) -> None:
        no_width_yet(options)
        super().__init__(size_hint_y=None, height=dp(size), **options)
        self._count, self._mark, self._tone = count, mark, tone
        self._across = dp(size)
        self._size = size
        self._drawing = Drawing(self)
        self.fbind("width", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if self.width < self._across or not self._count:
            return
        step = self._across * 1.1
        a_line = max(1, int((self.width + step - self._across) // step))
        lines = ceil(self._count / a_line)
        self.height = lines * step
        stamps = Stamps()
        for number in range(self._count):
            line, place = divmod(number, a_line)
            x = self._across / 2 + place * step
            y = self.height - self._across / 2 - line * step
            self._stamp(stamps, self.width - x if look().rtl else x, y)
        self._drawing.show(stamps)

    def _stamp(self, stamps: Stamps, x: float, y: float) -> None:
        fill = f"{self._tone}_fill"
        if not hasattr(look().palette, fill):
            stamps.mark(self._mark, self._size, self._tone, x, y)
            return
        # A shield does not fill its square.
        whole = self._size * _SHIELD
        stamps.mark(Icon.SHIELD, whole, fill, x, y)
        stamps.mark(Icon.SHIELD_LINE, whole, self._tone, x, y)
        stamps.mark(self._mark, whole * 0.5, "on_side", x, y)
