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
_MAX_DELAY_SECONDS: Final = 1.0
# Half time says something only if it is well before the milestone after it.
_MIN_HALF_TIME_LEAD_SECONDS: Final = 10.0


class Milestone(Enum):
    HALF = "half"
    THIRTY = "thirty"
    TEN = "ten"
    BEEP = "beep"  # each of the last three seconds
    END = "end"


class TimerMode(Enum):
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TimerPreset:
    """A usual length, named in the catalogue under `app.timer.preset.<name>`."""

    name: str
    seconds: int


PRESETS: Final = (TimerPreset("short", 60), TimerPreset("discussion", 180), TimerPreset("open", 300))
DEFAULT_PRESET: Final = PRESETS[1]

# Seconds left at which something is said, besides half time.
_MILESTONES: Final = (
    (30.0, Milestone.THIRTY),
    (10.0, Milestone.TEN),
    (3.0, Milestone.BEEP),
    (2.0, Milestone.BEEP),
    (1.0, Milestone.BEEP),
    (0.0, Milestone.END),
)


def milestone_line(milestone: Milestone) -> str | None:
    """The line of a milestone, or None where only a beep is quick enough."""
    return None if milestone is Milestone.BEEP else f"app.say.timer.{milestone.value}"


def list_lines() -> tuple[str, ...]:
    """All lines a timer can need: the closed set that can be recorded."""
    lines = (milestone_line(milestone) for milestone in Milestone)
    return tuple(line for line in lines if line is not None)


@dataclass(frozen=True, slots=True)
class TimerRecord:
    """The timer of a table as it is kept: so much was left at `wall`, by the clock on the wall."""

    table: int
    name: str
    seconds: float
    total: float
    left: float
    mode: TimerMode
    wall: float


class Timer:
    """A command that makes no sense now does nothing."""

    def __init__(self, name: str, seconds: float) -> None:
        if not 0 < seconds < math.inf:
            raise ValueError(f"a timer cannot run for {seconds} seconds")
        self.name = name
        self.seconds = seconds
        self.mode = TimerMode.READY
        self._total = seconds  # with what was added since the start
        self._left = seconds  # at `_heard`
        self._clock = 0.0  # the latest time heard of, while the clock counts
        self._is_half_time_over = False  # half time comes first or not at all, whatever is added later

    @property
    def total(self) -> float:
        return self._total

    def seconds_left(self, now: float) -> float:
        """Seconds until the end; a clock that goes back is taken to stand still."""
        if self.mode is not TimerMode.RUNNING:
            return self._left
        return max(0.0, self._left - max(0.0, now - self._clock))

    def whole_seconds_left(self, now: float) -> int:
        """Whole seconds for the screen: the full length at the start, nothing only at the end."""
        return math.ceil(self.seconds_left(now))

    def start(self, now: float) -> None:
        """From the beginning, also when it was over."""
        if self.mode is TimerMode.OVER:
            self.reset()
        if self.mode is TimerMode.READY:
            self._run(now)

    def pause(self, now: float) -> None:
        # Nobody has heard yet that the time is up: then the next tick says so first.
        if self.mode is TimerMode.RUNNING and self.seconds_left(now):
            self._left = self.seconds_left(now)
            self.mode = TimerMode.PAUSED

    def resume(self, now: float) -> None:
        """On from where it was paused."""
        if self.mode is TimerMode.PAUSED:
            self._run(now)

    def reset(self) -> None:
        self.mode = TimerMode.READY
        self._total = self._left = self.seconds
        self._is_half_time_over = False

    def add_time(self, seconds: float, now: float) -> None:
        """More time; a timer that was over goes on with just that."""
        self._left = self.seconds_left(now) + seconds
        self._clock = max(now, self._clock)
        if self.mode is TimerMode.OVER:
            self._total = seconds
            self._run(now)
        else:
            self._total += seconds

    def tick(self, now: float) -> Milestone | None:
        """Let time pass; returns what is to be said now, if anything."""
        if self.mode is not TimerMode.RUNNING:
            return None
        before, self._left = self._left, self.seconds_left(now)
        self._clock = max(now, self._clock)
        if not self._left:
            self.mode = TimerMode.OVER
            return Milestone.END
        reached = [
            (seconds, milestone)
            for seconds, milestone in self._milestones()
            if self._left <= seconds < before
        ]
        if not reached:
            return None
        seconds, milestone = min(reached, key=lambda moment: moment[0])
        self._is_half_time_over = True
        return milestone if seconds - self._left <= _MAX_DELAY_SECONDS else None

    def to_record(self, game_id: int, now: float, wall_clock: float) -> TimerRecord:
        return TimerRecord(
            game_id,
            self.name,
            float(self.seconds),
            float(self._total),
            float(self.seconds_left(now)),
            self.mode,
            wall_clock,
        )

    @classmethod
    def from_record(cls, record: TimerRecord, now: float, wall_clock: float) -> Timer:
        """As it would stand by now; one that has ended meanwhile is over without a word.

        Raises ValueError for what no timer can be.
        """
        timer = cls(record.name, record.seconds)
        elapsed = max(0.0, wall_clock - record.wall) if record.mode is TimerMode.RUNNING else 0.0
        timer._total, timer._left = max(record.total, record.left, 1.0), max(0.0, record.left - elapsed)
        timer._is_half_time_over = timer._left <= timer._total / 2
        timer.mode, timer._clock = record.mode, now
        if not timer._left:
            timer.mode = TimerMode.OVER
        return timer

    def _run(self, now: float) -> None:
        self.mode = TimerMode.RUNNING
        self._clock = now

    def _milestones(self) -> tuple[tuple[float, Milestone], ...]:
        half = self._total / 2
        if self._is_half_time_over or half - _MILESTONES[0][0] < _MIN_HALF_TIME_LEAD_SECONDS:
            return _MILESTONES
        return ((half, Milestone.HALF), *_MILESTONES)
