"""A recorded night: where clips stand in the samples that SDL's disk driver wrote, and when that was.

The driver sleeps a buffer's length after each buffer and never catches up, so it is no exact clock; but its
file is watched as it grows, and that tells when each sample was given out. With the bed off a clip's samples
stand in the file as they are, so its place is found to the sample.
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

# What speech rises above and silence does not: -40 dB.
SPEECH_THRESHOLD = 328
FULL_SCALE = 32767
# A piece of speech so long occurs nowhere else.
UNIQUE_SECONDS = 0.1
LOOK_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Line:
    """A line's clip in the sound. `place` is its first sample, or None if it is not there; `head` is the
    silence in the clip before speech, in seconds; `whole`: all its speech is there."""

    name: str
    place: int | None
    head: float
    whole: bool


@dataclass(frozen=True, slots=True)
class Growth:
    """When a file of samples had grown to how many frames."""

    times: Sequence[float]
    frames: Sequence[int]

    def written(self, frame: int) -> float:
        """When the file had this frame; small buffers reach it two at a time, so between is shared out."""
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
    def longest_gap(self) -> float:
        return max(after - before for before, after in pairwise(self.times))

    def speed(self, rate: int) -> float:
        """Seconds of sound in each second."""
        return (self.frames[-1] - self.frames[0]) / rate / self.seconds


@dataclass(frozen=True, slots=True)
class RecordedNight:
    """Times are monotonic seconds; `plan` counts from the night's start. `work` is the processor time from
    the tap to the painted night page."""

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
    # The part of all samples that are nothing at all.
    silent: float
    # The longest time for which the machine let a bare timer wait meanwhile.
    timer_pause: float = 0.0

    def begun_at(self, number: int) -> float:
        """When the mixer gave out the buffer in which this line's clip begins."""
        place = self.lines[number].place
        if place is None:
            raise LookupError(f"{self.lines[number].name} was not heard")
        return self.growth.written(place + self.buffer)

    def heard_at(self, number: int) -> float:
        return self.begun_at(number) + self.lines[number].head

    @property
    def stall(self) -> float:
        """The longest time for which the machine, not the app, stood still: a bare timer or the driver, which
        does nothing but sleep and write, had to wait."""
        return max(self.timer_pause, self.growth.longest_gap - self.buffer / self.rate)

    @property
    def excess(self) -> float:
        """The largest deviation beyond what the machine stood still."""
        return max(0.0, max(map(abs, self.deviations)) - self.stall)

    @property
    def deviations(self) -> list[float]:
        """Clips have silent heads of unequal lengths, and the plan knows clips only as wholes: so the same
        head belongs to both, and leaves no trace in the difference."""
        return deviations_from([self.begun_at(number) for number in range(len(self.lines))], self.plan)


def deviations_from(times: Sequence[float], plan: Sequence[float]) -> list[float]:
    """How late each is against the plan, if the first is on time."""
    return [(at - times[0]) - (planned - plan[0]) for at, planned in zip(times, plan, strict=True)]


def find_speech(clip: array[int]) -> tuple[int, int]:
    """The first loud sample and the one after the last."""
    loud = [number for number, sample in enumerate(clip) if abs(sample) >= SPEECH_THRESHOLD]
    if not loud:
        raise ValueError("a clip without a sound")
    return loud[0], loud[-1] + 1


def find_clip(sound: bytes, name: str, clip: array[int], rate: int, after: int = 0) -> Line:
    """The first place after `after` (samples) where the clip's speech begins in the sound, 16-bit mono."""
    first, end = find_speech(clip)
    opening = clip[first : min(end, first + round(UNIQUE_SECONDS * rate))].tobytes()
    at = sound.find(opening, 2 * after)
    while at % 2 and at != -1:
        at = sound.find(opening, at + 1)
    if at == -1:
        return Line(name, None, first / rate, False)
    whole = sound.startswith(clip[first:end].tobytes(), at)
    return Line(name, at // 2 - first, first / rate, whole)


class FileWatch:
    """Watches a file grow while the context is open, and how long its own sleeps are stretched meanwhile."""

    def __init__(self, path: Path) -> None:
        self.longest_pause = 0.0
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
            self.longest_pause = max(self.longest_pause, now - looked)
            looked = now
            size = self._path.stat().st_size if self._path.exists() else 0
            if size and (not self._sizes or size > self._sizes[-1][1]):
                self._sizes.append((time.monotonic(), size))
