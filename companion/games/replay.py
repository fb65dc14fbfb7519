"""Replay of a game move by move, and insertion of missing moves. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Generic

from companion.core.game import IllegalMove, MoveT, Problem, SetupT, StateT
from companion.core.session import AnySession, DroppedMove, GameSession, LogEdit


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, MoveT]):
    move_index: int
    move: MoveT
    before: StateT
    after: StateT


def make_steps(states: Sequence[StateT], moves: Sequence[MoveT]) -> list[Step[StateT, MoveT]]:
    """Pair each move with its index and the states before and after it."""
    return [
        Step(move_index, move, before, after)
        for move_index, (move, (before, after)) in enumerate(zip(moves, pairwise(states), strict=True))
    ]


# The text of a move: the first item is a sentence, the others are details.
MoveText = Sequence[str]


def make_detached_copy(session: AnySession) -> AnySession:
    """Return a copy of the session without a journal, so that nothing stored can change."""
    return GameSession(session.game, session.setup, session.moves)


def move_to(session: AnySession, move_count: int) -> None:
    """Undo or redo until `move_count` moves are made, or as many as there are."""
    while session.move_count > max(0, move_count):
        session.undo()
    while session.move_count < move_count and session.can_redo:
        session.redo()


def get_last_step(session: AnySession) -> Step[Any, Any] | None:
    """Return the last move as a step; None at the beginning."""
    if not session.moves:
        return None
    before, after = session.states[-2:]
    return Step(session.move_count - 1, session.moves[-1], before, after)


def insert_moves(
    session: GameSession[SetupT, StateT, MoveT], move_index: int, moves: Sequence[MoveT]
) -> LogEdit[MoveT]:
    """Preview the log with `moves` inserted before `move_index`.

    Moves that become illegal are dropped, including the one at `move_index`. Raises `IllegalMove` if one of
    the new moves is illegal.
    """
    log = session.moves
    if move_index > 0:
        # Replace the previous move by itself plus the new ones: then only the new moves can raise an error.
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
