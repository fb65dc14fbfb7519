"""Summary of a game of Avalon in two lines."""

from __future__ import annotations

from companion.core.session import GameSession
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS_TO_WIN, Move, Phase, State
from companion.games.text import Summary
from companion.i18n.translator import Translator

AvalonTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: AvalonTable) -> Summary:
    state = session.state
    if state.outcome is not None:
        return Summary(tr(f"avalon.board.wins.{state.outcome.winner}"), reason_text(tr, session))
    if state.phase is Phase.ASSASSINATE:
        return Summary(
            tr("avalon.board.assassination"), tr("avalon.board.three_successes", won=QUESTS_TO_WIN)
        )
    leader = state.setup.players[state.leader]
    return Summary(
        tr("avalon.summary.round", round=state.round)
        if state.quest is None
        else tr("avalon.summary.quest", quest=state.quest),
        tr("avalon.summary.line", name=leader, n=len(state.setup.players)),
    )


def reason_text(tr: Translator, session: AvalonTable) -> str:
    """Return why the game ended as it did, in a sentence."""
    state = session.state
    if state.outcome is None:
        return ""
    name = state.setup.players[state.assassin_target] if state.assassin_target is not None else ""
    return tr(f"avalon.over.{state.outcome.reason}", name=name, won=QUESTS_TO_WIN, attempts=MAX_ATTEMPTS)
