"""The words on the table, and what the two faces of a key card make of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

ROWS, COLUMNS = 5, 5
WORDS: Final = ROWS * COLUMNS


class Word(Enum):
    """What a word is on one face of the key."""

    AGENT = "agent"
    ASSASSIN = "assassin"
    BYSTANDER = "bystander"


# How many words are the first on one face and the second on the other. Which ones, each key card says.
BOTH_FACES: Final[Mapping[tuple[Word, Word], int]] = {
    (Word.AGENT, Word.AGENT): 3,
    (Word.AGENT, Word.ASSASSIN): 1,
    (Word.AGENT, Word.BYSTANDER): 5,
    (Word.ASSASSIN, Word.AGENT): 1,
    (Word.ASSASSIN, Word.ASSASSIN): 1,
    (Word.ASSASSIN, Word.BYSTANDER): 1,
    (Word.BYSTANDER, Word.AGENT): 5,
    (Word.BYSTANDER, Word.ASSASSIN): 1,
    (Word.BYSTANDER, Word.BYSTANDER): 7,
}
ON_A_FACE: Final[Mapping[Word, int]] = {
    word: sum(count for (one, _), count in BOTH_FACES.items() if one is word) for word in Word
}
