"""What-if questions: hypothetical moves, answered by the rules without changing the session.

A question with numbers ("what if
four approve?") is a `QuestionFamily`: the page shows the question for the current values of its dials.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Generic, TypeAlias

from companion.core.game import Game, IllegalMove, MoveT, Problem, SetupT, StateT
from companion.core.message import Message, MessageArg


@dataclass(frozen=True, slots=True)
class Question(Generic[MoveT]):
    """Question with its text, `key` and `args`. `rule_link` is the link of the rule behind the answer.
    `group_key` is the key of its heading. `known_facts` are facts that need no move ("what do I need to
    win?"); they are shown before the result of the moves, if there are any."""

    id: str
    key: str
    moves: tuple[MoveT, ...] = ()
    args: Mapping[str, MessageArg] = field(default_factory=dict, hash=False)
    rule_link: str | None = None
    group_key: str | None = None
    known_facts: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Dial:
    """Number that the user can change, from `min_value` to `max_value`; `key` is a short label. With `names`
    it selects a person: the number is the index in the list, and the name is shown."""

    key: str
    min_value: int
    max_value: int
    initial_value: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionFamily(Generic[MoveT]):
    """Family of questions: `make_question` gets the values of the dials in order and returns the question.
    All questions of a family have the same `key` and `group_key`."""

    id: str
    dials: tuple[Dial, ...]
    make_question: Callable[..., Question[MoveT]] = field(hash=False)

    @property
    def initial_values(self) -> tuple[int, ...]:
        return tuple(dial.initial_value for dial in self.dials)

    def all_questions(self) -> Iterator[Question[MoveT]]:
        for numbers in product(*(range(dial.min_value, dial.max_value + 1) for dial in self.dials)):
            yield self.make_question(*numbers)


AnyQuestion: TypeAlias = Question[MoveT] | QuestionFamily[MoveT]


@dataclass(frozen=True, slots=True)
class Answer(Generic[StateT]):
    """Resulting state, or the rule that forbids a move."""

    state: StateT | None
    problem: Problem | None = None


def initial_question(question: AnyQuestion[MoveT]) -> Question[MoveT]:
    """Return the question, or the one of its family with the initial values of the dials."""
    return (
        question.make_question(*question.initial_values) if isinstance(question, QuestionFamily) else question
    )


def answer_question(
    game: Game[SetupT, StateT, MoveT], state: StateT, question: Question[MoveT]
) -> Answer[StateT]:
    """Apply the moves to a state and return the result, or the rule that forbids one of them."""
    try:
        for move in question.moves:
            state = game.apply(state, move)
    except IllegalMove as exc:
        return Answer(None, exc.problem)
    return Answer(state)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What-if questions of a game: those that can be asked in a state, and a result with its reason."""

    list_questions: Callable[[Any], tuple[AnyQuestion[Any], ...]]
    describe_result: Callable[[Any, Any], tuple[Message, ...]]
