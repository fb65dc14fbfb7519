"""A table of Avalon in two lines."""

from __future__ import annotations

from companion.entry.summary import Summary
from companion.games.avalon.moves import Move
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import ATTEMPTS, TO_WIN, Awaits, State
from companion.i18n.translator import Translator
from companion.table import Table

AvalonTable = Table[Setup, State, Move]


def summary(tr: Translator, table: AvalonTable) -> Summary:
    state = table.state
    if state.outcome is not None:
        return Summary(tr(f"avalon.board.wins.{state.outcome.winner}"), reason(tr, table))
    if state.awaits is Awaits.ASSASSINATE:
        return Summary(tr("avalon.board.assassination"), tr("avalon.board.three_successes", won=TO_WIN))
    leader = state.setup.players[state.leader]
    return Summary(
        tr("avalon.summary.round", round=state.round)
        if state.quest is None
        else tr("avalon.summary.quest", quest=state.quest),
        tr("avalon.summary.line", name=leader, n=len(state.setup.players)),
    )


def reason(tr: Translator, table: AvalonTable) -> str:
    """Why the game ended as it did, in a sentence."""
    state = table.state
    if state.outcome is None:
        return ""
    name = state.setup.players[state.named] if state.named is not None else ""
    return tr(f"avalon.over.{state.outcome.reason}", name=name, won=TO_WIN, attempts=ATTEMPTS)
