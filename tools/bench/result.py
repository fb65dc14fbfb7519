"""Statistics of samples, and a measured figure with its goal, for the terminal and build/bench.json."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any


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


NAME_WIDTH = 25
TITLE_WIDTH = 56


@dataclass(frozen=True, slots=True)
class Result:
    """A measured figure with its goal.

    The gate passes while `value` does not exceed `goal`; without a goal the figure is information. `noise` is
    half the interquartile range of the samples, in the unit of the value.
    """

    name: str
    value: float
    unit: str
    goal: float | None = None
    detail: Mapping[str, float | str] = field(default_factory=dict)
    noise: float | None = None

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        return "pass" if self.value <= self.goal else "MISS"


def format_name(name: str) -> str:
    """Format the first column: the name that runs this benchmark alone."""
    return f"{name:<{NAME_WIDTH}} "


def format_result(result: Result) -> str:
    """Format the remaining columns of a benchmark's line."""
    value = _format_value(result.value, result.unit)
    noise = "" if result.noise is None else f"± {_format_number(result.noise, result.unit)}"
    goal = "" if result.goal is None else f"≤ {_format_value(result.goal, result.unit)}"
    return f"{result.name:<{TITLE_WIDTH}} {value:>11} {noise:<7} {goal:>11}  {result.verdict}".rstrip()


def format_details(result: Result, width: int = 100) -> list[str]:
    """Format details as `name 12.5, name 3.1, …` in indented lines of at most `width` characters."""
    lines: list[str] = []
    for name, value in result.detail.items():
        part = f"{name} {value if isinstance(value, str) else f'{value:.1f}'}"
        if lines and len(lines[-1]) + len(part) + 2 <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(f"    {part}")
    return lines


def to_json(results: Iterable[tuple[str, float, Result]], circumstances: Mapping[str, Any]) -> dict[str, Any]:
    """Return the results with names and durations of their benchmarks, and facts about the run."""
    rows = [
        {
            "benchmark": name,
            "seconds": round(seconds, 1),
            "name": result.name,
            "value": result.value,
            "noise": result.noise,
            "unit": result.unit,
            "goal": result.goal,
            "verdict": result.verdict or None,
            "detail": dict(result.detail),
        }
        for name, seconds, result in results
    ]
    return {**circumstances, "results": rows}


def _format_value(value: float, unit: str) -> str:
    return f"{_format_number(value, unit)} {unit}".rstrip()


def _format_number(value: float, unit: str) -> str:
    return f"{value:.2f}" if unit == "×" else f"{value:.1f}"
