"""Summary of a game of Among Cultists in two lines."""

from __future__ import annotations

from companion.core.session import GameSession
from companion.games.cultists.moves import Move
from companion.games.cultists.setup import ROUNDS, Setup
from companion.games.cultists.state import State
from companion.games.text import Summary
from companion.i18n.translator import Translator

CultistsTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: CultistsTable) -> Summary:
    state = session.state
    if state.outcome is not None:
        return Summary(
            tr(f"cultists.outcome.{state.outcome.winner}"),
            tr(f"cultists.reason.{state.outcome.reason}", rounds=ROUNDS),
        )
    return Summary(
        tr("cultists.board.round", round=state.round, rounds=ROUNDS),
        tr("cultists.summary.line", points=state.points, target=state.target, n=len(state.setup.players)),
    )
