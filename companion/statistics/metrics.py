"""Metrics of one game, and statistics over many games (`StatisticsQuery`).

A metric is a fraction: 3 of 5 votes approved, 61 points in 4 rounds. Summed over games it is a rate or a
mean with its basis. Each game counts in its own `compute_metrics(states, moves)`; metrics follow from the
log, so they are only stored as an index. A rate is shown only if enough games support it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, Final

from companion.core.definition import GameDefinition
from companion.games.game_text import BallotsFunction, GameResult
from companion.statistics.query import (
    EndingCount,
    GameFilter,
    MetricFilter,
    MetricSum,
    PersonResults,
    SeatFilter,
    StatisticsSource,
)

# The seat of a metric of the whole table.
NO_SEAT: Final = -1


@dataclass(frozen=True, slots=True)
class Metric:
    """A counted fraction of one game; `part` tells metrics with one name apart: by quest, city or role."""

    name: str
    numerator: float
    denominator: float = 1
    part: str = ""
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Side, role and result of a seat, if known; `won` is None if unknown."""

    side: str = ""
    role: str = ""
    won: bool | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class GameMetrics:
    """All metrics of a game; `seat_results` are ordered by seat, `first_seat` is the seat that began."""

    seat_results: tuple[SeatResult, ...]
    metrics: tuple[Metric, ...] = ()
    first_seat: int = 0
    # Additional untranslated text the game is found by, such as the city of a mission.
    search_texts: tuple[str, ...] = ()


# Takes the states before each move and after the last, and the moves.
MetricsFunction = Callable[[Sequence[Any], Sequence[Any]], GameMetrics]


@dataclass(frozen=True, slots=True)
class MetricsDefinition:
    """What is counted in a game: its metrics, its possible results in the order of the rules, its ballots."""

    compute_metrics: MetricsFunction
    results: tuple[GameResult, ...] = ()
    list_ballots: BallotsFunction | None = None


def find_metrics_function(game: GameDefinition) -> MetricsFunction:
    """Return the metrics function of a game; the default one only lists the seats."""
    part = game.find_part(MetricsDefinition)
    return _default_metrics if part is None else part.compute_metrics


def find_results(game: GameDefinition) -> tuple[GameResult, ...]:
    """Return the possible results in the order of the rules; empty if the game defines none."""
    part = game.find_part(MetricsDefinition)
    return () if part is None else part.results


def find_ballots_function(game: GameDefinition) -> BallotsFunction:
    part = game.find_part(MetricsDefinition)
    list_ballots = None if part is None else part.list_ballots
    return list_ballots or (lambda _states, _moves: iter(()))


def _default_metrics(states: Sequence[Any], _moves: Sequence[Any]) -> GameMetrics:
    return GameMetrics(tuple(SeatResult() for _ in states[-1].setup.players))


# A rate of fewer games is not shown.
MIN_GAMES_FOR_RATE: Final = 5


