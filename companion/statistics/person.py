"""People across games: their looks, their aliases, and renaming them in stored data.

People are identified by the `normalize_name` of their name, called the name key. `Aliases` map the key of
an alias directly to the key of its person: no chains, no cycles. `NameChanges` renames or forgets a
player wherever names stand: in `players` lists of records and, as whole words, in text that users typed.
The same letters elsewhere may mean something else, such as a role or a city.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.core.players import is_unnamed, normalize_name, number_unnamed_seats
from companion.i18n.bidi import ZWNJ, split_clusters

# Allowed looks of a person: names of icons (none of them a role's) and of theme colours. Unknown values in
# imported data are ignored.
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
    """Somebody who has played or is in the roster. `last_started` is the start time of their last game."""

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
    return aliases.get(name_key, name_key)


def list_aliases(aliases: Aliases, person: str) -> frozenset[str]:
    return frozenset(alias for alias, owner in aliases.items() if owner == person)


def merge_people(aliases: Aliases, first: str, second: str) -> Aliases:
    """Merge two people, given by any name: the second and its aliases become aliases of the first."""
    main, merged_person = resolve_alias(aliases, first), resolve_alias(aliases, second)
    if main == merged_person:
        return aliases
    return {**aliases, **dict.fromkeys(list_aliases(aliases, merged_person), main), merged_person: main}


def split_person(aliases: Aliases, name: str, companions: Iterable[str] = ()) -> Aliases:
    """Make an alias a person again, with those of its former aliases that still have the same owner."""
    if name not in aliases:
        return aliases
    person = aliases[name]
    moved = {alias for alias in companions if alias != name and aliases.get(alias) == person}
    remaining = {alias: owner for alias, owner in aliases.items() if alias != name and alias not in moved}
    return {**remaining, **dict.fromkeys(moved, name)}


# Replaces a forgotten name in text that users wrote.
REDACTED: Final = "…"
# Fields of saved page state that hold text the user typed.
_TEXT_FIELDS: Final = ("typed", "by_entry")


@dataclass(frozen=True, slots=True)
class NameChanges:
    """Maps the key of each changed name to the new name, or to None if it is forgotten."""

    new_names: Mapping[str, str | None]

    def affects(self, name: str) -> bool:
        return not is_unnamed(name) and normalize_name(name) in self.new_names

    def rename_seats(self, players: Sequence[str]) -> tuple[str, ...]:
        """Rename the players of a game; forgotten ones are replaced by their seat numbers."""
        renamed = (
            self.new_names[normalize_name(name)] or "1" if self.affects(name) else name for name in players
        )
        return number_unnamed_seats(tuple(renamed))

    def rename_in_record(self, value: Any) -> Any:
        """Rename players in a JSON record, and remove forgotten names from typed text."""
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
        """Rename a list of name keys, without duplicates."""
        new_names = (self.new_names.get(name_key, name_key) for name_key in name_keys)
        return list(dict.fromkeys(normalize_name(name) for name in new_names if name is not None))

    def redact(self, text: str) -> str:
        """Remove forgotten names from text that users wrote."""
        for name_key, name in self.new_names.items():
            if name is None:
                text = replace_name(text, name_key, REDACTED)
        return text

    def replace_names(self, text: str) -> str:
        """Replace changed names, and remove forgotten ones, in text composed of names."""
        for name_key, name in self.new_names.items():
            text = replace_name(text, name_key, REDACTED if name is None else name)
        return text


def _is_name_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def replace_name(text: str, name_key: str, replacement: str) -> str:
    """Replace a name wherever it occurs as a whole word, in any spelling with the same name key."""
    graphemes = split_clusters(text)
    # The folded form of each grapheme, and below the offset at which it starts in the folded text.
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
        first = start_indexes.get(match_start)
        after = start_indexes.get(match_end, len(graphemes) if match_end == offset else None)
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
        is_blank = grapheme.isspace()
        # As in a name, several blanks are folded into one.
        yield ("" if was_blank else " ") if is_blank else normalize_name(grapheme)
        was_blank = is_blank


def _is_whole_word(graphemes: Sequence[str], first: int, after: int) -> bool:
    before = graphemes[first - 1] if first else ""
    following = graphemes[after] if after < len(graphemes) else ""
    return not _is_same_word(before, graphemes[first]) and not _is_same_word(graphemes[after - 1], following)


def _is_same_word(one: str, other: str) -> bool:
    """True if two graphemes belong to one word. A zero-width non-joiner separates a name from a suffix."""
    return one[:1].isalnum() and other[:1].isalnum() and not one.endswith(ZWNJ)
