"""One figure of the statistics: so many times of so many, the games it rests on, and the games behind it.

A figure is a number with its count, never without: what would be a rate is told as one only where enough
games stand behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.past.which import GameFilter

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
