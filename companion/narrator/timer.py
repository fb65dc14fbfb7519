"""A timer for talk, on a clock that is handed in. It advises: when it is over nothing ends but itself.

Times are monotonic seconds. The screen asks `tick` many times a second and says what it returns. People talk
on when the app has died: what is kept of a timer goes by the clock on the wall.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

# What is said so much after its moment would be wrong; only that the time is up stays true.
_STALE: Final = 1.0
# Half time says something only if it is well before the milestone after it.
_HALF_BEFORE_THIRTY: Final = 10.0


class Milestone(Enum):
    HALF = "half"
    THIRTY = "thirty"
    TEN = "ten"
    BEEP = "beep"  # each of the last three seconds
    END = "end"


class Mode(Enum):
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual length, named in the catalogue under `app.timer.preset.<name>`."""

    name: str
    seconds: int


PRESETS: Final = (Preset("short", 60), Preset("discussion", 180), Preset("open", 300))
USUAL: Final = PRESETS[1]

# Seconds left at which something is said, besides half time.
_MOMENTS: Final = (
    (30.0, Milestone.THIRTY),
    (10.0, Milestone.TEN),
    (3.0, Milestone.BEEP),
    (2.0, Milestone.BEEP),
    (1.0, Milestone.BEEP),
    (0.0, Milestone.END),
)


def spoken(milestone: Milestone) -> str | None:
    """The line of a milestone, or None where only a beep is quick enough."""
    return None if milestone is Milestone.BEEP else f"app.say.timer.{milestone.value}"


def every_line() -> tuple[str, ...]:
    """All lines a timer can need: the closed set that can be recorded."""
    lines = (spoken(milestone) for milestone in Milestone)
    return tuple(line for line in lines if line is not None)


@dataclass(frozen=True, slots=True)
class TimerRecord:
    """The timer of a table as it is kept: so much was left at `wall`, by the clock on the wall."""

    table: int
    name: str
    seconds: float
    total: float
    left: float
    mode: Mode
    wall: float


class Timer:
    """A command that makes no sense now does nothing."""

    def __init__(self, name: str, seconds: float) -> None:
        if not 0 < seconds < math.inf:
            raise ValueError(f"a timer cannot run for {seconds} seconds")
        self.name = name
        self.seconds = seconds
        self.mode = Mode.READY
        self._total = seconds  # with what was added since the start
        self._left = seconds  # at `_heard`
        self._heard = 0.0  # the latest time heard of, while the clock counts
        self._told = False  # half time comes first or not at all, whatever is added later

    @property
    def total(self) -> float:
        return self._total

    def left(self, now: float) -> float:
        """Seconds until the end; a clock that goes back is taken to stand still."""
        if self.mode is not Mode.RUNNING:
            return self._left
        return max(0.0, self._left - max(0.0, now - self._heard))

    def shown(self, now: float) -> int:
        """Whole seconds for the screen: the full length at the start, nothing only at the end."""
        return math.ceil(self.left(now))

    def start(self, now: float) -> None:
        """From the beginning, also when it was over."""
        if self.mode is Mode.OVER:
            self.reset()
        if self.mode is Mode.READY:
            self._run(now)

    def pause(self, now: float) -> None:
        # Nobody has heard yet that the time is up: then the next tick says so first.
        if self.mode is Mode.RUNNING and self.left(now):
            self._left = self.left(now)
            self.mode = Mode.PAUSED

    def resume(self, now: float) -> None:
        """On from where it was paused."""
        if self.mode is Mode.PAUSED:
            self._run(now)

    def reset(self) -> None:
        self.mode = Mode.READY
        self._total = self._left = self.seconds
        self._told = False

    def add(self, seconds: float, now: float) -> None:
        """More time; a timer that was over goes on with just that."""
        self._left = self.left(now) + seconds
        self._heard = max(now, self._heard)
        if self.mode is Mode.OVER:
            self._total = seconds
            self._run(now)
        else:
            self._total += seconds

    def tick(self, now: float) -> Milestone | None:
        """Let time pass; returns what is to be said now, if anything."""
        if self.mode is not Mode.RUNNING:
            return None
        before, self._left = self._left, self.left(now)
        self._heard = max(now, self._heard)
        if not self._left:
            self.mode = Mode.OVER
            return Milestone.END
        passed = [(at, milestone) for at, milestone in self._moments() if self._left <= at < before]
        if not passed:
            return None
        at, milestone = min(passed, key=lambda moment: moment[0])
        self._told = True
        return milestone if at - self._left <= _STALE else None

    def record(self, table: int, now: float, wall: float) -> TimerRecord:
        return TimerRecord(
            table, self.name, float(self.seconds), float(self._total), float(self.left(now)), self.mode, wall
        )

    @classmethod
    def found(cls, kept: TimerRecord, now: float, wall: float) -> Timer:
        """As it would stand by now; one that has ended meanwhile is over without a word.

        Raises ValueError for what no timer can be.
        """
        timer = cls(kept.name, kept.seconds)
        passed = max(0.0, wall - kept.wall) if kept.mode is Mode.RUNNING else 0.0
        timer._total, timer._left = max(kept.total, kept.left, 1.0), max(0.0, kept.left - passed)
        timer._told = timer._left <= timer._total / 2
        timer.mode, timer._heard = kept.mode, now
        if not timer._left:
            timer.mode = Mode.OVER
        return timer

    def _run(self, now: float) -> None:
        self.mode = Mode.RUNNING
        self._heard = now

    def _moments(self) -> tuple[tuple[float, Milestone], ...]:
        half = self._total / 2
        if self._told or half - _MOMENTS[0][0] < _HALF_BEFORE_THIRTY:
            return _MOMENTS
        return ((half, Milestone.HALF), *_MOMENTS)
