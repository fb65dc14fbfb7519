"""Those who play, across the games: how each is shown, and which names are one person's.

People are told apart by their names as they are read (`games.seats.read_name`), here called a reading. A
name may be another name of somebody: `aliases` lead from its reading to that of the one who is shown. They do
so in one step, everywhere: no chain, and no circle.

Names put in the place of names, in everything that is kept: a player is called otherwise, or is forgotten.

A name is looked for where names stand: in the `players` of a record, however deep they lie in it, and in
words that people wrote, as a whole word. Elsewhere the same letters mean something else: a role, a city.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.core.players import is_unnamed, normalize_name, number_unnamed_seats
from companion.i18n.bidi import ZWNJ, split_clusters

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


# What stands in the place of a name that was forgotten, where people wrote it among other words.
REDACTED: Final = "…"
# Fields of what is remembered that hold what somebody typed, or half typed.
_TEXT_FIELDS: Final = ("typed", "by_entry")


@dataclass(frozen=True, slots=True)
class NameChanges:
    """By its reading what takes the place of each name: another one, or None if it is forgotten."""

    new_names: Mapping[str, str | None]

    def affects(self, name: str) -> bool:
        return not is_unnamed(name) and normalize_name(name) in self.new_names

    def rename_seats(self, players: Sequence[str]) -> tuple[str, ...]:
        """The same seats; whoever is forgotten leaves the number of theirs."""
        renamed = (
            self.new_names[normalize_name(name)] or "1" if self.affects(name) else name for name in players
        )
        return number_unnamed_seats(tuple(renamed))

    def rename_in_record(self, value: Any) -> Any:
        """A record with other people at its seats. What was typed loses the names that are forgotten."""
        if isinstance(value, list):
            return [self.rename_in_record(item) for item in value]
        if isinstance(value, dict):
            return {key: self._rename_field(key, field) for key, field in value.items()}
        return value

    def _rename_field(self, key: str, value: Any) -> Any:
        if key == "players" and _is_name_list(value):
            return list(self.rename_seats(value))
        return self._redact_typed(value) if key in _TEXT_FIELDS else self.rename_in_record(value)

    def _redact_typed(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._redact_typed(item) for key, item in value.items()}
        return self.redact(value) if isinstance(value, str) else value

    def rename_keys(self, name_keys: Iterable[str]) -> list[str]:
        """Of a list of readings, each of which stands there once."""
        new_names = (self.new_names.get(name_key, name_key) for name_key in name_keys)
        return list(dict.fromkeys(normalize_name(name) for name in new_names if name is not None))

    def redact(self, text: str) -> str:
        """Words that people wrote, without the names that are forgotten."""
        for name_key, name in self.new_names.items():
            if name is None:
                text = replace_name(text, name_key, REDACTED)
        return text

    def replace_names(self, text: str) -> str:
        """Words that were made of names: with the new ones, or without them."""
        for name_key, name in self.new_names.items():
            text = replace_name(text, name_key, REDACTED if name is None else name)
        return text


def _is_name_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def replace_name(text: str, name_key: str, replacement: str) -> str:
    """The text with something else wherever this name stands in it as a whole word, however it is written."""
    graphemes = split_clusters(text)
    # What each sign reads as, and at which letter of all that it begins.
    folded_graphemes = list(_fold_graphemes(graphemes))
    folded_text = "".join(folded_graphemes)
    if name_key not in folded_text:
        return text
    start_indexes, offset = dict[int, int](), 0
    for index, letters in enumerate(folded_graphemes):
        if letters:
            start_indexes[offset] = index
        offset += len(letters)
    result, copied = "", 0
    match_start = folded_text.find(name_key)
    while match_start >= 0:
        match_end = match_start + len(name_key)
        first, after = (
            start_indexes.get(match_start),
            start_indexes.get(match_end, len(graphemes) if match_end == offset else None),
        )
        if first is not None and after is not None and _is_whole_word(graphemes, first, after):
            result += "".join(graphemes[copied:first]) + replacement
            copied = after
            match_start = folded_text.find(name_key, match_end)
        else:
            match_start = folded_text.find(name_key, match_start + 1)
    return result + "".join(graphemes[copied:])


def _fold_graphemes(graphemes: Sequence[str]) -> Iterator[str]:
    was_blank = False
    for grapheme in graphemes:
        if grapheme.isspace():
            # As in a name: however many, they are read as one.
            yield "" if was_blank else " "
            was_blank = True
        else:
            was_blank = False
            yield normalize_name(grapheme)


def _is_whole_word(graphemes: Sequence[str], first: int, after: int) -> bool:
    before = graphemes[first - 1] if first else ""
    following = graphemes[after] if after < len(graphemes) else ""
    return not _is_same_word(before, graphemes[first]) and not _is_same_word(graphemes[after - 1], following)


def _is_same_word(one: str, other: str) -> bool:
    """Whether two signs belong to one word. The half-space parts a name from what is hung on to it."""
    return one[:1].isalnum() and other[:1].isalnum() and not one.endswith(ZWNJ)
