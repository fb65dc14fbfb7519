"""Rounds by players: who called, who took the amulet, what it all comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.silver.log import Line, Totals
from companion.i18n.translator import Translator
from companion.screens.silver.score_cells import NUMBERS, Hairline, Inset, LineRow, line_height
from companion.screens.silver.seat_shapes import SeatMark
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, look, paint, sp

# In dp.
_GAP = 3
# In sp, and how many of them a short name is wide.
_NAME = 18
_SHORT_NAME = 3.2

OnCell = Callable[[int, int], object]


class RoundsTable(Column):
    """`on_cell` is told the line and the seat that were tapped."""

    def __init__(self, tr: Translator, players: Sequence[str], on_cell: OnCell) -> None:
        super().__init__(gap=_GAP)
        self._tr = tr
        self._on_cell = on_cell
        self._players = len(players)
        self.lines: list[LineRow] = []
        # By round: how many lines have room changes several times while a board opens.
        self._built_rows: dict[int, LineRow] = {}
        self._head = Row(_beside(""), gap=0, height=sp(18) * 1.5)
        for seat, name in enumerate(players):
            self._head.add_widget(_SeatHead(seat, name))
        self._rows = Column(gap=0)
        self._fold = _Fold(self._unfold)
        self._rule = Hairline("rim", 0.7)
        self.totals = TotalsRow(tr, len(players))
        self._shown: tuple[Line, ...] = ()
        self._most = 0
        self._unfolded = False
        for part in (self._head, self._rows, self._rule, self.totals):
            self.add_widget(part)

    # -- height ---------------------------------------------------------------------------------------------

    @property
    def beside_lines(self) -> float:
        """The height of all that is not a line."""
        return float(self._head.height + self._rule.height + self.totals.height + 3 * dp(_GAP))

    @property
    def pitch(self) -> float:
        return line_height()

    def fold_to(self, most: int) -> None:
        """Show so many lines at the most (0: all); those before are folded into one, until somebody asks."""
        if most != self._most:
            self._most = most
            self._draw()

    def _unfold(self) -> None:
        self._unfolded = True
        self._draw()

    # -- showing --------------------------------------------------------------------------------------------

    def show(self, lines: Sequence[Line], totals: Totals) -> None:
        self._shown = tuple(lines)
        self._draw()
        self.totals.show(totals)

    @property
    def folded(self) -> int:
        """How many lines are folded away."""
        if self._unfolded or not self._most or len(self._shown) <= self._most:
            return 0
        return len(self._shown) - max(1, self._most - 1)

    def _draw(self) -> None:
        folded = self.folded
        wanted = self._shown[folded:]
        standing = [row.line.round for row in self.lines]
        if standing != [line.round for line in wanted] or bool(folded) != (self._fold.parent is not None):
            self._rows.clear_widgets()
            if folded:
                self._rows.add_widget(self._fold)
            self.lines = [self._row_of(line.round) for line in wanted]
            for row in self.lines:
                self._rows.add_widget(row)
        if folded:
            first, last = self._shown[0].round, wanted[0].round - 1
            self._fold.show(self._tr("silver.board.earlier", first=first, last=last))
        for row, line in zip(self.lines, wanted, strict=True):
            row.show(line)

    def _row_of(self, number: int) -> LineRow:
        row = self._built_rows.get(number)
        if row is None:
            row = self._built_rows[number] = LineRow(self._players, partial(self._tapped, number))
        return row

    def _tapped(self, number: int, seat: int) -> None:
        self._on_cell(number, seat)


class TotalsRow(Row):
    """The totals, with each player's place; the lowest is framed."""

    def __init__(self, tr: Translator, players: int) -> None:
        super().__init__(gap=0, height=sp(30) * 1.2 + sp(14) * 1.3 + dp(4))
        heads = Column(
            Text(tr("silver.board.total"), size_sp=16, tone="ink_2", most=1, smallest=10),
            gap=2, size_hint_x=None, width=dp(NUMBERS), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self._place = Text("", size_sp=14, tone="ink_3", most=1, smallest=10)
        self._place_words = tr("silver.board.place")
        heads.add_widget(self._place)
        self.add_widget(heads)
        self.cells = [_Total() for _ in range(players)]
        for cell in self.cells:
            self.add_widget(cell)

    def show(self, totals: Totals) -> None:
        self._place.content = self._place_words if totals.places else ""
        for seat, cell in enumerate(self.cells):
            place = look().digits(totals.places[seat]) if totals.places else ""
            cell.show(totals.words[seat], place, leads=seat in totals.leaders)


class _Total(Column):
    def __init__(self) -> None:
        super().__init__(gap=0, size_hint_y=1, padding=(dp(4), dp(1), dp(4), dp(3)))
        self._box = Box(self, radius=RADIUS_CELL, line=2)
        self.words = Text(weight=700, size_sp=30, smallest=16, most=1, grow="none", align="center")
        self._place = Text("", weight=500, size_sp=14, tone="ink_3", align="center", most=1)
        self.add_widget(self.words)
        self.add_widget(self._place)

    def show(self, words: str, place: str, *, leads: bool) -> None:
        self.words.content = words
        self._place.content = place
        self.words.set_tone("moon" if leads else "ink")
        self._place.set_tone("moon" if leads else "ink_3")
        self._box.paint(ground=paint("moon_deep") if leads else CLEAR, edge=paint("moon") if leads else CLEAR)


class _SeatHead(Row):
    """Shape and name, centred over the column."""

    def __init__(self, seat: int, name: str) -> None:
        super().__init__(gap=4, size_hint_y=1)
        self._mark = SeatMark(seat, 18)
        # The larger the letters, the more a name may have to shrink to stay whole.
        smallest = max(8.0, 13 / look().text_scale)
        self.name = Text(name, weight=700, size_sp=_NAME, smallest=smallest, most=1, grow="none")
        self.add_widget(self._mark)
        self.add_widget(self.name)

    def do_layout(self, *args: Any) -> None:
        room = self.width - self._mark.width - self.spacing - dp(4)
        # Larger letters only where there is room for most names: beside each other they look alike.
        self.name.size_sp = min(_NAME, max(_NAME / look().text_scale, room / sp(_SHORT_NAME)))
        self.name.size_hint_x = None
        self.name.width = max(0.0, min(room, self.name.natural_width()))
        side = max(dp(2), (self.width - self._mark.width - self.spacing - self.name.width) / 2)
        self.padding = (side, 0, side, 0)
        super().do_layout(*args)


class _Fold(Tap):
    """The rounds before, folded into one line."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=line_height(), padding=(dp(12), 0), spacing=dp(8))
        self._box = Inset(self, radius=RADIUS_CELL, line=1.5)
        self._words = Text("", size_sp=18, tone="ink_2", grow="none", most=1, smallest=12)
        parts: list[Widget] = [
            Glyph(Icon.ARROW_DOWN, 22, tone="ink_2", pos_hint={"center_y": 0.5}),
            self._words,
        ]
        for part in reversed(parts) if look().rtl else parts:
            self.add_widget(part)
        self._answer()

    def show(self, words: str) -> None:
        self._words.content = words

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR, edge=paint("groove"))


def _beside(words: str) -> Text:
    text = Text(words, grow="none")
    text.size_hint, text.width = (None, 1), dp(NUMBERS)
    return text
