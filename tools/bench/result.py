"""A measured figure beside its goal, for reading and for machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """`value` should not be above `goal` (None: only for information); `detail` says what it is made of."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    detail: Mapping[str, float | str] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        return "pass" if self.value <= self.goal else "MISS"


def as_table(results: Sequence[Result]) -> str:
    """A line for each result, its parts below it."""
    rows = [("", "measured", "goal", "")]
    rows += [
        (result.name, _figure(result.value, result.unit), _goal(result), result.verdict) for result in results
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for number, (name, value, goal, verdict) in enumerate(rows):
        line = f"{name:<{widths[0]}}  {value:>{widths[1]}}  {goal:>{widths[2]}}  {verdict:<{widths[3]}}"
        lines.append(line.rstrip())
        if number:
            lines += [f"    {part}" for part in _parts(results[number - 1].detail)]
    return "\n".join(lines)


def as_json(results: Iterable[Result], circumstances: Mapping[str, Any]) -> dict[str, Any]:
    listed = [
        {
            "name": result.name,
            "value": result.value,
            "unit": result.unit,
            "goal": result.goal,
            "verdict": result.verdict or None,
            "detail": dict(result.detail),
        }
        for result in results
    ]
    return {**circumstances, "results": listed}


def _goal(result: Result) -> str:
    return "" if result.goal is None else f"≤ {_figure(result.goal, result.unit)}"


def _figure(value: float, unit: str) -> str:
    return f"{value:.2f} ×" if unit == "×" else f"{value:.1f} {unit}"


def _parts(detail: Mapping[str, float | str], width: int = 100) -> list[str]:
    """`name 12.5, name 3.1, …` in lines of no more than so many letters."""
    lines: list[str] = []
    for name, value in detail.items():
        part = f"{name} {value if isinstance(value, str) else f'{value:.1f}'}"
        if lines and len(lines[-1]) + len(part) + 2 <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines
