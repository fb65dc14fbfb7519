"""What was heard: where clips stand in the samples that SDL's disk driver wrote, and when that was.

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
LOUD = 328
FULL = 32767
# A piece of speech so long occurs nowhere else.
UNMISTAKABLE = 0.1


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
class Held:
    """A night that was held. Times are monotonic seconds, `plan` counts from the night's start."""

    released: float
    work: float
    plan: Sequence[float]
    asked: Sequence[float]
    lines: Sequence[Line]
    growth: Growth
    rate: int
    buffer: int
    peak: int
    clipped: int
    # The part of all samples that are nothing at all.
    silent: float

    def begun_at(self, number: int) -> float:
        """When the mixer gave out the buffer in which this line's clip begins."""
        place = self.lines[number].place
        if place is None:
            raise LookupError(f"{self.lines[number].name} was not heard")
        return self.growth.written(place + self.buffer)

    def heard_at(self, number: int) -> float:
        return self.begun_at(number) + self.lines[number].head

    @property
    def deviations(self) -> list[float]:
        """Clips have silent heads of unequal lengths, and the plan knows clips only as wholes: so the same
        head belongs to both, and leaves no trace in the difference."""
        return off_plan([self.begun_at(number) for number in range(len(self.lines))], self.plan)


def off_plan(times: Sequence[float], plan: Sequence[float]) -> list[float]:
    """How late each is against the plan, if the first is on time."""
    return [(at - times[0]) - (planned - plan[0]) for at, planned in zip(times, plan, strict=True)]


def speech(clip: array[int]) -> tuple[int, int]:
    """The first loud sample and the one after the last."""
    loud = [number for number, sample in enumerate(clip) if abs(sample) >= LOUD]
    if not loud:
        raise ValueError("a clip without a sound")
    return loud[0], loud[-1] + 1


def find(sound: bytes, name: str, clip: array[int], rate: int, after: int = 0) -> Line:
    """The first place after `after` (samples) where the clip's speech begins in the sound, 16-bit mono."""
    first, end = speech(clip)
    opening = clip[first : min(end, first + round(UNMISTAKABLE * rate))].tobytes()
    at = sound.find(opening, 2 * after)
    while at % 2 and at != -1:
        at = sound.find(opening, at + 1)
    if at == -1:
        return Line(name, None, first / rate, False)
    whole = sound.startswith(clip[first:end].tobytes(), at)
    return Line(name, at // 2 - first, first / rate, whole)


class Watch:
    """Sees a file grow while the context is open."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: list[tuple[float, int]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def growth(self, frame_bytes: int) -> Growth:
        times, sizes = zip(*self._seen, strict=True)
        return Growth(times, [size // frame_bytes for size in sizes])

    def _look(self) -> None:
        while not self._over.wait(0.001):
            size = self._path.stat().st_size if self._path.exists() else 0
            if size and (not self._seen or size > self._seen[-1][1]):
                self._seen.append((time.monotonic(), size))
