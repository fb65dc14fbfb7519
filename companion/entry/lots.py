"""Lots: how the light runs round the table before it stays with whoever was drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_MIN_STEPS: Final = 12
_FIRST_STEP_SECONDS: Final = 0.05
_LAST_STEP_SECONDS: Final = 0.26


@dataclass(frozen=True, slots=True)
class LightStep:
    """The seat that is lit, and for how many seconds before the next."""

    seat: int
    seconds: float


def light_sequence(seats: int, target_seat: int) -> tuple[LightStep, ...]:
    """Once round the table and on, ever slower, to the seat before the one drawn: there it stays."""
    steps = _MIN_STEPS + seats
    return tuple(
        LightStep(
            (target_seat - steps + index) % seats,
            _FIRST_STEP_SECONDS + (_LAST_STEP_SECONDS - _FIRST_STEP_SECONDS) * (index / steps) ** 2,
        )
        for index in range(steps)
    )
