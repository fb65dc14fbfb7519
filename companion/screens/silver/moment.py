"""A read-only score pad of Silver after any round."""

from __future__ import annotations

from kivy.metrics import dp

from companion.entry.silver.log import make_totals, played_line
from companion.entry.silver.summary import SilverTable
from companion.i18n.translator import Translator
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.rounds import ScoresCard, TotalsChart
from companion.widgets.layout import Column, Panes
from companion.widgets.theme import look

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
