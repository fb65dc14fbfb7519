"""How the game ended: who has won, and by which rule."""

from __future__ import annotations

from companion.entry.silver.log import played_line, totals
from companion.entry.silver.summary import SilverTable, reason, winner
from companion.screens.rules.links import rule_links
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.seat_shapes import SeatMark
from companion.screens.silver.sitting import SilverSitting
from companion.screens.silver.totals_chart import TotalsChart
from companion.scripts.rulebooks import END
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Row
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look


class WinnerColumn(Column):
    def __init__(self, shell: Shell) -> None:
        super().__init__(gap=8)
        self._shell = shell

    def show(self, table: SilverTable) -> None:
        tr, state = self._shell.tr, table.state
        if state.outcome is None:
            return
        self.clear_widgets()
        marks = (SeatMark(seat, 28) for seat in state.winners)
        total = Text(tr.number(min(state.totals)), weight=700, size_sp=36, grow="both")
        total.pos_hint = {"center_y": 0.5}
        for part in (
            Gap(height=4),
            Glyph(Icon.TROPHY, 64, tone="moon", pos_hint={"center_x": 0.5}),
            Text(winner(tr, state), face="title", size_sp=44, smallest=26, align="center", tone="moon"),
            Row(*marks, total, gap=10, hug=True, pos_hint={"center_x": 0.5}),
            Text(reason(tr, state), size_sp=20, align="center"),
            *rule_links(self._shell, "silver", f"{END}:{state.outcome.reason}", table),
            Gap(height=4),
        ):
            self.add_widget(part)


def _pictured(shell: Shell, sitting: SilverSitting) -> Column:
    """The winner, and every round that led there."""
    tr, state, digits = shell.tr, sitting.table.state, look().digits
    winner = WinnerColumn(shell)
    winner.show(sitting.table)
    rounds = RoundsTable(tr, tr.players(state.setup.players), lambda *_: None)
    lines = [played_line(number, result, digits) for number, result in enumerate(state.results, 1)]
    rounds.show(lines, totals(state, None, digits))
    chart = TotalsChart(tr)
    chart.show_state(state)
    return Column(winner, rounds, chart, gap=16)


# What is sent as a picture.
PICTURED = _pictured
