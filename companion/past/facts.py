"""What one game comes to in numbers: who sat where and how it ended for them, and how often what happened.

A fact is a pair, so many times of so many: 3 of 5 votes approved, 1 of 1 fourth quests lost, 61 points of 4
rounds. Summed over games it is a rate or an average that knows what it rests on. Each game says in its own
`facts(states, moves)` what is counted; facts follow from the log alone, so they are never kept for good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.manifest import GameDefinition

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
