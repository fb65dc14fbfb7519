"""The table of rounds by players, with callers, amulet and totals.

A read-only score pad of Silver after any round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.silver.edits import RoundLine, Totals, make_totals, played_line
from companion.games.silver.text import SilverTable
from companion.i18n.translator import Translator
from companion.screens.silver.rounds import (
    NUMBER_COLUMN_DP,
    Hairline,
    Inset,
    ScoreLineRow,
    ScoresCard,
    SeatMark,
    TotalsChart,
    line_height,
)
from companion.widgets.buttons import Pressable
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import CAPTION, LABEL, LEAD, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, look, sp, theme_colour

# In dp.
_GAP_DP = 3
# In sp; and the width of a short name in em.
_NAME_SP = 18
_SHORT_NAME_EM = 3.2

CellCallback = Callable[[int, int], object]


class RoundsTable(Column):
    """The table of rounds; `on_cell` receives the round number and the seat that were tapped."""

    def __init__(self, tr: Translator, players: Sequence[str], on_cell: CellCallback) -> None:
        super().__init__(gap=_GAP_DP)
        self._tr = tr
        self._on_cell = on_cell
        self._players = len(players)
        self.lines: list[ScoreLineRow] = []
        # Rows by round number, cached because the number of visible lines changes several times while a board
        # opens.
        self._row_cache: dict[int, ScoreLineRow] = {}
        self._header = Row(_corner_label(""), gap=0, height=sp(18) * 1.5)
        for seat, name in enumerate(players):
            self._header.add_widget(_SeatHeader(seat, name))
        self._rows = Column(gap=0)
        self._fold_row = _FoldRow(self._unfold)
        self._rule = Hairline("rim", 0.7)
        self.totals = TotalsRow(tr, len(players))
        self._all_lines: tuple[RoundLine, ...] = ()
        self._max_lines = 0
        self._is_unfolded = False
        for part in (self._header, self._rows, self._rule, self.totals):
            self.add_widget(part)

    # -- height ---------------------------------------------------------------------------------------------

    @property
    def fixed_height(self) -> float:
        """Return the height of everything but the lines."""
        return float(self._header.height + self._rule.height + self.totals.height + 3 * dp(_GAP_DP))

    @property
    def row_height(self) -> float:
        return line_height()

    def fold_to(self, max_lines: int) -> None:
        """Show at most `max_lines` lines (0 means all); older ones are folded into one until it is tapped."""
        if max_lines != self._max_lines:
            self._max_lines = max_lines
            self._draw()

    def _unfold(self) -> None:
        self._is_unfolded = True
        self._draw()

    # -- showing --------------------------------------------------------------------------------------------

    def show(self, lines: Sequence[RoundLine], totals: Totals) -> None:
        self._all_lines = tuple(lines)
        self._draw()
        self.totals.show(totals)

    @property
    def folded_count(self) -> int:
        """Return the number of folded lines."""
        if self._is_unfolded or not self._max_lines or len(self._all_lines) <= self._max_lines:
            return 0
        return len(self._all_lines) - max(1, self._max_lines - 1)

    def _draw(self) -> None:
        folded = self.folded_count
        visible = self._all_lines[folded:]
        current_rounds = [row.line.round for row in self.lines]
        if current_rounds != [line.round for line in visible] or bool(folded) != (
            self._fold_row.parent is not None
        ):
            self._rows.clear_widgets()
            if folded:
                self._rows.add_widget(self._fold_row)
            self.lines = [self._get_row(line.round) for line in visible]
            for row in self.lines:
                self._rows.add_widget(row)
        if folded:
            first, last = self._all_lines[0].round, visible[0].round - 1
            self._fold_row.show(self._tr("silver.board.earlier", first=first, last=last))
        for row, line in zip(self.lines, visible, strict=True):
            row.show(line)

    def _get_row(self, round_number: int) -> ScoreLineRow:
        row = self._row_cache.get(round_number)
        if row is None:
            row = self._row_cache[round_number] = ScoreLineRow(
                self._players, partial(self._on_tap, round_number)
            )
        return row

    def _on_tap(self, round_number: int, seat: int) -> None:
        self._on_cell(round_number, seat)


class TotalsRow(Row):
    """The totals with each player's rank; the lowest total is highlighted."""

    def __init__(self, tr: Translator, players: int) -> None:
        super().__init__(gap=0, height=sp(30) * 1.2 + sp(14) * 1.3 + dp(4))
        heads = Column(
            Text(tr("silver.board.total"), MUTED, max_lines=1, min_size=10),
            gap=2, size_hint_x=None, width=dp(NUMBER_COLUMN_DP),
        )  # fmt: skip
        self._place = Text("", CAPTION, tone="ink_3", max_lines=1, min_size=10)
        self._place_words = tr("silver.board.place")
        heads.add_widget(self._place)
        self.add_widget(heads)
        self.cells = [_TotalCell() for _ in range(players)]
        for cell in self.cells:
            self.add_widget(cell)

    def show(self, totals: Totals) -> None:
        self._place.content = self._place_words if totals.ranks else ""
        for seat, cell in enumerate(self.cells):
            place = look().digits(totals.ranks[seat]) if totals.ranks else ""
            cell.show(totals.texts[seat], place, leads=seat in totals.leaders)


