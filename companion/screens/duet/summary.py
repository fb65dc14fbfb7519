"""A mission in two lines and one row of marks, for the home card and the history."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.games.duet.moves import Move
from companion.games.duet.play import State, score
from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, Setup
from companion.i18n.translator import Translator
from companion.screens.front import Summary
from companion.table import Table
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look

DuetTable = Table[Setup, State, Move]


def summary(tr: Translator, table: DuetTable) -> Summary:
    state = table.state
    if state.outcome is None:
        turn = "duet.sudden_death" if state.sudden_death else "duet.summary.turn"
        return Summary(
            tr(turn, turn=state.turn),
            tr("duet.summary.bank", agents=state.agents, n=state.bank.left),
        )
    won = state.outcome.winner is not None
    points = score(state)
    title = tr("duet.summary.won" if won else "duet.summary.lost")
    return Summary(title, tr("duet.summary.points", n=points.total) if points else reason(tr, table))


def reason(tr: Translator, table: DuetTable) -> str:
    """Why the mission ended as it did, in a sentence."""
    state = table.state
    if state.outcome is None:
        return ""
    return tr(
        f"duet.over.{state.outcome.reason}",
        agents=state.agents,
        all_agents=AGENTS,
        bystander_checks=BYSTANDER_CHECKS,
        n=state.bank.left,
    )


def progress(table: DuetTable) -> Widget:
    state = table.state
    digits = look().digits
    return Row(
        Glyph(Icon.HAT, 30, tone="teal", pos_hint={"center_y": 0.5}),
        Text(digits(state.agents), weight=700, size_sp=22, grow="both", pos_hint={"center_y": 0.5}),
        Glyph(Icon.HOURGLASS, 26, tone="ink_2", pos_hint={"center_y": 0.5}),
        Text(digits(state.bank.left), weight=700, size_sp=22, grow="both", pos_hint={"center_y": 0.5}),
        gap=8,
        pos_hint={"center_y": 0.5},
    )
