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
PERSON_ICONS: Final = (
    *("star", "flame", "bell", "book", "house", "lightning", "moon"),
    *("rain", "globe", "map", "tavern", "hearth", "broom", "hourglass"),
)
PERSON_COLOURS: Final = ("candle", "leaf", "sea", "teal", "moon", "plum", "brick", "sand")

Aliases = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PersonAlias:
    name_key: str
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played, or is remembered. `last_started` is when their last game began, if there
    is one."""

    name_key: str
    name: str
    icon: str | None = None
    colour: str | None = None
    aliases: tuple[PersonAlias, ...] = ()
    game_count: int = 0
    last_started: float | None = None

    @property
    def name_keys(self) -> frozenset[str]:
        return frozenset((self.name_key, *(alias.name_key for alias in self.aliases)))


def parse_icon(icon: object) -> str | None:
    return icon if isinstance(icon, str) and icon in PERSON_ICONS else None


def parse_colour(colour: object) -> str | None:
    return colour if isinstance(colour, str) and colour in PERSON_COLOURS else None


def resolve_alias(aliases: Aliases, name_key: str) -> str:
    """Who is shown for this name."""
    return aliases.get(name_key, name_key)


def list_aliases(aliases: Aliases, person: str) -> frozenset[str]:
    """The other names of somebody."""
    return frozenset(alias for alias, owner in aliases.items() if owner == person)


def merge_people(aliases: Aliases, first: str, second: str) -> Aliases:
    """One person from now on, of whom the first is shown; other names of the second are names of the first.

    Whichever of their names they are given by, it is they.
    """
    main, merged_person = resolve_alias(aliases, first), resolve_alias(aliases, second)
    if main == merged_person:
        return aliases
    return {**aliases, **dict.fromkeys(list_aliases(aliases, merged_person), main), merged_person: main}


def split_person(aliases: Aliases, name: str, companions: Iterable[str] = ()) -> Aliases:
    """Again somebody of their own, with those of the person's names that come `companions`: what they had
    before they became one."""
    if name not in aliases:
        return aliases
    person = aliases[name]
    moved = {alias for alias in companions if alias != name and aliases.get(alias) == person}
    remaining = {alias: owner for alias, owner in aliases.items() if alias != name and alias not in moved}
    return {**remaining, **dict.fromkeys(moved, name)}
