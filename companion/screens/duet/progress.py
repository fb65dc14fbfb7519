"""The agents and tokens of a mission in small, for the home card and the history."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.entry.duet.summary import DuetTable
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look


def build_progress(session: DuetTable) -> Widget:
    state = session.state
    digits = look().digits
    return Row(
        IconLabel(Icon.HAT, 30, tone="teal", pos_hint={"center_y": 0.5}),
        Text(digits(state.agents), weight=700, size_sp=22, autosize="both", pos_hint={"center_y": 0.5}),
        IconLabel(Icon.HOURGLASS, 26, tone="ink_2", pos_hint={"center_y": 0.5}),
        Text(
            digits(state.bank.tokens_left),
            weight=700,
            size_sp=22,
            autosize="both",
            pos_hint={"center_y": 0.5},
        ),
        gap=8,
        pos_hint={"center_y": 0.5},
    )
