"""What would happen if: a question is one or more moves, and the rules themselves answer it.

Each game has an `entry/<id>/what_if.py` with `questions(state)`, what can be asked now, and `told(before,
after)`, what came of it in sentences: result and reason. Nothing of it is written down and the table stays
as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic

from companion.games.game import Game, IllegalMove, MoveT, Problem, SetupT, StateT
from companion.scripts.sentences import Arg


@dataclass(frozen=True, slots=True)
class Question(Generic[MoveT]):
    """`key`, with `args`, is what is asked. `about` is the link of the rule behind the answer."""

    id: str
    key: str
    moves: tuple[MoveT, ...]
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Answer(Generic[StateT]):
    """How it would stand then, or which rule stands against it."""

    state: StateT | None
    problem: Problem | None = None


def answered(game: Game[SetupT, StateT, MoveT], state: StateT, question: Question[MoveT]) -> Answer[StateT]:
    """What the rules make of it; the state that was asked about is as it was."""
    try:
        for move in question.moves:
            state = game.apply(state, move)
    except IllegalMove as refused:
        return Answer(None, refused.problem)
    return Answer(state)
