"""What one game comes to in numbers: who sat where and how it ended for them, and how often what happened.

A fact is a pair, so many times of so many: 3 of 5 votes approved, 1 of 1 fourth quests lost, 61 points of 4
rounds. Summed over games it is a rate or an average that knows what it rests on. Each game says in its own
`facts(states, moves)` what is counted; facts follow from the log alone, so they are never kept for good.

One figure of the statistics: so many times of so many, the games it rests on, and the games behind it.

A figure is a number with its count, never without: what would be a rate is told as one only where enough
games stand behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.core.definition import GameDefinition
from companion.statistics.query import GameFilter

# The seat of a fact that is nobody's but the whole table's.
NO_SEAT: Final = -1


@dataclass(frozen=True, slots=True)
class Metric:
    """`part` tells those of one name apart: which quest, which city, which role."""

    name: str
    numerator: float
    denominator: float = 1
    part: str = ""
    seat: int = NO_SEAT


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What somebody was and got, as far as the table told: `won` is None where nobody knows."""

    side: str = ""
    role: str = ""
    won: bool | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class GameMetrics:
    """`seat_results` are the players', by seat; `first_seat` is the seat that began."""

    seat_results: tuple[SeatResult, ...]
    metrics: tuple[Metric, ...] = ()
    first_seat: int = 0
    # What else it is found by, such as the city of a mission: words that no language changes.
    search_texts: tuple[str, ...] = ()


# The states before each move and the last, and the moves between them.
MetricsFunction = Callable[[Sequence[Any], Sequence[Any]], GameMetrics]


def find_metrics_function(game: GameDefinition) -> MetricsFunction:
    """As the game itself counts; of one that does not, who sat there."""
    module = game.find_part("past", "facts")
    return _default_metrics if module is None else module.compute_metrics


def _default_metrics(states: Sequence[Any], _moves: Sequence[Any]) -> GameMetrics:
    return GameMetrics(tuple(SeatResult() for _ in states[-1].setup.players))


# Of fewer games nobody tells a rate.
MIN_GAMES_FOR_RATE: Final = 5


class StatisticKind(Enum):
    """How it is told: how often; how often of how often; so many for each; so many seconds for each."""

    COUNT = "count"
    RATE = "rate"
    MEAN = "mean"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Statistic:
    """`name`, `part` and `person` tell it from all others of a page. `games` is how many it rests on.
    `game_filter` are those that it shows when it is touched: all it rests on or, where it counts games,
    the counted ones.
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
        """From 0 to 1; None where that would be no rate, or one of too few games."""
        if self.kind is not StatisticKind.RATE or self.games < MIN_GAMES_FOR_RATE or not self.denominator:
            return None
        return self.numerator / self.denominator

    @property
    def mean(self) -> float:
        return self.numerator / self.denominator if self.denominator else 0.0
