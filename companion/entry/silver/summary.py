"""Summary of a game of Silver in two lines."""

from __future__ import annotations

from companion.core.session import GameSession
from companion.games.silver.outlook import ranks
from companion.games.silver.setup import ROUNDS, Setup
from companion.games.silver.state import Move, State
from companion.games.text import Summary
from companion.i18n.translator import Translator

SilverTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: SilverTable) -> Summary:
    state = session.state
    if state.outcome is not None:
        return Summary(winner_text(tr, state), reason_text(tr, state))
    title = round_text(tr, state)
    if not state.results:
        return Summary(title, tr("silver.board.starts", name=state.setup.players[state.starter]))
    leaders = tuple(
        name for name, rank in zip(state.setup.players, ranks(state.totals), strict=True) if rank == 1
    )
    return Summary(title, tr("silver.summary.leads", names=leaders, n=len(leaders), total=min(state.totals)))


def round_text(tr: Translator, state: State) -> str:
    """Return the current round, and the limit of the game."""
    if state.setup.is_points_game:
        return tr("silver.summary.round_points", round=state.round, limit=state.setup.options.limit)
    return tr("silver.summary.round", round=state.round, rounds=ROUNDS)


def winner_text(tr: Translator, state: State) -> str:
    """Return who has won, in a short sentence."""
    names = tuple(state.setup.players[seat] for seat in state.winners)
    return tr("silver.summary.wins", names=names, n=len(names))


def reason_text(tr: Translator, state: State) -> str:
    """Return what decided the game."""
    return "" if state.outcome is None else tr(f"silver.over.{state.outcome.reason}")
