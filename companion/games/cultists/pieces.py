"""Things on the table that a state is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.cultists.decks import ROUNDS


class Cause(Enum):
    """How a character became a Ghost."""

    FOUND_DEAD = "found_dead"
    VOTED_OUT = "voted_out"
    ASSASSINATED = "assassinated"


class GateStatus(Enum):
    OPEN = "open"
    CLOSED = "closed"  # in time: one point fewer to reach
    EXPIRED = "expired"  # too late: it stays, and there is one point more to reach


@dataclass(frozen=True, slots=True)
class DrawnEvent:
    """An event on the clock, with what it did to the things the app keeps (`see_token`: unknown)."""

    round: int
    event: str
    effect: str


@dataclass(frozen=True, slots=True)
class Gate:
    """`until` is the round whose Action phase is the last in which the Gate can be closed, were there no end
    of the game before it.
    """

    opened: int
    until: int
    status: GateStatus = GateStatus.OPEN

    @property
    def last_round(self) -> int:
        return min(self.until, ROUNDS)

    @property
    def outlasts_game(self) -> bool:
        """Whether the game ends before the time of the Gate is up, so that it never is too late."""
        return self.until > ROUNDS


@dataclass(frozen=True, slots=True)
class Death:
    seat: int
    cause: Cause
    round: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """`books` and `points` are None until the table has read them from its board."""

    shelf: str
    books: int | None = None
    points: int | None = None
    stored: int = 0
    complete: bool = False
