"""A name that is being typed: who may be called so, and the seats with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.game import Problem, ProblemError, error
from companion.games.seats import clean_name, name_problem, numbered


def typed_problem(typed: str, others: Iterable[str], shown: Callable[[str], str]) -> Problem | None:
    """Why nobody can be called so beside the others, or None: a number is what seats without a name have, and
    they are called by it. `shown` says how."""
    if clean_name(typed).isdecimal():
        return error("app.problem.name_number")
    return name_problem(typed, tuple(map(shown, others)))


def renamed(names: Sequence[str], seat: int, typed: str, shown: Callable[[str], str]) -> tuple[str, ...]:
    """The same seats, one of them with another name; with nothing typed, with none.

    Raises `ProblemError` for a name that cannot sit there.
    """
    name = clean_name(typed)
    if name:
        problem = typed_problem(name, (*names[:seat], *names[seat + 1 :]), shown)
        if problem is not None:
            raise ProblemError(problem)
    return numbered((*names[:seat], name or str(seat + 1), *names[seat + 1 :]))