class StatisticKind(Enum):
    """How a statistic is shown: as a count, a ratio, a mean, or mean seconds."""

    COUNT = "count"
    RATE = "rate"
    MEAN = "mean"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic, identified on its page by `name`, `part` and `person`. `games` is the number of games it
    is based on. `game_filter` selects the games listed when it is pressed: all it is based on or, if it
    counts games, those counted."""

    name: str
    kind: StatisticKind
    numerator: float
    denominator: float
    games: int
    game_filter: GameFilter
    part: str = ""
    person: str = ""

    @classmethod
    def of_games(
        cls,
        name: str,
        kind: StatisticKind,
        count: int,
        of: int,
        game_filter: GameFilter,
        *,
        part: str = "",
        person: str = "",
    ) -> Statistic:
        """Create a statistic of `count` games out of `of`."""
        return cls(name, kind, count, of, of, game_filter, part, person)

    @property
    def ratio(self) -> float | None:
        """From 0 to 1; None if this is no rate, or one of too few games."""
        if self.kind is not StatisticKind.RATE or self.games < MIN_GAMES_FOR_RATE or not self.denominator:
            return None
        return self.numerator / self.denominator

    @property
    def mean(self) -> float:
        return self.numerator / self.denominator if self.denominator else 0.0


class StatisticsQuery:
    """Runs and caches the queries of one statistics page for the games of `game_filter`. `metrics` are the
    table metrics that will be requested; no others are read."""

    def __init__(
        self, source: StatisticsSource, game_filter: GameFilter, metrics: Sequence[str] = ()
    ) -> None:
        self.source = source
        self.game_filter = game_filter
        self._metrics = metrics
        self.game_count = source.count_games(game_filter)

    @property
    def total(self) -> Statistic:
        count = self.game_count
        return Statistic.of_games("games", StatisticKind.COUNT, count, count, self.game_filter)

    @cached_property
    def names(self) -> dict[str, str]:
        return self.source.load_names()

    @cached_property
    def _sums(self) -> dict[str, list[MetricSum]]:
        by_metric: dict[str, list[MetricSum]] = {}
        for row in self.source.sum_metrics(self.game_filter, *self._metrics):
            by_metric.setdefault(row.metric, []).append(row)
        return by_metric

    @cached_property
    def results_by_person(self) -> dict[str, list[PersonResults]]:
        by_person: dict[str, list[PersonResults]] = {}
        for row in self.source.sum_person_results(self.game_filter):
            by_person.setdefault(row.person, []).append(row)
        return by_person

    def with_metrics(self, *metrics: MetricFilter) -> GameFilter:
        return replace(self.game_filter, metrics=(*self.game_filter.metrics, *metrics))

    def with_seat(self, seat: SeatFilter) -> GameFilter:
        return replace(self.game_filter, seats=(*self.game_filter.seats, seat))

    # -- metrics of the table --

    def get_metric_parts(self, metric: str, kind: StatisticKind = StatisticKind.RATE) -> list[Statistic]:
        """Return a metric by its parts, most games first."""
        sums = sorted(self._sums.get(metric, ()), key=lambda row: (-row.games, row.part))
        return [self._from_sum(row, kind) for row in sums]

    def get_metric(self, metric: str, kind: StatisticKind = StatisticKind.RATE) -> Statistic | None:
        """Return a metric that has no parts."""
        sums = self._sums.get(metric)
        return self._from_sum(sums[0], kind) if sums else None

    def _from_sum(self, row: MetricSum, kind: StatisticKind) -> Statistic:
        part = "" if row.person else row.part
        game_filter = self.with_metrics(MetricFilter(row.metric, part, row.person))
        return Statistic(
            row.metric, kind, row.numerator, row.denominator, row.games, game_filter, part, row.person
        )

    # -- metrics of people --

    def get_person_sums(self, *metrics: str) -> dict[tuple[str, str], MetricSum]:
        sums = self.source.sum_person_metrics(self.game_filter, *metrics)
        return {(row.person, row.metric): row for row in sums}

    def to_person_statistic(
        self, row: MetricSum | None, kind: StatisticKind = StatisticKind.RATE
    ) -> Statistic | None:
        return None if row is None else self._from_sum(row, kind)

    # -- players and wins --

    @cached_property
    def ranked_people(self) -> list[str]:
        """All people by wins (most first), then games played (fewest first), then name key."""
        by_person = self.results_by_person
        wins = {person: sum(row.wins for row in results) for person, results in by_person.items()}
        game_counts = {person: sum(row.games for row in results) for person, results in by_person.items()}
        return sorted(by_person, key=lambda person: (-wins[person], game_counts[person], person))

    def name_of(self, person: str) -> str:
        return self.names.get(person, person)

    def get_games_played(self, person: str) -> Statistic:
        games = sum(row.games for row in self.results_by_person[person])
        game_filter = self.with_seat(SeatFilter(person))
        return Statistic.of_games("played", StatisticKind.COUNT, games, games, game_filter, person=person)

    def get_wins(self, person: str, side: str = "") -> Statistic | None:
        """Return the win rate among games with a known result, in total or on a side; None without any."""
        results = [row for row in self.results_by_person[person] if side in ("", row.side)]
        decided, wins = sum(row.decided_games for row in results), sum(row.wins for row in results)
        if not decided:
            return None
        game_filter = self.with_seat(SeatFilter(person, side=side, has_result=True))
        return Statistic.of_games(
            "won", StatisticKind.RATE, wins, decided, game_filter, part=side, person=person
        )

    def get_wins_in_role(self, person: str, results: PersonResults) -> Statistic:
        """Return the win rate in a role; `results.side` holds the role."""
        role = results.side
        game_filter = self.with_seat(SeatFilter(person, role=role, has_result=True))
        return Statistic.of_games(
            "role",
            StatisticKind.RATE,
            results.wins,
            results.decided_games,
            game_filter,
            part=role,
            person=person,
        )

    # -- endings --

    def get_side_wins(self, side: str) -> Statistic:
        games = sum(row.games for row in self._endings if row.winner == side)
        game_filter = replace(self.game_filter, winner=side)
        return Statistic.of_games("side", StatisticKind.RATE, games, self.game_count, game_filter, part=side)

    def get_win_reasons(self, side: str) -> list[Statistic]:
        """Return the reasons for which a side won, most frequent first."""
        return [
            Statistic.of_games(
                "way",
                StatisticKind.COUNT,
                row.games,
                self.game_count,
                replace(self.game_filter, winner=side, reason=row.reason),
                part=row.reason,
            )
            for row in self._endings
            if row.winner == side
        ]

    @cached_property
    def _endings(self) -> tuple[EndingCount, ...]:
        return self.source.count_endings(self.game_filter)