class _TotalCell(Column):
    def __init__(self) -> None:
        super().__init__(gap=0, size_hint_y=1, padding=(dp(4), dp(1), dp(4), dp(3)))
        self._box = RoundedBox(self, radius=RADIUS_CELL, line_width=2)
        self.words = Text("", NUMBER, size_sp=30, min_size=16, max_lines=1, autosize="none", align="center")
        self._place = Text("", LABEL, size_sp=14, tone="ink_3", align="center", max_lines=1)
        self.add_widget(self.words)
        self.add_widget(self._place)

    def show(self, words: str, place: str, *, leads: bool) -> None:
        self.words.content = words
        self._place.content = place
        self.words.set_tone("moon" if leads else "ink")
        self._place.set_tone("moon" if leads else "ink_3")
        self._box.set_style(
            background=theme_colour("moon_deep") if leads else TRANSPARENT,
            border=theme_colour("moon") if leads else TRANSPARENT,
        )


class _SeatHeader(Row):
    """Shape and name, centred above the column."""

    def __init__(self, seat: int, name: str) -> None:
        super().__init__(gap=4, size_hint_y=1)
        self._mark = SeatMark(seat, 18)
        # With large text a name may shrink more, so that it is not cut off.
        smallest = max(8.0, 13 / look().text_scale)
        self.name = Text(name, NUMBER, size_sp=_NAME_SP, min_size=smallest, max_lines=1, autosize="none")
        self.add_widget(self._mark)
        self.add_widget(self.name)

    def do_layout(self, *args: Any) -> None:
        room = self.width - self._mark.width - self.spacing - dp(4)
        # Enlarge names only if most of them fit: adjacent names should have the same size.
        self.name.size_sp = min(_NAME_SP, max(_NAME_SP / look().text_scale, room / sp(_SHORT_NAME_EM)))
        self.name.size_hint_x = None
        self.name.width = max(0.0, min(room, self.name.natural_width()))
        side = max(dp(2), (self.width - self._mark.width - self.spacing - self.name.width) / 2)
        self.padding = (side, 0, side, 0)
        super().do_layout(*args)


class _FoldRow(Pressable):
    """The older rounds, folded into one line."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=line_height(), padding=(dp(12), 0), spacing=dp(8))
        self._box = Inset(self, radius=RADIUS_CELL, line_width=1.5)
        self._words = Text("", LEAD, tone="ink_2", autosize="none", max_lines=1, min_size=12)
        parts: list[Widget] = [
            IconLabel(Icon.ARROW_DOWN, 22, tone="ink_2", pos_hint={"center_y": 0.5}),
            self._words,
        ]
        for part in reversed(parts) if look().rtl else parts:
            self.add_widget(part)
        self._refresh_style()

    def show(self, words: str) -> None:
        self._words.content = words

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=theme_colour("raised") if pressed else TRANSPARENT, border=theme_colour("groove")
        )


def _corner_label(words: str) -> Text:
    text = Text(words, autosize="none")
    text.size_hint, text.width = (None, 1), dp(NUMBER_COLUMN_DP)
    return text


# In dp.
_CHART_DP = 180


class BoardSnapshot(Panes):
    """The table of rounds, the chart of totals, and the reasons for the last scores."""

    def __init__(self, tr: Translator, session: SilverTable) -> None:
        self.rounds = RoundsTable(tr, tr.player_names(session.setup.players), lambda *_: None)
        self.chart = TotalsChart(tr, size_hint_y=None, height=dp(_CHART_DP) * look().text_scale)
        self.scores = ScoresCard(tr)
        self._last = Column(gap=0)
        super().__init__(Column(self.rounds, self.chart, gap=8), self._last, gap=12)
        self.show(session)

    def show(self, session: SilverTable) -> None:
        state, digits = session.state, look().digits
        lines = [played_line(number, result, digits) for number, result in enumerate(state.results, 1)]
        self.rounds.show(lines, make_totals(state, None, digits))
        self.chart.show_state(state)
        self._last.clear_widgets()
        if state.last_result is not None:
            self.scores.show(state.setup, state.last_result)
            self._last.add_widget(self.scores)
