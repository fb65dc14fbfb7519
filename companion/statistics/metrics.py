"""Metrics of one game, and statistics over many games.

A metric is a fraction: 3 of 5 votes approved, 61 points in 4 rounds. Summed over games it is a rate or a
mean with its basis. Each game counts in its own `compute_metrics(states, moves)`; metrics follow from the
log, so they are only stored as an index. A rate is shown only if enough games support it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.core.definition import GameDefinition
from companion.games.text import BallotsFunction, GameResult
from companion.statistics.query import GameFilter

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
    """A statistic, identified on its page by `name`, `part` and `person`.

    `games` is the number of games it is based on. `game_filter` selects the games listed when it is
    pressed: all it is based on or, if it counts games, those counted.
    """

    name: str
    kind: StatisticKind
    numerator: float
    denominator: float
    games: int
    game_filter: GameFilter
    part: str = ""
    person: str = ""

    @property
    def ratio(self) -> float | None:
        """From 0 to 1; None if this is no rate, or one of too few games."""
        if self.kind is not StatisticKind.RATE or self.games < MIN_GAMES_FOR_RATE or not self.denominator:
            return None
        return self.numerator / self.denominator

    @property
    def mean(self) -> float:
        return self.numerator / self.denominator if self.denominator else 0.0
