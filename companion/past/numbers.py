"""What can be asked of many games at once, and the form of the answers: a database gives them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.past.which import GameFilter


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
