"""Players and their order round the table.

A name is what a person typed, made safe to show and to compare: one line, no control characters,
composed form. Seats count from 0, clockwise.

Names are optional. A seat without one is kept as its plain number, counted from 1: the same in every
language, unlike all others, and readable by versions that know nothing of it. Its words are the translator's.

A name that is being typed: who may be called so, and the seats with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

from companion.core.game import Problem, ProblemError, error

# A field of a set-up that holds a seat: whoever types one by hand counts from 1 (`options.counted_from_one`).
Seat: TypeAlias = Annotated[int, "seat"]

MAX_NAME_LENGTH = 40
# Beyond this nothing is looked at: a file may hold a whole book in the place of a name.
_MAX_READ_LENGTH = 100 * MAX_NAME_LENGTH
# No table seats so many: a longer list is refused for its length, before each name is compared with all.
_MAX_COMPARED_NAMES = 40
# Joiners that Persian and emoji need; all other characters without a shape are dropped: controls, direction
# marks, halves of pairs, private use. Unassigned ones stay, for what this Python does not know may be an
# emoji of next year, and a name must be the same on every device.
_JOINERS = "\u200c\u200d"
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co"})
# Letters that Arabic and Persian keyboards write differently and a table reads as one.
_CONFUSABLES = str.maketrans(
    {"\u064a": "\u06cc", "\u0649": "\u06cc", "\u0643": "\u06a9", "\u200c": None, "\u200d": None}
)

_SEAT_NUMBER = re.compile(r"[1-9][0-9]?")


def clean_name(typed: str) -> str:
    """The name as it is kept: composed, on one line, without what cannot be seen."""
    if typed.isascii() and typed.isprintable():
        # Most names, each asked about again and again: there is nothing to compose and nothing unseen.
        return " ".join(typed[:_MAX_READ_LENGTH].split())
    visible = "".join(
        " " if char.isspace() else char
        for char in typed[:_MAX_READ_LENGTH]
        if char in _JOINERS or char.isspace() or unicodedata.category(char) not in _INVISIBLE_CATEGORIES
    )
    return " ".join(unicodedata.normalize("NFC", visible).split()).strip(_JOINERS + " ")


def is_same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for one another at the table."""
    return normalize_name(one) == normalize_name(other)


def normalize_name(name: str) -> str:
    """The name as it is read, for lists too long to compare each with each: the same for the same name."""
    # The same few people sit down again and again, in thousands of games; longer texts are not remembered.
    return _cached_normalized_name(name) if len(name) <= MAX_NAME_LENGTH else _compute_normalized_name(name)


@lru_cache(maxsize=1024)
def _cached_normalized_name(name: str) -> str:
    return _compute_normalized_name(name)


def _compute_normalized_name(name: str) -> str:
    folded = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    return unicodedata.normalize("NFKC", folded.translate(_CONFUSABLES))


def validate_name(typed: str, others: Sequence[str]) -> Problem | None:
    """Why this name cannot take a seat beside the others, or None."""
    name = clean_name(typed)
    if not name:
        return error("app.problem.name_empty")
    if len(name) > MAX_NAME_LENGTH:
        return error("app.problem.name_long", limit=MAX_NAME_LENGTH, length=len(name))
    for other in others:
        if is_same_name(name, other):
            return error("app.problem.name_taken", name=other)
    return None


def is_unnamed(name: str) -> bool:
    """Whether a seat has only its number."""
    return _SEAT_NUMBER.fullmatch(name) is not None


def validate_seats(names: Sequence[str], min_players: int, max_players: int) -> tuple[Problem, ...]:
    """All that is wrong with these seats for a game of `min_players` to `max_players` players.

    The names are those of a set-up, so they must have been cleaned: a record from elsewhere may hold others.
    """
    if len(names) > max(max_players, _MAX_COMPARED_NAMES):
        return (error("app.problem.seats_many", n=max_players, seated=len(names)),)
    problems = [
        problem for i, name in enumerate(names) if (problem := validate_name(name, names[:i])) is not None
    ]
    problems += [
        error("app.problem.name_unclean", name=clean_name(name)) for name in names if clean_name(name) != name
    ]
    if len(names) < min_players:
        problems.append(error("app.problem.seats_few", n=min_players, seated=len(names)))
    if len(names) > max_players:
        problems.append(error("app.problem.seats_many", n=max_players, seated=len(names)))
    return tuple(problems)


def number_unnamed_seats(names: Sequence[str]) -> tuple[str, ...]:
    """The same seats, those without a name with the numbers of their places."""
    return tuple(str(seat + 1) if is_unnamed(name) else name for seat, name in enumerate(names))


def make_unnamed_seats(count: int) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in range(count))


def resize_seats(names: Sequence[str], count: int) -> tuple[str, ...]:
    """So many seats: new ones have no name yet, and those without one go first, from the end."""
    resized_names = list(names)
    while len(resized_names) > count:
        free = (seat for seat in reversed(range(len(resized_names))) if is_unnamed(resized_names[seat]))
        del resized_names[next(free, len(resized_names) - 1)]
    return number_unnamed_seats((*resized_names, *make_unnamed_seats(count - len(resized_names))))


def add_player(names: Sequence[str], name: str) -> tuple[str, ...]:
    """With one more name: at the first seat that has none, else at a new one."""
    free = next((seat for seat, other in enumerate(names) if is_unnamed(other)), len(names))
    return number_unnamed_seats((*names[:free], name, *names[free + 1 :]))


def move_player(names: Sequence[str], seat: int, to: int) -> tuple[str, ...]:
    """The same people with the one at `seat` now sitting at `to`."""
    order = list(names)
    order.insert(to, order.pop(seat))
    return number_unnamed_seats(order)


def swap_players(names: Sequence[str], one: int, other: int) -> tuple[str, ...]:
    """The same people, two of whom have changed places."""
    order = list(names)
    order[one], order[other] = order[other], order[one]
    return number_unnamed_seats(order)


def remove_seat(names: Sequence[str], seat: int) -> tuple[str, ...]:
    return number_unnamed_seats((*names[:seat], *names[seat + 1 :]))


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
