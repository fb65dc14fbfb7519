"""The line of each total, round by round."""

from __future__ import annotations

from typing import Any

from companion.games.silver.outlook import total_history
from companion.games.silver.state import State
from companion.i18n.translator import Translator
from companion.screens.silver.seat_shapes import SEAT_SHAPES, SEAT_TONES
from companion.widgets.charts import LineChart, Series


class TotalsChart(LineChart):
    """The totals after each round, and in the points variant the limit."""

    def __init__(self, tr: Translator, **options: Any) -> None:
        super().__init__(tr.format_number, **options)
        self._tr = tr

    def show_state(self, state: State) -> None:
        setup, names = state.setup, self._tr.player_names(state.setup.players)
        lines = [
            Series(name, SEAT_TONES[seat], SEAT_SHAPES[seat], totals)
            for seat, (name, totals) in enumerate(zip(names, total_history(state), strict=True))
        ]
        rounds = [self._tr.format_number(number) for number in range(1, len(state.results) + 1)]
        self.show(lines, rounds, setup.options.limit if setup.is_points_game else None)
