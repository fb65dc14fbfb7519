"""Players and their order round the table.

A name is what a person typed, made safe to show and to compare: one line, no control characters,
composed form. Seats count from 0, clockwise.

Names are optional. A seat without one is kept as its plain number, counted from 1: the same in every
language, unlike all others, and readable by versions that know nothing of it. Its words are the translator's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

from companion.games.game import Problem, error

# A field of a set-up that holds a seat: whoever types one by hand counts from 1 (`options.counted_from_one`).
Seat: TypeAlias = Annotated[int, "seat"]

LONGEST_NAME = 40
# Beyond this nothing is looked at: a file may hold a whole book in the place of a name.
_MOST_READ = 100 * LONGEST_NAME
# No table seats so many: a longer list is refused for its length, before each name is compared with all.
_MOST_COMPARED = 40
# Joiners that Persian and emoji need; all other characters without a shape are dropped: controls, direction
# marks, halves of pairs, private use. Unassigned ones stay, for what this Python does not know may be an
# emoji of next year, and a name must be the same on every device.
_JOINERS = "\u200c\u200d"
_SHAPELESS = frozenset({"Cc", "Cf", "Cs", "Co"})
# Letters that Arabic and Persian keyboards write differently and a table reads as one.
_READ_AS_ONE = str.maketrans(
    {"\u064a": "\u06cc", "\u0649": "\u06cc", "\u0643": "\u06a9", "\u200c": None, "\u200d": None}
)

_NUMBER = re.compile(r"[1-9][0-9]?")


def clean_name(typed: str) -> str:
    """The name as it is kept: composed, on one line, without what cannot be seen."""
    if typed.isascii() and typed.isprintable():
        # Most names, each asked about again and again: there is nothing to compose and nothing unseen.
        return " ".join(typed[:_MOST_READ].split())
    seen = "".join(
        " " if char.isspace() else char
        for char in typed[:_MOST_READ]
        if char in _JOINERS or char.isspace() or unicodedata.category(char) not in _SHAPELESS
    )
    return " ".join(unicodedata.normalize("NFC", seen).split()).strip(_JOINERS + " ")


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for one another at the table."""
    return read_name(one) == read_name(other)


def read_name(name: str) -> str:
    """The name as it is read, for lists too long to compare each with each: the same for the same name."""
    # The same few people sit down again and again, in thousands of games; longer texts are not remembered.
    return _known_reading(name) if len(name) <= LONGEST_NAME else _reading(name)


@lru_cache(maxsize=1024)
def _known_reading(name: str) -> str:
    return _reading(name)


def _reading(name: str) -> str:
    folded = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    return unicodedata.normalize("NFKC", folded.translate(_READ_AS_ONE))


def name_problem(typed: str, others: Sequence[str]) -> Problem | None:
    """Why this name cannot take a seat beside the others, or None."""
    name = clean_name(typed)
    if not name:
        return error("app.problem.name_empty")
    if len(name) > LONGEST_NAME:
        return error("app.problem.name_long", limit=LONGEST_NAME, length=len(name))
    for other in others:
        if same_name(name, other):
            return error("app.problem.name_taken", name=other)
    return None


def unnamed(name: str) -> bool:
    """Whether a seat has only its number."""
    return _NUMBER.fullmatch(name) is not None


def seating_problems(names: Sequence[str], fewest: int, most: int) -> tuple[Problem, ...]:
    """All that is wrong with these seats for a game of `fewest` to `most` players.

    The names are those of a set-up, so they must have been cleaned: a record from elsewhere may hold others.
    """
    if len(names) > max(most, _MOST_COMPARED):
        return (error("app.problem.seats_many", n=most, seated=len(names)),)
    found = [
        problem for i, name in enumerate(names) if (problem := name_problem(name, names[:i])) is not None
    ]
    found += [
        error("app.problem.name_unclean", name=clean_name(name)) for name in names if clean_name(name) != name
    ]
    if len(names) < fewest:
        found.append(error("app.problem.seats_few", n=fewest, seated=len(names)))
    if len(names) > most:
        found.append(error("app.problem.seats_many", n=most, seated=len(names)))
    return tuple(found)


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """The same seats, those without a name with the numbers of their places."""
    return tuple(str(seat + 1) if unnamed(name) else name for seat, name in enumerate(names))


def seats_without_names(count: int) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in range(count))


def resized(names: Sequence[str], count: int) -> tuple[str, ...]:
    """So many seats: new ones have no name yet, and those without one go first, from the end."""
    kept = list(names)
    while len(kept) > count:
        free = (seat for seat in reversed(range(len(kept))) if unnamed(kept[seat]))
        del kept[next(free, len(kept) - 1)]
    return numbered((*kept, *seats_without_names(count - len(kept))))


def taking_a_seat(names: Sequence[str], name: str) -> tuple[str, ...]:
    """With one more name: at the first seat that has none, else at a new one."""
    free = next((seat for seat, other in enumerate(names) if unnamed(other)), len(names))
    return numbered((*names[:free], name, *names[free + 1 :]))


def moved(names: Sequence[str], seat: int, to: int) -> tuple[str, ...]:
    """The same people with the one at `seat` now sitting at `to`."""
    order = list(names)
    order.insert(to, order.pop(seat))
    return numbered(order)


def swapped(names: Sequence[str], one: int, other: int) -> tuple[str, ...]:
    """The same people, two of whom have changed places."""
    order = list(names)
    order[one], order[other] = order[other], order[one]
    return numbered(order)


def without_seat(names: Sequence[str], seat: int) -> tuple[str, ...]:
    return numbered((*names[:seat], *names[seat + 1 :]))
