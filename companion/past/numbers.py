"""What can be asked of many games at once, and the form of the answers: a database gives them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.past.which import Which


@dataclass(frozen=True, slots=True)
class Ended:
    """So many games were won by this side for this reason; nobody won where the side is empty."""

    winner: str
    reason: str
    games: int


@dataclass(frozen=True, slots=True)
class Sum:
    """A fact over all games: so many times of so many, in so many games that have it at all."""

    fact: str
    part: str
    times: float
    of: float
    games: int


@dataclass(frozen=True, slots=True)
class PersonSum:
    person: str
    fact: str
    part: str
    times: float
    of: float
    games: int


@dataclass(frozen=True, slots=True)
class PairSum:
    """What somebody did with somebody else: facts whose part is a seat."""

    person: str
    other: str
    times: float
    of: float
    games: int


@dataclass(frozen=True, slots=True)
class Played:
    """What somebody played, on one side where there are any: `told` of the games tell how it ended for them,
    `won` of these they won. `score` is the sum of the points of the `scored` ones."""

    person: str
    side: str
    games: int
    told: int
    won: int
    scored: int
    score: float


@dataclass(frozen=True, slots=True)
class Length:
    """In seconds, of so many games whose length is known."""

    games: int
    total: float
    shortest: float
    longest: float


@dataclass(frozen=True, slots=True)
class Streak:
    """The most games somebody won in a row, and how many they have won now since the last they lost; of games
    of which it is told. `since` and `until` are when the first and the last of the most began, those of the
    earlier ones where it was twice as many; `now_since` is when the first of the latest did."""

    person: str
    best: int
    now: int
    since: float
    until: float
    now_since: float | None


class Numbers(Protocol):
    """`which` is the choice of games that is asked about; a game that is not over tells of no end."""

    def games(self, which: Which) -> int: ...

    def ends(self, which: Which) -> tuple[Ended, ...]:
        """Most first."""

    def sums(self, which: Which, *facts: str) -> tuple[Sum, ...]:
        """Facts of the table, by name and part; all, or those of these names. Of one game: `which` says of
        which."""

    def sums_of_people(self, which: Which, *facts: str) -> tuple[PersonSum, ...]: ...

    def pairs(self, which: Which, fact: str, person: str) -> tuple[PairSum, ...]:
        """What this person did, by whom with, most first."""

    def people(self, which: Which) -> tuple[Played, ...]:
        """Everybody by side; with no side what they played without one, or without telling."""

    def everybody(self) -> dict[str, int]:
        """Everybody by how they are read, with how many games they played to the end."""

    def names(self) -> dict[str, str]:
        """Everybody by how they are read, as they are called."""

    def roles(self, which: Which, person: str) -> tuple[Played, ...]:
        """What somebody played, by role in the place of sides."""

    def sizes(self, which: Which) -> dict[int, int]:
        """How many games were played by how many people."""

    def lengths(self, which: Which) -> Length | None:
        """Of games; None where no length is known."""

    def nights(self, which: Which) -> Length | None: ...

    def streaks(self, which: Which) -> tuple[Streak, ...]:
        """Of everybody who has won, longest first."""
