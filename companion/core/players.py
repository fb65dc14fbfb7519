"""Player names and their order round the table: cleaning, comparison, validation and editing of seats.

Seats count from 0, clockwise. A name is one line of NFC text without control characters. Names are
optional: an unnamed seat is stored as its plain number, counted from 1. That is the same in every language,
unique, and readable by older versions; the translator turns it into a display name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

from companion.core.game import Problem, ProblemError, error

# Marks a set-up field that holds a seat: hand-written values count from 1 (`find_one_based_fields`).
Seat: TypeAlias = Annotated[int, "seat"]

MAX_NAME_LENGTH = 40
# Longer input is truncated before cleaning: a damaged file may hold a whole book in place of a name.
_MAX_READ_LENGTH = 100 * MAX_NAME_LENGTH
# Longer lists are rejected by length alone, because names are compared pairwise.
_MAX_COMPARED_NAMES = 40
# Persian and emoji need these joiners. All other characters without a glyph are removed: controls, direction
# marks, surrogates, private use. Unassigned code points stay: they may be emoji that this Python version does
# not know, and a name must be the same on every device.
_JOINERS = "\u200c\u200d"
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co"})
# Arabic and Persian keyboards produce different code points for letters that look the same.
_CONFUSABLES = str.maketrans(
    {"\u064a": "\u06cc", "\u0649": "\u06cc", "\u0643": "\u06a9", "\u200c": None, "\u200d": None}
)

_SEAT_NUMBER = re.compile(r"[1-9][0-9]?")


def clean_name(typed: str) -> str:
    """Clean a typed name for storage: NFC, on one line, without invisible characters."""
    if typed.isascii() and typed.isprintable():
        # Fast path for most names: ASCII needs no normalization.
        return " ".join(typed[:_MAX_READ_LENGTH].split())
    visible = "".join(
        " " if char.isspace() else char
        for char in typed[:_MAX_READ_LENGTH]
        if char in _JOINERS or char.isspace() or unicodedata.category(char) not in _INVISIBLE_CATEGORIES
    )
    return " ".join(unicodedata.normalize("NFC", visible).split()).strip(_JOINERS + " ")


def is_same_name(one: str, other: str) -> bool:
    """True if people would read the two names as the same."""
    return normalize_name(one) == normalize_name(other)


def normalize_name(name: str) -> str:
    """Return a comparison key: equal for names that read the same."""
    # The same few names recur in thousands of games, so they are cached; longer texts are not.
    return _normalize(name) if len(name) <= MAX_NAME_LENGTH else _normalize.__wrapped__(name)


@lru_cache(maxsize=1024)
def _normalize(name: str) -> str:
    folded = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    return unicodedata.normalize("NFKC", folded.translate(_CONFUSABLES))


def validate_name(typed: str, others: Sequence[str]) -> Problem | None:
    """Return the problem with this name beside the others, or None if it is valid."""
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
    """True if a seat has only its number."""
    return _SEAT_NUMBER.fullmatch(name) is not None


def validate_seats(names: Sequence[str], min_players: int, max_players: int) -> tuple[Problem, ...]:
    """Return all problems with these seats for a game of `min_players` to `max_players` players. Also reports
    names that are not cleaned, which a record from elsewhere may contain."""
    if len(names) > max(max_players, _MAX_COMPARED_NAMES):
        return (error("app.problem.seats_many", n=max_players, seated=len(names)),)
    problems = [problem for i, name in enumerate(names) if (problem := validate_name(name, names[:i]))]
    cleaned_names = [(name, clean_name(name)) for name in names]
    problems += [
        error("app.problem.name_unclean", name=clean) for name, clean in cleaned_names if clean != name
    ]
    if len(names) < min_players:
        problems.append(error("app.problem.seats_few", n=min_players, seated=len(names)))
    if len(names) > max_players:
        problems.append(error("app.problem.seats_many", n=max_players, seated=len(names)))
    return tuple(problems)


def number_unnamed_seats(names: Sequence[str]) -> tuple[str, ...]:
    """Renumber the unnamed seats by their position."""
    return tuple(str(seat + 1) if is_unnamed(name) else name for seat, name in enumerate(names))


def make_unnamed_seats(count: int) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in range(count))


def resize_seats(names: Sequence[str], count: int) -> tuple[str, ...]:
    """Resize to `count` seats: new ones are unnamed; unnamed seats are removed first, from the end."""
    resized_names = list(names)
    while len(resized_names) > count:
        free = (seat for seat in reversed(range(len(resized_names))) if is_unnamed(resized_names[seat]))
        del resized_names[next(free, len(resized_names) - 1)]
    return number_unnamed_seats((*resized_names, *make_unnamed_seats(count - len(resized_names))))


def add_player(names: Sequence[str], name: str) -> tuple[str, ...]:
    """Add a player at the first unnamed seat, or at a new one."""
    free = next((seat for seat, other in enumerate(names) if is_unnamed(other)), len(names))
    return number_unnamed_seats((*names[:free], name, *names[free + 1 :]))


def move_player(names: Sequence[str], seat: int, to: int) -> tuple[str, ...]:
    order = list(names)
    order.insert(to, order.pop(seat))
    return number_unnamed_seats(order)


def swap_players(names: Sequence[str], one: int, other: int) -> tuple[str, ...]:
    order = list(names)
    order[one], order[other] = order[other], order[one]
    return number_unnamed_seats(order)


def remove_seat(names: Sequence[str], seat: int) -> tuple[str, ...]:
    return number_unnamed_seats((*names[:seat], *names[seat + 1 :]))


def validate_typed_name(
    typed: str, others: Iterable[str], display_name: Callable[[str], str]
) -> Problem | None:
    """Return the problem with a typed name, or None. Numbers are reserved for unnamed seats, and their
    display names (from `display_name`) are taken too."""
    if clean_name(typed).isdecimal():
        return error("app.problem.name_number")
    return validate_name(typed, tuple(map(display_name, others)))


def rename_seat(
    names: Sequence[str], seat: int, typed: str, display_name: Callable[[str], str]
) -> tuple[str, ...]:
    """Rename one seat; empty input makes it unnamed. Raises `ProblemError`."""
    name = clean_name(typed)
    if name and (problem := validate_typed_name(name, (*names[:seat], *names[seat + 1 :]), display_name)):
        raise ProblemError(problem)
    return number_unnamed_seats((*names[:seat], name or str(seat + 1), *names[seat + 1 :]))
