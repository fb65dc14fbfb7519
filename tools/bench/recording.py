"""A recorded night: find clips in the samples written by SDL's disk driver, and when they were written.

The driver sleeps a buffer's length after each buffer and never catches up, so it is no exact clock. The
growth of its file is watched instead, which gives the time of each sample. Without background sound a clip's
samples occur in the file unchanged, so its position is exact to the sample.
"""

from __future__ import annotations

import threading
import time
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType

# Threshold between speech and silence: -40 dB.
SPEECH_THRESHOLD = 328
FULL_SCALE = 32767
# A stretch of speech of this length occurs only once.
UNIQUE_SECONDS = 0.1
LOOK_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Line:
    """A line's clip in the recording.

    `place` is its first sample, or None if it was not found; `head` is the silence in the clip before speech,
    in seconds; `whole` is true if all its speech is in the recording.
    """

    name: str
    place: int | None
    head: float
    is_complete: bool


@dataclass(frozen=True, slots=True)
class Growth:
    """When a file of samples had grown to which number of frames."""

    times: Sequence[float]
    frames: Sequence[int]

    def time_of_frame(self, frame: int) -> float:
        """Return when the file reached this frame.

        Interpolated, because small buffers are written two at a time.
        """
        after = bisect_left(self.frames, frame)
        if not 0 < after < len(self.frames):
            raise ValueError(f"frame {frame} was not seen to be written")
        before = after - 1
        part = (frame - self.frames[before]) / (self.frames[after] - self.frames[before])
        return self.times[before] + part * (self.times[after] - self.times[before])

    @property
    def seconds(self) -> float:
        return self.times[-1] - self.times[0]

    @property
    def max_gap(self) -> float:
        return max(after - before for before, after in pairwise(self.times))

    def speed(self, rate: int) -> float:
        """Seconds of sound written per second of wall-clock time."""
        return (self.frames[-1] - self.frames[0]) / rate / self.seconds


@dataclass(frozen=True, slots=True)
class RecordedNight:
    """A recorded night with its timeline.

    Times are monotonic seconds; `plan` counts from the start of the night. `work` is the processor time from
    the tap to the painted night page.
    """

    released: float
    work: float
    plan: Sequence[float]
    play_times: Sequence[float]
    lines: Sequence[Line]
    growth: Growth
    rate: int
    buffer: int
    peak: int
    clipped: int
    # The share of samples that are exactly zero.
    silent: float
    # The longest delay of a bare timer during the night.
    timer_pause: float = 0.0

    def clip_started_at(self, number: int) -> float:
        """Return when the mixer wrote the buffer in which this line's clip begins."""
        place = self.lines[number].place
        if place is None:
            raise LookupError(f"{self.lines[number].name} was not heard")
        return self.growth.time_of_frame(place + self.buffer)

    def speech_started_at(self, number: int) -> float:
        return self.clip_started_at(number) + self.lines[number].head

    @property
    def stall(self) -> float:
        """The longest time for which the machine, not the app, stalled.

        Measured by a bare timer and by the driver, which only sleeps and writes.
        """
        return max(self.timer_pause, self.growth.max_gap - self.buffer / self.rate)

    @property
    def excess(self) -> float:
        """The largest deviation beyond the machine's stall."""
        return max(0.0, max(map(abs, self.deviations)) - self.stall)

    @property
    def deviations(self) -> list[float]:
        """The deviations of the lines from the timeline, in seconds.

        Clips begin with silence of unequal length and the timeline knows only whole clips, so the silence is
        added on both sides and cancels out.
        """
        return deviations_from([self.clip_started_at(number) for number in range(len(self.lines))], self.plan)


def deviations_from(times: Sequence[float], plan: Sequence[float]) -> list[float]:
    """Return each time's delay against the plan, taking the first as on time."""
    return [(at - times[0]) - (planned - plan[0]) for at, planned in zip(times, plan, strict=True)]


def find_speech(clip: array[int]) -> tuple[int, int]:
    """Return the index of the first loud sample and the index after the last."""
    loud = [number for number, sample in enumerate(clip) if abs(sample) >= SPEECH_THRESHOLD]
    if not loud:
        raise ValueError("a clip without a sound")
    return loud[0], loud[-1] + 1


def find_clip(sound: bytes, name: str, clip: array[int], rate: int, after: int = 0) -> Line:
    """Find the first occurrence of a clip's speech at or after sample `after` of a 16-bit mono recording."""
    first, end = find_speech(clip)
    opening = clip[first : min(end, first + round(UNIQUE_SECONDS * rate))].tobytes()
    at = sound.find(opening, 2 * after)
    while at % 2 and at != -1:
        at = sound.find(opening, at + 1)
    if at == -1:
        return Line(name, None, first / rate, False)
    is_complete = sound.startswith(clip[first:end].tobytes(), at)
    return Line(name, at // 2 - first, first / rate, is_complete)


class FileWatch:
    """Context manager that watches a file grow and measures how much its own sleeps are delayed."""

    def __init__(self, path: Path) -> None:
        self.max_pause = 0.0
        self._path = path
        self._sizes: list[tuple[float, int]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> FileWatch:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def growth(self, frame_bytes: int) -> Growth:
        times, sizes = zip(*self._sizes, strict=True)
        return Growth(times, [size // frame_bytes for size in sizes])

    def _watch(self) -> None:
        looked = time.monotonic()
        while not self._over.wait(LOOK_SECONDS):
            now = time.monotonic()
            self.max_pause = max(self.max_pause, now - looked)
            looked = now
            size = self._path.stat().st_size if self._path.exists() else 0
            if size and (not self._sizes or size > self._sizes[-1][1]):
                self._sizes.append((time.monotonic(), size))
