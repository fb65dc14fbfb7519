"""Median, spread and percentile of samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of samples with their lower and upper quartile."""

    middle: float
    low: float
    high: float

    @property
    def noise(self) -> float:
        """Half the interquartile range, in the unit of the samples."""
        return (self.high - self.low) / 2


def spread(samples: Sequence[float]) -> Spread:
    if len(samples) == 1:
        return Spread(samples[0], samples[0], samples[0])
    low, _, high = quantiles(samples, n=4, method="inclusive")
    return Spread(median(samples), low, high)


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Spread:
    """Return the spread of pairwise ratios.

    Both samples of a pair are measured directly after one another, so a machine that slows down affects both.
    """
    return spread([top / bottom for top, bottom in zip(tops, bottoms, strict=True)])


def percentile(samples: Sequence[float], percent: int) -> float:
    """Return the smallest sample that at least `percent` of the samples do not exceed.

    Raises ValueError if `percent` is not above 0 and at most 100.
    """
    if not 0 < percent <= 100:
        raise ValueError(f"{percent} percent")
    ordered = sorted(samples)
    return ordered[-(-len(ordered) * percent // 100) - 1]
