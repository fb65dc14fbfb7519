"""One round of the table: a score for each player, with the marks that belong to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.silver.log import Cell, Line
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import CLEAR, Box, middle
from companion.widgets.tap import Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, TARGET, look, paint, sp

# In dp: the column of round numbers, and the room beside a score for its marks.
NUMBERS = 48
_BESIDE = 22
_MARK = 20
# In sp, and how many of them two figures are wide.
_SCORE = 26
_TWO_FIGURES = 1.2
# Lines touch, so that their cells are large enough to hit; what is painted keeps this far apart.
_INSET = 2
_LEFT_TO_RIGHT = "\u200e"


class LineRow(Row):
    """One round."""

    def __init__(self, players: int, on_tap: Callable[[int], object]) -> None:
        super().__init__(gap=0, height=line_height())
        self.line = Line(0, ())
        self._box = Inset(self, radius=RADIUS_CELL, ground=paint("plank"))
        self._number = Text(
            weight=700, size_sp=20, tone="ink_2", align="center", grow="none", most=1, smallest=12
        )
        self._number.size_hint, self._number.width = (None, 1), dp(NUMBERS)
        self.cells = [ScoreCell(partial(on_tap, seat)) for seat in range(players)]
        for part in (self._number, *self.cells):
            self.add_widget(part)

    def show(self, line: Line) -> None:
        if line == self.line:
            return
        self.line = line
        self._number.content = look().digits(line.round)
        self._number.set_tone("moon" if line.now else "ink_2")
        self._box.paint(ground=paint("moon_deep" if line.now else "plank"))
        for cell, shown in zip(self.cells, line.cells, strict=True):
            cell.show(shown)


class ScoreCell(Tap):
    """A score in the middle; the caller's horn before it, amulet or a note after it."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap)
        self.cell = Cell("")
        self._box = Inset(self, radius=RADIUS_CELL, line=2)
        self.words = Text(weight=700, size_sp=_SCORE, smallest=10, most=1, grow="none", align="center")
        self._inside = Widget()
        self.add_widget(self._inside)
        self._inside.add_widget(self.words)
        self._before: Glyph | None = None
        self._after: Glyph | None = None
        self._note: Text | None = None
        self._inside.bind(pos=self._place, size=self._place)

    def show(self, cell: Cell) -> None:
        if cell == self.cell:
            return
        self.cell = cell
        for part in (self._before, self._after, self._note):
            if part is not None:
                self._inside.remove_widget(part)
        tone = "ember" if cell.missed else "moon" if cell.caller or cell.amulet else "ink"
        self._before = self._after = self._note = None
        if cell.caller:
            self._before = Glyph(Icon.CALLER, _MARK, tone="ember" if cell.missed else "moon", mirrored=True)
        elif cell.kamikaze:
            self._before = Glyph(Icon.LIGHTNING, _MARK, tone="moon")
        if cell.amulet:
            self._after = Glyph(Icon.AMULET, _MARK, tone="moon")
        if cell.note:
            # In Persian too the sign stands before its figures, on their left.
            words = _LEFT_TO_RIGHT + cell.note if look().rtl else cell.note
            self._note = Text(
                words, weight=500, size_sp=14, smallest=9, most=1, tone="ember", grow="none",
                align="center", scaled=False, size_hint=(None, None), size=(dp(_BESIDE), dp(18)),
            )  # fmt: skip
        for part in (self._before, self._after, self._note):
            if part is not None:
                self._inside.add_widget(part)
        self.words.content = cell.words
        self.words.set_tone("ink_3" if cell.open else tone if tone != "ember" else "ink")
        self._answer()
        self._place()

    def dress(self, *, pressed: bool) -> None:
        typed = self.cell.typed
        ground = paint("table") if typed else paint("raised") if pressed else CLEAR
        self._box.paint(ground=ground, edge=paint("moon") if typed else CLEAR)

    def _place(self, *_: object) -> None:
        inside = self._inside
        x, y = middle(inside)
        side = min(dp(_BESIDE), inside.width * 0.31)
        self.words.size = (max(1.0, inside.width - 2 * side), inside.height)
        # All scores are equally large: as large as two figures can be.
        self.words.size_sp = min(_SCORE, max(10, self.words.width / (_TWO_FIGURES * sp(1))))
        self.words.pos = (x - self.words.width / 2, inside.y)
        # Marks stay near their score, however wide the column is.
        reach = min(self.words.natural_width(), self.words.width) / 2 + dp(2)
        way = -1 if look().rtl else 1
        if self._before is not None:
            self._before.center = (x - way * (reach + self._before.width / 2), y)
        if self._after is not None:
            self._after.center = (x + way * (reach + self._after.width / 2), y - (dp(6) if self._note else 0))
        if self._note is not None:
            self._note.width = side
            self._note.center = (x + way * (reach + side / 2), y + inside.height * 0.2)


class Inset(Box):
    """A box a little lower than its widget."""

    def _follow(self, *_: object) -> None:
        (x, y), (width, height) = self._widget.pos, self._widget.size
        self._fit(x, y + dp(_INSET), width, height - 2 * dp(_INSET), self._radius)


class Hairline(Widget):
    """A thin line across."""

    def __init__(self, tone: str = "groove", alpha: float = 0.6) -> None:
        super().__init__(size_hint_y=None, height=max(1, round(dp(1))))
        with self.canvas:
            Color(rgba=paint(tone, alpha))
            self._line = Rectangle()
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._line.pos, self._line.size = (round(self.x), round(self.y)), self.size


def line_height() -> float:
    return float(max(dp(TARGET), sp(_SCORE) * 1.3))
