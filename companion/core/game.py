"""What every game has in common: problems, moves, outcomes and the game itself as a value.

A game is a handful of pure functions over frozen dataclasses. Nothing here knows of screens,
storage or clocks; words for a problem live in the catalogues under the problem's key.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

ProblemArg = int | str | tuple[str, ...] | tuple[int, ...]
# Numbers of the rules, by the names of their places in sentences.
RuleNumbers = Mapping[str, int | tuple[int, ...]]


class Severity(Enum):
    """An error blocks, a warning only advises."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or unwise, as a value: `key` names its sentence in the catalogues."""

    key: str
    severity: Severity = Severity.ERROR
    args: Mapping[str, ProblemArg] = field(default_factory=dict, hash=False)

    @property
    def code(self) -> str:
        """The short name that records and the command line print: `duet.problem.over` -> `over`."""
        return self.key.rpartition(".")[2]

    @property
    def is_blocking(self) -> bool:
        return self.severity is Severity.ERROR


def error(key: str, **args: ProblemArg) -> Problem:
    return Problem(key, Severity.ERROR, args)


def warning(key: str, **args: ProblemArg) -> Problem:
    return Problem(key, Severity.WARNING, args)


class ProblemError(Exception):
    """An exception that carries a problem, so that whoever catches it can say it in any language."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.key, dict(problem.args))
        self.problem = problem


class IllegalMove(ProblemError):
    """The rules do not allow this move now; the state is as it was."""


class BadSetup(ProblemError):
    """A table cannot start with this set-up."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (None: nobody) and the rule that ended it."""

    winner: str | int | None
    reason: str


SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Game(Generic[SetupT, StateT, MoveT]):
    """A game's rules as one value: its types and its pure functions.

    `apply` raises `IllegalMove` and changes nothing. Every state has an `outcome` (None while the
    game goes on) and an `awaits` that says what the table must do next and who, so that no
    screen ever works out rules.
    """

    id: str
    setup_type: type[SetupT]
    move_types: Mapping[str, type[MoveT]]
    problems: Callable[[SetupT], tuple[Problem, ...]]
    start: Callable[[SetupT], StateT]
    apply: Callable[[StateT, MoveT], StateT]
    outcome: Callable[[StateT], Outcome | None]
    public_state: Callable[[StateT], dict[str, Any]]
    # Reads a set-up from its record form where that may be written in more than one way.
    read_setup: Callable[[Any], SetupT] | None = None


def filter_blocking(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if problem.is_blocking)


def _replace(value: Any, /, **changes: Any) -> Any:
    """As `dataclasses.replace`, seven times faster for classes without slots: rules copy a state of twenty
    fields several times a move."""
    try:
        fields = value.__dict__
    except AttributeError:
        return dataclasses.replace(value, **changes)
    changed_fields = {**fields, **changes}
    if len(changed_fields) != len(fields):
        raise TypeError(f"{type(value).__name__} has no field {min(changes.keys() - fields.keys())}")
    kind = type(value)
    changed = _new(kind)
    # Past the lock of a frozen class, as its own `__init__` does.
    _set(changed, "__dict__", changed_fields)
    if hasattr(kind, "__post_init__"):
        changed.__post_init__()
    return changed


_new, _set = object.__new__, object.__setattr__


if TYPE_CHECKING:
    # So that the types of the fields are checked.
    from dataclasses import replace as replace
else:
    replace = _replace
