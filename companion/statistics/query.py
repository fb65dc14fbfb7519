"""A choice of games: what a search asks for, what statistics count, and what lies behind each of their
figures. One value for all of them, so that every number can show its games.

A choice of games that somebody looks at, when people in it are called otherwise or are forgotten.

What can be asked of many games at once, and the form of the answers: a database gives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple, Protocol

from companion.core.players import normalize_name
from companion.statistics.people import REDACTED, NameChanges

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


@dataclass(frozen=True, slots=True)
class GameSelection:
    """What a screen looks at. It was `initial_filter` with this choice, and `description` tells in words
    what that is. If it is `is_person_only`, nothing is left of it without the person."""

    game_filter: GameFilter
    initial_filter: GameFilter = ALL_GAMES
    description: str = ""
    is_person_only: bool = False

    def apply_name_changes(self, name_changes: NameChanges) -> GameSelection | None:
        """The same with these names; None if there is nobody any more whom it is about."""
        game_filter = rename_in_filter(self.game_filter, name_changes)
        if self.is_person_only and not game_filter.people:
            return None
        return replace(
            self,
            game_filter=game_filter,
            initial_filter=rename_in_filter(self.initial_filter, name_changes),
            description=name_changes.replace_names(self.description),
        )


def rename_in_filter(game_filter: GameFilter, name_changes: NameChanges) -> GameFilter:
    """Whoever is forgotten is not asked for any more."""
    group = _rename_people(game_filter.group, name_changes)
    return replace(
        game_filter,
        text=_redact_search(game_filter.text, name_changes),
        people=tuple(name_changes.rename_keys(game_filter.people)),
        group=group if len(group) > 1 else (),
        seats=tuple(
            replace(condition, person=person)
            for condition in game_filter.seats
            for person in name_changes.rename_keys((condition.person,))
        ),
        metrics=tuple(
            replace(condition, person=person, other_person=other)
            for condition in game_filter.metrics
            for person in name_changes.rename_keys((condition.person,))
            for other in name_changes.rename_keys((condition.other_person,))
        ),
    )


def _rename_people(people: Sequence[str], name_changes: NameChanges) -> tuple[str, ...]:
    """Each as they are called now; those who are forgotten are left out."""
    renamed = (
        name_changes.new_names[normalize_name(name)] if name_changes.affects(name) else name
        for name in people
    )
    return tuple(dict.fromkeys(name for name in renamed if name is not None))


def _redact_search(text: str, name_changes: NameChanges) -> str:
    """What was typed stays, but for the names that are forgotten."""
    remaining = name_changes.redact(text)
    return text if remaining == text else " ".join(remaining.replace(REDACTED, " ").split())


@dataclass(frozen=True, slots=True)
class EndingCount:
    """So many games were won by this side for this reason; nobody won where the side is empty."""

    winner: str
    reason: str
    games: int


@dataclass(frozen=True, slots=True)
class MetricSum:
    """A fact over all games: so many times of so many, in so many games that have it at all."""

    metric: str
    part: str
    numerator: float
    denominator: float
    games: int


@dataclass(frozen=True, slots=True)
class PersonMetricSum:
    person: str
    metric: str
    part: str
    numerator: float
    denominator: float
    games: int


@dataclass(frozen=True, slots=True)
class PairMetricSum:
    """What somebody did with somebody else: facts whose part is a seat."""

    person: str
    other: str
    numerator: float
    denominator: float
    games: int


@dataclass(frozen=True, slots=True)
class PersonResults:
    """What somebody played, on one side where there are any: `decided_games` of the games tell how it
    ended for them, `wins` of these they won. `total_score` is the sum of the points of the `scored_games`
    ones."""

    person: str
    side: str
    games: int
    decided_games: int
    wins: int
    scored_games: int
    total_score: float


@dataclass(frozen=True, slots=True)
class DurationSummary:
    """In seconds, of so many games whose length is known."""

    games: int
    total_seconds: float
    min_seconds: float
    max_seconds: float


@dataclass(frozen=True, slots=True)
class Streak:
    """The most games somebody won in a row, and how many they have won now since the last they lost; of games
    of which it is told. `since` and `until` are when the first and the last of the most began, those of the
    earlier ones where it was twice as many; `current_since` is when the first of the latest did."""

    person: str
    best: int
    current: int
    since: float
    until: float
    current_since: float | None


class StatisticsSource(Protocol):
    """`which` is the choice of games that is asked about; a game that is not over tells of no end."""

    def count_games(self, game_filter: GameFilter) -> int: ...

    def count_endings(self, game_filter: GameFilter) -> tuple[EndingCount, ...]:
        """Most first."""

    def sum_metrics(self, game_filter: GameFilter, *metrics: str) -> tuple[MetricSum, ...]:
        """Facts of the table, by name and part; all, or those of these names. Of one game: `game_filter`
        says of which."""

    def sum_person_metrics(self, game_filter: GameFilter, *metrics: str) -> tuple[PersonMetricSum, ...]: ...

    def sum_pairs(self, game_filter: GameFilter, metric: str, person: str) -> tuple[PairMetricSum, ...]:
        """What this person did, by whom with, most first."""

    def sum_person_results(self, game_filter: GameFilter) -> tuple[PersonResults, ...]:
        """Everybody by side; with no side what they played without one, or without telling."""

    def count_games_by_person(self) -> dict[str, int]:
        """Everybody by how they are read, with how many games they played to the end."""

    def load_names(self) -> dict[str, str]:
        """Everybody by how they are read, as they are called."""

    def sum_role_results(self, game_filter: GameFilter, person: str) -> tuple[PersonResults, ...]:
        """What somebody played, by role in the place of sides."""

    def count_by_player_count(self, game_filter: GameFilter) -> dict[int, int]:
        """How many games were played by how many people."""

    def summarize_durations(self, game_filter: GameFilter) -> DurationSummary | None:
        """Of games; None where no length is known."""

    def summarize_nights(self, game_filter: GameFilter) -> DurationSummary | None: ...

    def list_streaks(self, game_filter: GameFilter) -> tuple[Streak, ...]:
        """Of everybody who has won, longest first."""
