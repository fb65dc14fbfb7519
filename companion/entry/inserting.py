"""Moves that were never recorded, put in before one that was. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.game import IllegalMove, MoveT, Problem, SetupT, StateT
from companion.table import DroppedMove, GameSession, LogEdit


def insert_moves(
    session: GameSession[SetupT, StateT, MoveT], move_index: int, moves: Sequence[MoveT]
) -> LogEdit[MoveT]:
    """The log with these moves before the one of this number.

    What no longer fits is dropped, the move of that number as well as those after it. Raises `IllegalMove` if
    the rules refuse one of the new moves themselves.
    """
    log = session.moves
    if move_index > 0:
        # Behind the move before it, which stays as it is: so only the new ones can be refused outright.
        return session.preview_edit({move_index - 1: (log[move_index - 1], *moves)})
    problem = _find_problem(session, (*moves, log[0]))
    if problem is None:
        return session.preview_edit({0: (*moves, log[0])})
    revision = session.preview_edit({0: tuple(moves)})
    return replace(revision, dropped_moves=(DroppedMove(0, log[0], problem), *revision.dropped_moves))


def _find_problem(session: GameSession[SetupT, StateT, MoveT], moves: Sequence[MoveT]) -> Problem | None:
    state = session.states[0]
    try:
        for move in moves:
            state = session.game.apply(state, move)
    except IllegalMove as exc:
        return exc.problem
    return None
