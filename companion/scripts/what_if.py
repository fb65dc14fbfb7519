"""What would happen if: a question is one or more moves, and the rules themselves answer it.

Each game has an `entry/<id>/what_if.py` with `questions(state)`, what can be asked now, and `told(before,
after)`, what came of it in sentences: result and reason. Nothing of it is written down and the table stays
as it is.

A question with a number in it ("what if four approve?") is a family, an `QuestionFamily`: the page shows
the question that its dials make, and makes another when somebody turns one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Generic, TypeAlias

from companion.core.game import Game, IllegalMove, MoveT, Problem, SetupT, StateT
from companion.scripts.teaching import Arg, Message


@dataclass(frozen=True, slots=True)
class Question(Generic[MoveT]):
    """`key`, with `args`, is what is asked. `rule_link` is the link of the rule behind the answer.

    `group_key` is the key of the heading it stands under. `known_facts` is what the rules know without any
    move ("what do I need to win?"): it is told before what comes of the moves, if there are any.
    """

    id: str
    key: str
    moves: tuple[MoveT, ...] = ()
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    rule_link: str | None = None
    group_key: str | None = None
    known_facts: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Dial:
    """A number that the table turns, from `min_value` to `max_value`; `key` is what is counted, in a word
    or two.

    With `names` it turns through people: the number is the place in the list, and the name is shown.
    """

    key: str
    min_value: int
    max_value: int
    initial_value: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionFamily(Generic[MoveT]):
    """A family of questions: `make_question` gets the number of each dial, in their order, and gives the
    question.

    All of a family have the same `key`, `group` and number of dials.
    """

    id: str
    dials: tuple[Dial, ...]
    make_question: Callable[..., Question[MoveT]] = field(hash=False)

    @property
    def initial_values(self) -> tuple[int, ...]:
        return tuple(dial.initial_value for dial in self.dials)

    def all_questions(self) -> Iterator[Question[MoveT]]:
        """Each question that the dials can make."""
        for numbers in product(*(range(dial.min_value, dial.max_value + 1) for dial in self.dials)):
            yield self.make_question(*numbers)


AnyQuestion: TypeAlias = Question[MoveT] | QuestionFamily[MoveT]


@dataclass(frozen=True, slots=True)
class Answer(Generic[StateT]):
    """How it would stand then, or which rule stands against it."""

    state: StateT | None
    problem: Problem | None = None


def initial_question(question: AnyQuestion[MoveT]) -> Question[MoveT]:
    """The question itself, or the one of its family that is asked before anybody turns a dial."""
    return (
        question.make_question(*question.initial_values) if isinstance(question, QuestionFamily) else question
    )


def answer_question(
    game: Game[SetupT, StateT, MoveT], state: StateT, question: Question[MoveT]
) -> Answer[StateT]:
    """What the rules make of it; the state that was asked about is as it was."""
    try:
        for move in question.moves:
            state = game.apply(state, move)
    except IllegalMove as exc:
        return Answer(None, exc.problem)
    return Answer(state)
