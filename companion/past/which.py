"""A choice of games: what a search asks for, what statistics count, and what lies behind each of their
figures. One value for all of them, so that every number can show its games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

# In the place of a winner: the game is over, and nobody won it.
NO_WINNER: Final = "nobody"


class CompletionFilter(Enum):
    """How far a game must have come."""

    ANY = "any"
    FINISHED = "yes"
    UNFINISHED = "no"


class MetricCondition(Enum):
    """How often of how often: at all, at least once, not every time."""

    PRESENT = "counted"
    AT_LEAST_ONCE = "once"
    NOT_ALWAYS = "missed"


@dataclass(frozen=True, slots=True)
class MetricFilter:
    """A fact that the game has, of this person or of anybody (see `past.facts`)."""

    metric: str
    part: str = ""
    person: str = ""
    condition: MetricCondition = MetricCondition.PRESENT
    # Where the part is a seat: who sat there.
    other_person: str = ""


@dataclass(frozen=True, slots=True)
class SeatFilter:
    """Somebody sat there, in this part if it is said. People are named as they are read."""

    person: str
    side: str = ""
    role: str = ""
    won: bool | None = None
    # Whether it was told at all how the game ended for them.
    has_result: bool | None = None


@dataclass(frozen=True, slots=True)
class DurationFilter:
    """It is known how long the game took, or its night, and that it was exactly so long if that is said."""

    is_night: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Empty, it is every game. `text` is searched in names, titles, notes and cities. `people` all sat there;
    of `group` at least two did, and nobody else who has a name. `since` and `until` are moments between which
    it began. `evening` is the start of the evening it belongs to. `has_roles` is whether it was told who was
    who."""

    game: str = ""
    text: str = ""
    people: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    since: float | None = None
    until: float | None = None
    completion: CompletionFilter = CompletionFilter.ANY
    winner: str = ""
    reason: str = ""
    players: int | None = None
    starred: bool = False
    noted: bool = False
    evening: float | None = None
    metrics: tuple[MetricFilter, ...] = ()
    seats: tuple[SeatFilter, ...] = ()
    has_roles: bool | None = None
    duration: DurationFilter | None = None


# Every game.
ALL_GAMES: Final = GameFilter()


class ListedGame(NamedTuple):
    """A game of a choice: how to find it, and where it stands among the others. `started` and `game_night`
    may be damaged, and are then no numbers."""

    game_id: int
    started: object
    game_night: object
