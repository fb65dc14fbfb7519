"""The result of a game of Silver: the winner and the rule that decided."""

from __future__ import annotations

from companion.app_context import AppContext
from companion.games.silver.edits import make_totals, played_line
from companion.games.silver.text import SilverTable, reason_text, winner_text
from companion.screens.learn.rule_links import create_rule_links
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.rounds import SeatMark, SilverController, TotalsChart
from companion.scripts.teaching import END
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, Spacer
from companion.widgets.text import DISPLAY, NUMBER, IconLabel, Text
from companion.widgets.theme import look


class ResultColumn(Column):
    def __init__(self, context: AppContext) -> None:
        super().__init__(gap=8)
        self._app_context = context

    def show(self, session: SilverTable) -> None:
        tr, state = self._app_context.tr, session.state
        if state.outcome is None:
            return
        self.clear_widgets()
        marks = (SeatMark(seat, 28) for seat in state.winners)
        total = Text(tr.format_number(min(state.totals)), NUMBER, size_sp=36, autosize="both")
        for part in (
            Spacer(height=4),
            IconLabel(Icon.TROPHY, 64, tone="moon", pos_hint={"center_x": 0.5}),
            Text(winner_text(tr, state), DISPLAY, size_sp=44, min_size=26, tone="moon"),
            Row(*marks, total, gap=10, hug=True, pos_hint={"center_x": 0.5}),
            Text(reason_text(tr, state), size_sp=20, align="center"),
            *create_rule_links(self._app_context, "silver", f"{END}:{state.outcome.reason}", session),
            Spacer(height=4),
        ):
            self.add_widget(part)


def build_result_image(context: AppContext, controller: SilverController) -> Column:
    """Build the winner with all rounds, for sharing as an image."""
    tr, state, digits = context.tr, controller.session.state, look().digits
    winner = ResultColumn(context)
    winner.show(controller.session)
    rounds = RoundsTable(tr, tr.player_names(state.setup.players), lambda *_: None)
    lines = [played_line(number, result, digits) for number, result in enumerate(state.results, 1)]
    rounds.show(lines, make_totals(state, None, digits))
    chart = TotalsChart(tr)
    chart.show_state(state)
    return Column(winner, rounds, chart, gap=16)
