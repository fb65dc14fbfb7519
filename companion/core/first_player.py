"""Who begins, by fingers: everybody lays one on the screen, and when none comes or goes for a while one is
chosen. Time and chance are handed in.

Lots: how the light runs round the table before it stays with whoever was drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

# So long the same fingers must rest.
WAIT_SECONDS: Final = 2.0
MIN_FINGERS: Final = 2
# More than any phone tells apart.
MAX_FINGERS: Final = 10


@dataclass(frozen=True, slots=True)
class Finger:
    """`number` is the lowest that no other finger had when this one came, from 1; `x` and `y` are parts of
    the screen, so that they still hold when it is turned."""

    id: int
    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FingerSelection:
    touching: tuple[Finger, ...] = ()
    # Since when the same fingers rest; None while there are too few, and once one is chosen.
    resting_since: float | None = None
    # Stays when its finger is lifted.
    selected: Finger | None = None

    @property
    def is_full(self) -> bool:
        """Whether one more finger would be too many to count."""
        return len(self.touching) >= MAX_FINGERS

    @property
    def is_finished(self) -> bool:
        """Whether one is chosen and all hands are off the screen again."""
        return self.selected is not None and not self.touching

    def touch_down(self, finger_id: int, x: float, y: float, now: float) -> FingerSelection:
        if self.selected is not None or self.is_full or self._has_finger(finger_id):
            return self.touch_move(finger_id, x, y)
        used_numbers = {other.number for other in self.touching}
        number = next(number for number in range(1, MAX_FINGERS + 1) if number not in used_numbers)
        return self._restart_wait((*self.touching, Finger(finger_id, number, x, y)), now)

    def touch_move(self, finger_id: int, x: float, y: float) -> FingerSelection:
        if not self._has_finger(finger_id):
            return self
        touching = tuple(
            replace(other, x=x, y=y) if other.id == finger_id else other for other in self.touching
        )
        selected = next(
            (other for other in touching if self.selected and other.id == self.selected.id), self.selected
        )
        return replace(self, touching=touching, selected=selected)

    def touch_up(self, finger_id: int, now: float) -> FingerSelection:
        if not self._has_finger(finger_id):
            return self
        touching = tuple(other for other in self.touching if other.id != finger_id)
        return (
            self._restart_wait(touching, now) if self.selected is None else replace(self, touching=touching)
        )

    def reset_touches(self) -> FingerSelection:
        """Nobody knows any more which fingers rest, as after a call; what was chosen stays."""
        return FingerSelection(selected=self.selected)

    def wait_progress(self, now: float) -> float:
        """How much of the wait is over, 0 to 1."""
        return (
            0.0
            if self.resting_since is None
            else min(1.0, max(0.0, (now - self.resting_since) / WAIT_SECONDS))
        )

    def select_finger(self, now: float, pick: Callable[[int], int]) -> FingerSelection:
        """One of those that rest, once they have rested long enough. `pick_random` gives a number below
        its own."""
        if self.wait_progress(now) < 1.0:
            return self
        return FingerSelection(self.touching, selected=self.touching[pick(len(self.touching))])

    def _has_finger(self, finger_id: int) -> bool:
        return any(other.id == finger_id for other in self.touching)

    def _restart_wait(self, touching: tuple[Finger, ...], now: float) -> FingerSelection:
        """Somebody came or went: the wait begins anew."""
        return FingerSelection(touching, resting_since=now if len(touching) >= MIN_FINGERS else None)


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
