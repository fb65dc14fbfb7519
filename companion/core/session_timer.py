"""`Timer`, the countdown timer of a session.

It only advises. Its clock (monotonic seconds) is passed in; the screen calls `tick` many times a second and
speaks what it returns. A stored timer uses wall-clock time, because people talk on while the app is closed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

# A milestone that is later than this is skipped, because it would be wrong; the end is always announced.
_MAX_DELAY_SECONDS: Final = 1.0
# Half time is only announced if it is this long before the next milestone.
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
    """A preset length, named in the catalogue under `app.timer.preset.<name>`."""

    name: str
    seconds: int


PRESETS: Final = (TimerPreset("short", 60), TimerPreset("discussion", 180), TimerPreset("open", 300))
DEFAULT_PRESET: Final = PRESETS[1]

# Seconds left at each milestone besides half time.
_MILESTONES: Final = (
    (30.0, Milestone.THIRTY),
    (10.0, Milestone.TEN),
    (3.0, Milestone.BEEP),
    (2.0, Milestone.BEEP),
    (1.0, Milestone.BEEP),
    (0.0, Milestone.END),
)


def milestone_line(milestone: Milestone) -> str | None:
    """Return the line of a milestone, or None if speech would be too slow (a beep)."""
    return None if milestone is Milestone.BEEP else f"app.say.timer.{milestone.value}"


def list_lines() -> tuple[str, ...]:
    """Return all lines of the timer: the closed set that can be recorded."""
    return tuple(line for milestone in Milestone if (line := milestone_line(milestone)) is not None)


@dataclass(frozen=True, slots=True)
class TimerRecord:
    """Stored timer of a game: `left` seconds remained at wall-clock time `wall`."""

    table: int
    name: str
    seconds: float
    total: float
    left: float
    mode: TimerMode
    wall: float


class Timer:
    """Countdown timer. Commands that make no sense in the current mode do nothing."""

    def __init__(self, name: str, seconds: float) -> None:
        if not 0 < seconds < math.inf:
            raise ValueError(f"a timer cannot run for {seconds} seconds")
        self.name = name
        self.seconds = seconds
        self.mode = TimerMode.READY
        self.total = seconds  # including time added since the start
        self._left = seconds  # at `_clock`
        self._clock = 0.0  # latest time passed in while running
        self._is_half_time_over = False  # half time is announced first or never, whatever is added later

    def seconds_left(self, now: float) -> float:
        """Return the seconds until the end; a clock that goes back counts as standing still."""
        if self.mode is not TimerMode.RUNNING:
            return self._left
        return max(0.0, self._left - max(0.0, now - self._clock))

    def whole_seconds_left(self, now: float) -> int:
        """Return the seconds left for display, rounded up: 0 only at the end."""
        return math.ceil(self.seconds_left(now))

    def start(self, now: float) -> None:
        """Start from the beginning, also after the end."""
        if self.mode is TimerMode.OVER:
            self.reset()
        if self.mode is TimerMode.READY:
            self._run(now)

    def pause(self, now: float) -> None:
        # If time is up but not yet announced, keep running: the next tick announces it.
        if self.mode is TimerMode.RUNNING and self.seconds_left(now):
            self._left = self.seconds_left(now)
            self.mode = TimerMode.PAUSED

    def resume(self, now: float) -> None:
        if self.mode is TimerMode.PAUSED:
            self._run(now)

    def reset(self) -> None:
        self.mode = TimerMode.READY
        self.total = self._left = self.seconds
        self._is_half_time_over = False

    def add_time(self, seconds: float, now: float) -> None:
        """Add time; a timer that was over runs again for just that time."""
        self._left = self.seconds_left(now) + seconds
        self._clock = max(now, self._clock)
        if self.mode is TimerMode.OVER:
            self.total = seconds
            self._run(now)
        else:
            self.total += seconds

    def tick(self, now: float) -> Milestone | None:
        """Advance the clock; return the milestone to announce now, if any."""
        if self.mode is not TimerMode.RUNNING:
            return None
        before, self._left = self._left, self.seconds_left(now)
        self._clock = max(now, self._clock)
        if not self._left:
            self.mode = TimerMode.OVER
            return Milestone.END
        reached = [moment for moment in self._milestones() if self._left <= moment[0] < before]
        if not reached:
            return None
        seconds, milestone = min(reached, key=lambda moment: moment[0])
        self._is_half_time_over = True
        return milestone if seconds - self._left <= _MAX_DELAY_SECONDS else None

    def to_record(self, game_id: int, now: float, wall_clock: float) -> TimerRecord:
        seconds, total, left = map(float, (self.seconds, self.total, self.seconds_left(now)))
        return TimerRecord(game_id, self.name, seconds, total, left, self.mode, wall_clock)

    @classmethod
    def from_record(cls, record: TimerRecord, now: float, wall_clock: float) -> Timer:
        """Restore a timer; one that ended meanwhile is silently over. Raises ValueError."""
        timer = cls(record.name, record.seconds)
        elapsed = max(0.0, wall_clock - record.wall) if record.mode is TimerMode.RUNNING else 0.0
        timer.total, timer._left = max(record.total, record.left, 1.0), max(0.0, record.left - elapsed)
        timer._is_half_time_over = timer._left <= timer.total / 2
        timer.mode, timer._clock = record.mode, now
        if not timer._left:
            timer.mode = TimerMode.OVER
        return timer

    def _run(self, now: float) -> None:
        self.mode = TimerMode.RUNNING
        self._clock = now

    def _milestones(self) -> tuple[tuple[float, Milestone], ...]:
        half = self.total / 2
        if self._is_half_time_over or half - _MILESTONES[0][0] < _MIN_HALF_TIME_LEAD_SECONDS:
            return _MILESTONES
        return ((half, Milestone.HALF), *_MILESTONES)
