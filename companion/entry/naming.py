"""A name that is being typed: who may be called so, and the seats with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.game import Problem, ProblemError, error
from companion.games.seats import clean_name, number_unnamed_seats, validate_name


def validate_typed_name(
    typed: str, others: Iterable[str], display_name: Callable[[str], str]
) -> Problem | None:
    """Why nobody can be called so beside the others, or None: a number is what seats without a name have, and
    they are called by it. `display_name` says how."""
    if clean_name(typed).isdecimal():
        return error("app.problem.name_number")
    return validate_name(typed, tuple(map(display_name, others)))


def rename_seat(
    names: Sequence[str], seat: int, typed: str, display_name: Callable[[str], str]
) -> tuple[str, ...]:
    """The same seats, one of them with another name; with nothing typed, with none.

    Raises `ProblemError` for a name that cannot sit there.
    """
    name = clean_name(typed)
    if name:
        problem = validate_typed_name(name, (*names[:seat], *names[seat + 1 :]), display_name)
        if problem is not None:
            raise ProblemError(problem)
    return number_unnamed_seats((*names[:seat], name or str(seat + 1), *names[seat + 1 :]))
