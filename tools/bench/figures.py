"""What many samples amount to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of some samples, and the bounds between which half of them lie."""

    middle: float
    low: float
    high: float

    @property
    def noise(self) -> float:
        """How far the middle half reaches, as a part of the middle."""
        return (self.high - self.low) / self.middle


def spread(samples: Sequence[float]) -> Spread:
    if len(samples) == 1:
        return Spread(samples[0], samples[0], samples[0])
    low, _, high = quantiles(samples, n=4, method="inclusive")
    return Spread(median(samples), low, high)


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Spread:
    """Of samples taken in turn, each divided by its neighbour, so that both saw the same machine."""
    return spread([top / bottom for top, bottom in zip(tops, bottoms, strict=True)])


def percentile(samples: Sequence[float], percent: int) -> float:
    """The smallest sample that at least so many percent of them do not exceed."""
    if not 0 < percent <= 100:
        raise ValueError(f"{percent} percent")
    ordered = sorted(samples)
    return ordered[-(-len(ordered) * percent // 100) - 1]
