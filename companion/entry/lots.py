"""Lots: how the light runs round the table before it stays with whoever was drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_FEWEST_STEPS: Final = 12
_FIRST: Final = 0.05
_LAST: Final = 0.26


@dataclass(frozen=True, slots=True)
class Step:
    """The seat that is lit, and for how many seconds before the next."""

    seat: int
    seconds: float


def run_of_light(seats: int, drawn: int) -> tuple[Step, ...]:
    """Once round the table and on, ever slower, to the seat before the one drawn: there it stays."""
    steps = _FEWEST_STEPS + seats
    return tuple(
        Step((drawn - steps + at) % seats, _FIRST + (_LAST - _FIRST) * (at / steps) ** 2)
        for at in range(steps)
    )
