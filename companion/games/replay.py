"""A game leafed through move by move: a table of its own that walks along the log, and each move in words.

A log cut into steps: each move with its number, and the state on either side of it.

Moves that were never recorded, put in before one that was. No Kivy here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Generic

from companion.core.definition import GameDefinition
from companion.core.game import IllegalMove, MoveT, Problem, SetupT, StateT
from companion.core.session import AnySession, DroppedMove, GameSession, LogEdit
from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, MoveT]):
    move_index: int
    move: MoveT
    before: StateT
    after: StateT


def make_steps(states: Sequence[StateT], moves: Sequence[MoveT]) -> list[Step[StateT, MoveT]]:
    """The steps of a table's `states` and `moves`."""
    return [
        Step(move_index, move, before, after)
        for move_index, (move, (before, after)) in enumerate(zip(moves, pairwise(states), strict=True))
    ]


# A move as its game tells it: first in a sentence, then what else there is to say of it.
MoveText = Sequence[str]


def make_detached_copy(session: AnySession) -> AnySession:
    """The same game for looking only: whatever is done to it, nothing that is kept changes."""
    return GameSession(session.game, session.setup, session.moves)


def move_to(session: AnySession, move_count: int) -> None:
    """Have so many moves made, or as many as there are."""
    while session.move_count > max(0, move_count):
        session.undo()
    while session.move_count < move_count and session.can_redo:
        session.redo()


def get_last_step(session: AnySession) -> Step[Any, Any] | None:
    """The move that led to where the table stands; None at the beginning."""
    if not session.moves:
        return None
    before, after = session.states[-2:]
    return Step(session.move_count - 1, session.moves[-1], before, after)


def describe_move(game: GameDefinition, tr: Translator, step: Step[Any, Any]) -> MoveText:
    """As the game itself tells it; nothing for one that does not."""
    part = game.find_part("entry", "moment")
    describe: Callable[[Translator, Step[Any, Any]], MoveText] | None = (
        None if part is None else part.describe_move
    )
    return () if describe is None else describe(tr, step)


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
