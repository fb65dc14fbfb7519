"""The words on the table, and what the two faces of a key card make of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

ROWS, COLUMNS = 5, 5
WORDS: Final = ROWS * COLUMNS


class WordKind(Enum):
    """What a word is on one face of the key."""

    AGENT = "agent"
    ASSASSIN = "assassin"
    BYSTANDER = "bystander"


# How many words are the first on one face and the second on the other. Which ones, each key card says.
WORDS_BY_BOTH_FACES: Final[Mapping[tuple[WordKind, WordKind], int]] = {
    (WordKind.AGENT, WordKind.AGENT): 3,
    (WordKind.AGENT, WordKind.ASSASSIN): 1,
    (WordKind.AGENT, WordKind.BYSTANDER): 5,
    (WordKind.ASSASSIN, WordKind.AGENT): 1,
    (WordKind.ASSASSIN, WordKind.ASSASSIN): 1,
    (WordKind.ASSASSIN, WordKind.BYSTANDER): 1,
    (WordKind.BYSTANDER, WordKind.AGENT): 5,
    (WordKind.BYSTANDER, WordKind.ASSASSIN): 1,
    (WordKind.BYSTANDER, WordKind.BYSTANDER): 7,
}
WORDS_PER_FACE: Final[Mapping[WordKind, int]] = {
    word: sum(count for (one, _), count in WORDS_BY_BOTH_FACES.items() if one is word) for word in WordKind
}
