"""A table of Among Cultists in two lines and a small clock, for the home card and the history."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.cultists.decks import ROUNDS
from companion.games.cultists.moves import Move
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import State
from companion.i18n.translator import Translator
from companion.screens.front import Summary
from companion.table import Table
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.step_bar import StepBar
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look

CultistsTable = Table[Setup, State, Move]


def summary(tr: Translator, table: CultistsTable) -> Summary:
    state = table.state
    if state.outcome is not None:
        return Summary(
            tr(f"cultists.outcome.{state.outcome.winner}"),
            tr(f"cultists.reason.{state.outcome.reason}", rounds=ROUNDS),
        )
    return Summary(
        tr("cultists.board.round", round=state.round, rounds=ROUNDS),
        tr("cultists.summary.line", points=state.points, target=state.target, n=len(state.setup.players)),
    )


def progress(table: CultistsTable) -> Widget:
    """Points and Ghosts, above the ten hours."""
    state = table.state
    digits = look().digits
    hours = StepBar(ROUNDS, now="sea", past="sea", ahead="rim", size_hint_x=None, width=dp(112))
    hours.show(state.round)
    marks = Row(gap=6)
    for icon, tone, number in ((Icon.STAR, "sea", state.points), (Icon.GHOST, "ink_2", len(state.ghosts))):
        marks.add_widget(Glyph(icon, 22, tone=tone, pos_hint={"center_y": 0.5}))
        marks.add_widget(
            Text(digits(number), weight=700, size_sp=20, grow="both", pos_hint={"center_y": 0.5})
        )
    return Column(marks, hours, gap=4, pos_hint={"center_y": 0.5})
