"""Choosing the first player: finger selection on the touch screen, and the animation of a random draw.

Time and randomness are passed in by the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

# How long the set of touching fingers must stay unchanged.
WAIT_SECONDS: Final = 2.0
MIN_FINGERS: Final = 2
# More touch points than any phone reports.
MAX_FINGERS: Final = 10


@dataclass(frozen=True, slots=True)
class Finger:
    """A touch point. `number` is the lowest number from 1 that was free when it began; `x` and `y` are
    fractions of the screen size, so that they stay valid when the screen is rotated."""

    id: int
    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FingerSelection:
    touching: tuple[Finger, ...] = ()
    # Time of the last change of the touching fingers; None while there are too few, and after the selection.
    resting_since: float | None = None
    # Still set after this finger is lifted.
    selected: Finger | None = None

    @property
    def is_full(self) -> bool:
        """True if no further finger can be tracked."""
        return len(self.touching) >= MAX_FINGERS

    @property
    def is_finished(self) -> bool:
        """True if a finger was selected and all fingers have been lifted."""
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
        return replace(self, touching=touching) if self.selected else self._restart_wait(touching, now)

    def reset_touches(self) -> FingerSelection:
        """Drop all touches, for example after an interruption by a phone call; keep the selection."""
        return FingerSelection(selected=self.selected)

    def wait_progress(self, now: float) -> float:
        if self.resting_since is None:
            return 0.0
        return min(1.0, max(0.0, (now - self.resting_since) / WAIT_SECONDS))

    def select_finger(self, now: float, pick: Callable[[int], int]) -> FingerSelection:
        """Select a finger once the wait is over. `pick(n)` returns a number from 0 to n - 1."""
        if self.wait_progress(now) < 1.0:
            return self
        return FingerSelection(self.touching, selected=self.touching[pick(len(self.touching))])

    def _has_finger(self, finger_id: int) -> bool:
        return any(other.id == finger_id for other in self.touching)

    def _restart_wait(self, touching: tuple[Finger, ...], now: float) -> FingerSelection:
        """Restart the wait after a finger was added or lifted."""
        return FingerSelection(touching, resting_since=now if len(touching) >= MIN_FINGERS else None)


_MIN_STEPS: Final = 12
_FIRST_STEP_SECONDS: Final = 0.05
_LAST_STEP_SECONDS: Final = 0.26


@dataclass(frozen=True, slots=True)
class LightStep:
    """One step of the draw animation: the highlighted seat and its duration in seconds."""

    seat: int
    seconds: float


def light_sequence(seats: int, target_seat: int) -> tuple[LightStep, ...]:
    """Return the draw animation: more than one round, slowing down, until just before `target_seat`."""
    steps, slowdown = _MIN_STEPS + seats, _LAST_STEP_SECONDS - _FIRST_STEP_SECONDS
    return tuple(
        LightStep(
            (target_seat - steps + index) % seats, _FIRST_STEP_SECONDS + slowdown * (index / steps) ** 2
        )
        for index in range(steps)
    )
