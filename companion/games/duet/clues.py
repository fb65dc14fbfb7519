"""Clues as a table tells them: the number that goes with the word, and what this table lets pass as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.game import Problem, warning
from companion.games.seats import clean_name, read_name

LONGEST_CLUE: Final = 40
# Shorter than this, one word is part of another by chance: "art" in "party" is worth a look, "a" is not.
_SHORTEST_PART: Final = 3


class Unlimited(Enum):
    """In place of a number: as many words as the guessers dare."""

    UNLIMITED = "unlimited"


Number = int | Unlimited


@dataclass(frozen=True, slots=True)
class ClueRules:
    """How strict a table is with clues. The rules leave these three to it; all are off unless it says so."""

    names: bool = False
    abbreviations: bool = False
    homophones: bool = False


def clean_clue(typed: str) -> str:
    """The word as it is kept: on one line, without what cannot be seen."""
    return clean_name(typed)


def doubts(rules: ClueRules, words: Sequence[str], clue: str) -> tuple[Problem, ...]:
    """What may be wrong with a clue, as far as letters tell: for the table to judge, never refused.

    `words` are those that still lie open; where nobody typed them they are empty and say nothing.
    """
    read = read_name(clue)
    if not read:
        return ()
    found = []
    if " " in read and not rules.names:
        found.append(warning("duet.clue.doubt.several_words"))
    parts = read.split()
    for word in words:
        seen = read_name(word)
        if seen and any(_one_in_the_other(part, seen) for part in parts):
            found.append(warning("duet.clue.doubt.on_the_table", word=word))
    return tuple(found)


def _one_in_the_other(part: str, seen: str) -> bool:
    if part == seen:
        return True
    shorter, longer = sorted((part, seen), key=len)
    return len(shorter) >= _SHORTEST_PART and shorter in longer
