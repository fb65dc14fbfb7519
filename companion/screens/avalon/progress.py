"""The five quests of a game in small, for the home card and the history."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.entry.avalon.summary import AvalonTable
from companion.games.avalon.state import QUESTS
from companion.screens.avalon.quests import Shield
from companion.widgets.layout import Row
from companion.widgets.theme import look


def build_progress(session: AvalonTable) -> Widget:
    """Build the five shields in small."""
    state = session.state
    results = {result.quest: result for result in state.results}
    row = Row(gap=3, pos_hint={"center_y": 0.5})
    for number in range(1, QUESTS + 1):
        shield = Shield(31)
        result = results.get(number)
        if result is None:
            shield.show_upcoming(
                look().digits(state.numbers.team_size(number)), is_current=number == state.quest
            )
        elif result.success:
            shield.show_won()
        else:
            shield.show_lost()
        row.add_widget(shield)
    return row
