"""Those who play, across the games: how each is shown, and which names are one person's.

People are told apart by their names as they are read (`games.seats.read_name`), here called a reading. A
name may be another name of somebody: `aliases` lead from its reading to that of the one who is shown. They do
so in one step, everywhere: no chain, and no circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

# What somebody may be known by on a disc: marks by the names of their drawings, none of them that of a role,
# and colours by the names of theirs in the look. What comes from elsewhere may name others: then it is as if
# there was none.
MARKS: Final = (
    *("star", "flame", "bell", "book", "house", "lightning", "moon"),
    *("rain", "globe", "map", "tavern", "hearth", "broom", "hourglass"),
)
COLOURS: Final = ("candle", "leaf", "sea", "teal", "moon", "plum", "brick", "sand")

Aliases = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OtherName:
    reading: str
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played, or is remembered. `last` is when their last game began, if there is one."""

    reading: str
    name: str
    mark: str | None = None
    colour: str | None = None
    others: tuple[OtherName, ...] = ()
    games: int = 0
    last: float | None = None

    @property
    def readings(self) -> frozenset[str]:
        return frozenset((self.reading, *(other.reading for other in self.others)))


def known_mark(mark: object) -> str | None:
    return mark if isinstance(mark, str) and mark in MARKS else None


def known_colour(colour: object) -> str | None:
    return colour if isinstance(colour, str) and colour in COLOURS else None


def person_of(aliases: Aliases, reading: str) -> str:
    """Who is shown for this name."""
    return aliases.get(reading, reading)


def names_of(aliases: Aliases, person: str) -> frozenset[str]:
    """The other names of somebody."""
    return frozenset(name for name, of in aliases.items() if of == person)


def merged(aliases: Aliases, one: str, other: str) -> Aliases:
    """One person from now on, of whom the first is shown; other names of the second are names of the first.

    Whichever of their names they are given by, it is they.
    """
    shown, gone = person_of(aliases, one), person_of(aliases, other)
    if shown == gone:
        return aliases
    return {**aliases, **dict.fromkeys(names_of(aliases, gone), shown), gone: shown}


def parted(aliases: Aliases, name: str, along: Iterable[str] = ()) -> Aliases:
    """Again somebody of their own, with those of the person's names that come `along`: what they had before
    they became one."""
    if name not in aliases:
        return aliases
    person = aliases[name]
    with_them = {other for other in along if other != name and aliases.get(other) == person}
    left = {other: of for other, of in aliases.items() if other != name and other not in with_them}
    return {**left, **dict.fromkeys(with_them, name)}
