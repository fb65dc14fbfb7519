"""One figure of the statistics: so many times of so many, the games it rests on, and the games behind it.

A figure is a number with its count, never without: what would be a rate is told as one only where enough
games stand behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.past.which import Which

# Of fewer games nobody tells a rate.
ENOUGH: Final = 5


class Form(Enum):
    """How it is told: how often; how often of how often; so many for each; so many seconds for each."""

    COUNT = "count"
    RATE = "rate"
    MEAN = "mean"
    SECONDS = "seconds"


@dataclass(frozen=True, slots=True)
class Figure:
    """`name`, `part` and `person` tell it from all others of a page. `games` is how many it rests on. `which`
    are those that it shows when it is touched: all it rests on or, where it counts games, the counted ones.
    """

    name: str
    form: Form
    times: float
    of: float
    games: int
    which: Which
    part: str = ""
    person: str = ""

    @property
    def share(self) -> float | None:
        """From 0 to 1; None where that would be no rate, or one of too few games."""
        if self.form is not Form.RATE or self.games < ENOUGH or not self.of:
            return None
        return self.times / self.of

    @property
    def mean(self) -> float:
        return self.times / self.of if self.of else 0.0
