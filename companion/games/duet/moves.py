"""What can happen at the table during a mission, each with the name its record carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.games.duet.clues import ClueNumber
from companion.games.duet.setup import Side


class Token(Enum):
    """The two faces of a timer token in the bank."""

    CHECK = "check"
    BYSTANDER = "bystander"


@dataclass(frozen=True, slots=True)
class Clue:
    """What was said, as far as the table tells: a word, its number, and the seat that gave it."""

    word: str = ""
    number: ClueNumber | None = None
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Agent:
    """The word touched is green on the clue giver's key. `place` is where it lies, counted row by row from 0,
    where the table keeps a grid; of the next two likewise."""

    place: int | None = None


@dataclass(frozen=True, slots=True)
class Bystander:
    """The word touched is neutral on the clue giver's key."""

    place: int | None = None


@dataclass(frozen=True, slots=True)
class Assassin:
    """The word touched is black on the clue giver's key."""

    place: int | None = None


@dataclass(frozen=True, slots=True)
class CardWord:
    """The card on this place of the grid reads so; an empty word takes back what was typed."""

    place: int
    word: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The guessers end their turn of their own will."""


@dataclass(frozen=True, slots=True)
class IllegalClue:
    """The clue broke the rules: one token goes. The rules do not say which, so the table may choose;
    left out, it is the one that stopping would take."""

    token: Token | None = None


@dataclass(frozen=True, slots=True)
class SideDone:
    """This side says that all nine words of its key are covered."""

    side: Side


@dataclass(frozen=True, slots=True)
class NextClue:
    """Loose turns: this side gives the clue of the turn that begins."""

    side: Side


Guess = Agent | Bystander | Assassin
Move = Guess | Clue | CardWord | Stop | IllegalClue | SideDone | NextClue

MOVE_TYPES: Mapping[str, type[Move]] = {
    "agent": Agent,
    "bystander": Bystander,
    "assassin": Assassin,
    "stop": Stop,
    "illegal_clue": IllegalClue,
    "side_done": SideDone,
    "next_clue": NextClue,
    "clue": Clue,
    "word": CardWord,
}
