"""Points, Ghosts and hours in small, for the home card and the history."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.summary import CultistsTable
from companion.games.cultists.setup import ROUNDS
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.progress import StepBar
from companion.widgets.text import NUMBER, IconLabel, Text
from companion.widgets.theme import look


def build_progress(session: CultistsTable) -> Widget:
    """Build points and Ghosts above a bar of the ten hours."""
    state = session.state
    digits = look().digits
    hours = StepBar(ROUNDS, current="sea", past="sea", upcoming="rim", size_hint_x=None, width=dp(112))
    hours.show(state.round)
    marks = Row(gap=6)
    for icon, tone, number in ((Icon.STAR, "sea", state.points), (Icon.GHOST, "ink_2", len(state.ghosts))):
        marks.add_widget(IconLabel(icon, 22, tone=tone))
        marks.add_widget(Text(digits(number), NUMBER, autosize="both"))
    return Column(marks, hours, gap=4, pos_hint={"center_y": 0.5})
