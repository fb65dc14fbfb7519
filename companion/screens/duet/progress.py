"""The agents and tokens of a mission in small, for the home card and the history."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.entry.duet.summary import DuetTable
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.text import NUMBER, IconLabel, Text
from companion.widgets.theme import look


def build_progress(session: DuetTable) -> Widget:
    state = session.state
    digits = look().digits
    return Row(
        IconLabel(Icon.HAT, 30, tone="teal"),
        Text(digits(state.agents), NUMBER, size_sp=22, autosize="both"),
        IconLabel(Icon.HOURGLASS, 26, tone="ink_2"),
        Text(digits(state.bank.tokens_left), NUMBER, size_sp=22, autosize="both"),
        gap=8,
    )
