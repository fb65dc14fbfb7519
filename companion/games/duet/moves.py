"""What can happen at the table during a mission, each with the name its record carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.games.duet.setup import Side


class Token(Enum):
    """The two faces of a timer token in the bank."""

    CHECK = "check"
    BYSTANDER = "bystander"


@dataclass(frozen=True, slots=True)
class Agent:
    """The word touched is green on the clue giver's key."""


@dataclass(frozen=True, slots=True)
class Bystander:
    """The word touched is neutral on the clue giver's key."""


@dataclass(frozen=True, slots=True)
class Assassin:
    """The word touched is black on the clue giver's key."""


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


Move = Agent | Bystander | Assassin | Stop | IllegalClue | SideDone | NextClue

MOVE_TYPES: Mapping[str, type[Move]] = {
    "agent": Agent,
    "bystander": Bystander,
    "assassin": Assassin,
    "stop": Stop,
    "illegal_clue": IllegalClue,
    "side_done": SideDone,
    "next_clue": NextClue,
}
