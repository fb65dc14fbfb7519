"""Clues as a table tells them: the number that goes with the word, and what this table lets pass as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.game import Problem, warning
from companion.core.players import clean_name, normalize_name

MAX_CLUE_LENGTH: Final = 40
# Shorter than this, one word is part of another by chance: "art" in "party" is worth a look, "a" is not.
_MIN_PART_LENGTH: Final = 3


class Unlimited(Enum):
    """In place of a number: as many words as the guessers dare."""

    UNLIMITED = "unlimited"


ClueNumber = int | Unlimited


@dataclass(frozen=True, slots=True)
class ClueRules:
    """How strict a table is with clues. The rules leave these three to it; all are off unless it says so."""

    names: bool = False
    abbreviations: bool = False
    homophones: bool = False


def clean_clue(typed: str) -> str:
    """The word as it is kept: on one line, without what cannot be seen."""
    return clean_name(typed)


def clue_warnings(rules: ClueRules, words: Sequence[str], clue: str) -> tuple[Problem, ...]:
    """What may be wrong with a clue, as far as letters tell: for the table to judge, never refused.

    `words` are those that still lie open; where nobody typed them they are empty and say nothing.
    """
    clue_text = normalize_name(clue)
    if not clue_text:
        return ()
    warnings = []
    if " " in clue_text and not rules.names:
        warnings.append(warning("duet.clue.doubt.several_words"))
    parts = clue_text.split()
    for word in words:
        word_text = normalize_name(word)
        if word_text and any(_overlaps(part, word_text) for part in parts):
            warnings.append(warning("duet.clue.doubt.on_the_table", word=word))
    return tuple(warnings)


def _overlaps(part: str, word: str) -> bool:
    if part == word:
        return True
    shorter, longer = sorted((part, word), key=len)
    return len(shorter) >= _MIN_PART_LENGTH and shorter in longer
