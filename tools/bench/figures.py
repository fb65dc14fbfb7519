"""Medians, spreads and percentiles of samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some samples and their lower and upper quartile."""

    middle: float
    low: float
    high: float

    @property
    def noise(self) -> float:
        """Half the distance between the quartiles, in the unit of the samples."""
        return (self.high - self.low) / 2


def spread(samples: Sequence[float]) -> Spread:
    if len(samples) == 1:
        return Spread(samples[0], samples[0], samples[0])
    low, _, high = quantiles(samples, n=4, method="inclusive")
    return Spread(median(samples), low, high)


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Spread:
    """The spread of pairwise ratios. Both samples of a pair are measured one after the other, so that a
    machine that slows down changes both."""
    return spread([top / bottom for top, bottom in zip(tops, bottoms, strict=True)])


def percentile(samples: Sequence[float], percent: int) -> float:
    """The smallest sample that at least this percentage of the samples does not exceed."""
    if not 0 < percent <= 100:
        raise ValueError(f"{percent} percent")
    ordered = sorted(samples)
    return ordered[-(-len(ordered) * percent // 100) - 1]
