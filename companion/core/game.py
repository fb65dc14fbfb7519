"""Types that every game shares: problems, outcomes and the game itself as a value.

A game is a set of pure functions over frozen dataclasses, without screens, storage or clocks. The text of a
problem is in the catalogues under the problem's key.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.core.message import Message, MessageArg

# Constants of the rules by the names of their placeholders in catalogue messages.
RuleNumbers = Mapping[str, int | tuple[int, ...]]


class Severity(Enum):
    """Severity of a problem: errors block, warnings only advise."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem(Message):
    """The message of an error or warning."""

    severity: Severity = Severity.ERROR

    @property
    def code(self) -> str:
        """Short name for records and the command line: `duet.problem.over` -> `over`."""
        return self.key.rpartition(".")[2]

    @property
    def is_blocking(self) -> bool:
        return self.severity is Severity.ERROR


def error(key: str, **args: MessageArg) -> Problem:
    return Problem(key, args)


def warning(key: str, **args: MessageArg) -> Problem:
    return Problem(key, args, Severity.WARNING)


class ProblemError(Exception):
    """An exception that carries a problem, so that the handler can translate it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.key, dict(problem.args))
        self.problem = problem


class IllegalMove(ProblemError):
    """The rules do not allow this move now; the state is unchanged."""


class BadSetup(ProblemError):
    """A game cannot start with this set-up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None: nobody) and the rule that ended it."""

    winner: str | int | None
    reason: str


SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Game(Generic[SetupT, StateT, MoveT]):
    """Rules of a game as one value: its types and its pure functions. `apply` raises `IllegalMove` and
    changes nothing. Every state has an `outcome` (None while the game goes on) and a `phase` that says what
    the players must do next, so that no screen implements rules."""

    id: str
    setup_type: type[SetupT]
    move_types: Mapping[str, type[MoveT]]
    problems: Callable[[SetupT], tuple[Problem, ...]]
    start: Callable[[SetupT], StateT]
    apply: Callable[[StateT, MoveT], StateT]
    outcome: Callable[[StateT], Outcome | None]
    public_state: Callable[[StateT], dict[str, Any]]
    # Decodes a set-up from its record form, for games that accept more than one spelling.
    read_setup: Callable[[Any], SetupT] | None = None


def filter_blocking(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if problem.is_blocking)


def _replace(value: Any, /, **changes: Any) -> Any:
    """Copy a dataclass with changes, seven times faster than `dataclasses.replace` without slots."""
    try:
        fields = value.__dict__
    except AttributeError:
        return dataclasses.replace(value, **changes)
    changed_fields = {**fields, **changes}
    if len(changed_fields) != len(fields):
        raise TypeError(f"{type(value).__name__} has no field {min(changes.keys() - fields.keys())}")
    kind = type(value)
    changed = _new(kind)
    # Bypass the frozen class's `__setattr__`, as its generated `__init__` does.
    _set(changed, "__dict__", changed_fields)
    if hasattr(kind, "__post_init__"):
        changed.__post_init__()
    return changed


_new, _set = object.__new__, object.__setattr__


if TYPE_CHECKING:
    # Lets the type checker validate the field types.
    from dataclasses import replace as replace
else:
    replace = _replace
