"""Names put in the place of names, in everything that is kept: a player is called otherwise, or is forgotten.

A name is looked for where names stand: in the `players` of a record, however deep they lie in it, and in
words that people wrote, as a whole word. Elsewhere the same letters mean something else: a role, a city.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.seats import numbered, read_name, unnamed
from companion.i18n.clusters import ZWNJ, clusters

# What stands in the place of a name that was forgotten, where people wrote it among other words.
FORGOTTEN: Final = "…"
# Fields of what is remembered that hold what somebody typed, or half typed.
_TYPED: Final = ("typed", "by_entry")


@dataclass(frozen=True, slots=True)
class NewNames:
    """By its reading what takes the place of each name: another one, or None if it is forgotten."""

    of: Mapping[str, str | None]

    def changes(self, name: str) -> bool:
        return not unnamed(name) and read_name(name) in self.of

    def seats(self, players: Sequence[str]) -> tuple[str, ...]:
        """The same seats; whoever is forgotten leaves the number of theirs."""
        named = (self.of[read_name(name)] or "1" if self.changes(name) else name for name in players)
        return numbered(tuple(named))

    def record(self, value: Any) -> Any:
        """A record with other people at its seats. What was typed loses the names that are forgotten."""
        if isinstance(value, list):
            return [self.record(item) for item in value]
        if isinstance(value, dict):
            return {key: self._held(key, held) for key, held in value.items()}
        return value

    def _held(self, key: str, value: Any) -> Any:
        if key == "players" and _are_names(value):
            return list(self.seats(value))
        return self._typed(value) if key in _TYPED else self.record(value)

    def _typed(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._typed(held) for key, held in value.items()}
        return self.without(value) if isinstance(value, str) else value

    def readings(self, known: Iterable[str]) -> list[str]:
        """Of a list of readings, each of which stands there once."""
        new = (self.of.get(reading, reading) for reading in known)
        return list(dict.fromkeys(read_name(name) for name in new if name is not None))

    def without(self, text: str) -> str:
        """Words that people wrote, without the names that are forgotten."""
        for reading, name in self.of.items():
            if name is None:
                text = replaced(text, reading, FORGOTTEN)
        return text

    def within(self, text: str) -> str:
        """Words that were made of names: with the new ones, or without them."""
        for reading, name in self.of.items():
            text = replaced(text, reading, FORGOTTEN if name is None else name)
        return text


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def replaced(text: str, reading: str, by: str) -> str:
    """The text with something else wherever this name stands in it as a whole word, however it is written."""
    signs = clusters(text)
    # What each sign reads as, and at which letter of all that it begins.
    read = list(_read(signs))
    folded = "".join(read)
    if reading not in folded:
        return text
    starts, at = dict[int, int](), 0
    for number, letters in enumerate(read):
        if letters:
            starts[at] = number
        at += len(letters)
    made, kept = "", 0
    found = folded.find(reading)
    while found >= 0:
        end = found + len(reading)
        first, after = starts.get(found), starts.get(end, len(signs) if end == at else None)
        if first is not None and after is not None and _is_whole(signs, first, after):
            made += "".join(signs[kept:first]) + by
            kept = after
            found = folded.find(reading, end)
        else:
            found = folded.find(reading, found + 1)
    return made + "".join(signs[kept:])


def _read(signs: Sequence[str]) -> Iterator[str]:
    blank = False
    for sign in signs:
        if sign.isspace():
            # As in a name: however many, they are read as one.
            yield "" if blank else " "
            blank = True
        else:
            blank = False
            yield read_name(sign)


def _is_whole(signs: Sequence[str], first: int, after: int) -> bool:
    before = signs[first - 1] if first else ""
    behind = signs[after] if after < len(signs) else ""
    return not _joins(before, signs[first]) and not _joins(signs[after - 1], behind)


def _joins(one: str, other: str) -> bool:
    """Whether two signs belong to one word. The half-space parts a name from what is hung on to it."""
    return one[:1].isalnum() and other[:1].isalnum() and not one.endswith(ZWNJ)
