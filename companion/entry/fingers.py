"""Who begins, by fingers: everybody lays one on the screen, and when none comes or goes for a while one is
chosen. Time and chance are handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

# So long the same fingers must rest.
WAIT_SECONDS: Final = 2.0
FEWEST: Final = 2
# More than any phone tells apart.
MOST: Final = 10


@dataclass(frozen=True, slots=True)
class Finger:
    """`number` is the lowest that no other finger had when this one came, from 1; `x` and `y` are parts of
    the screen, so that they still hold when it is turned."""

    id: int
    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Fingers:
    down: tuple[Finger, ...] = ()
    # Since when the same fingers rest; None while there are too few, and once one is chosen.
    since: float | None = None
    # Stays when its finger is lifted.
    chosen: Finger | None = None

    @property
    def full(self) -> bool:
        """Whether one more finger would be too many to count."""
        return len(self.down) >= MOST

    @property
    def told(self) -> bool:
        """Whether one is chosen and all hands are off the screen again."""
        return self.chosen is not None and not self.down

    def came(self, finger: int, x: float, y: float, now: float) -> Fingers:
        if self.chosen is not None or self.full or self._knows(finger):
            return self.moved(finger, x, y)
        taken = {other.number for other in self.down}
        number = next(number for number in range(1, MOST + 1) if number not in taken)
        return self._resting((*self.down, Finger(finger, number, x, y)), now)

    def moved(self, finger: int, x: float, y: float) -> Fingers:
        if not self._knows(finger):
            return self
        down = tuple(replace(other, x=x, y=y) if other.id == finger else other for other in self.down)
        chosen = next((other for other in down if self.chosen and other.id == self.chosen.id), self.chosen)
        return replace(self, down=down, chosen=chosen)

    def went(self, finger: int, now: float) -> Fingers:
        if not self._knows(finger):
            return self
        down = tuple(other for other in self.down if other.id != finger)
        return self._resting(down, now) if self.chosen is None else replace(self, down=down)

    def let_go(self) -> Fingers:
        """Nobody knows any more which fingers rest, as after a call; what was chosen stays."""
        return Fingers(chosen=self.chosen)

    def waited(self, now: float) -> float:
        """How much of the wait is over, 0 to 1."""
        return 0.0 if self.since is None else min(1.0, max(0.0, (now - self.since) / WAIT_SECONDS))

    def choose(self, now: float, pick: Callable[[int], int]) -> Fingers:
        """One of those that rest, once they have rested long enough. `pick` gives a number below its own."""
        if self.waited(now) < 1.0:
            return self
        return Fingers(self.down, chosen=self.down[pick(len(self.down))])

    def _knows(self, finger: int) -> bool:
        return any(other.id == finger for other in self.down)

    def _resting(self, down: tuple[Finger, ...], now: float) -> Fingers:
        """Somebody came or went: the wait begins anew."""
        return Fingers(down, since=now if len(down) >= FEWEST else None)
