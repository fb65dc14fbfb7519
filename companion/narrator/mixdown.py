"""A night as one sound file: the clips where the timeline has them, the bed beneath.

Pure Python on 16-bit mono samples. What is slow in it, a product for every sample, is done only where the
bed's level moves; elsewhere whole stretches are copied or added.
"""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import BinaryIO, Final

from companion.narrator.bed import BED_PEAK, OVERLAP, SPEECH_PEAK, Moment, levels
from companion.narrator.plan import Part, Timeline

Decode = Callable[[Path], "array[int]"]
FULL: Final = 32767


def mixdown(
    timeline: Timeline,
    clips: Mapping[tuple[str, str], Path],
    out: Path | BinaryIO,
    *,
    decode: Decode,
    rate: int,
    bed: Path | None = None,
) -> int:
    """Write the night as a WAV file; returns its length in samples, which is the timeline's to the sample.

    `clips` are found by language and line; a line without one is silent. `decode` gives a file's samples at
    `rate`, mono. A clip longer than its place is cut there: the plan decides.
    """
    total = round(timeline.total * rate)
    under = _bed(decode(bed), timeline, rate, total) if bed else None
    done = 0
    target = out if not isinstance(out, Path) else str(out)
    with wave.open(target, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", "not compressed"))
        known: dict[Path, array[int]] = {}
        for segment in timeline.segments:
            end = round(segment.end * rate)
            length = end - done
            speech = None
            if segment.part is Part.SPEECH and segment.language is not None:
                path = clips.get((segment.language, timeline.script.cues[segment.cue].line))
                if path is not None:
                    if path not in known:
                        known[path] = limited(decode(path), SPEECH_PEAK)
                    speech = known[path][:length]
            file.writeframes(_little_endian(_mixed(speech, under, done, length)))
            done = end
    return done


def limited(samples: array[int], peak: float) -> array[int]:
    """The same sound, softer if it is louder than `peak`: nothing is cut off the top of a wave."""
    loudest = max(max(samples, default=0), -min(samples, default=0))
    most = int(peak * FULL)
    if loudest <= most:
        return samples
    factor = most / loudest
    return array("h", [int(sample * factor) for sample in samples])


def looped(samples: array[int], overlap: int) -> array[int]:
    """One turn of a loop: the end is faded into the beginning, with equal power, and cut off."""
    overlap = min(overlap, len(samples) // 2)
    if not overlap:
        return samples
    head, tail = samples[:overlap], samples[-overlap:]
    seam = (
        int(first * (i / overlap) ** 0.5 + last * (1 - i / overlap) ** 0.5)
        for i, (first, last) in enumerate(zip(head, tail, strict=True))
    )
    return limited(array("h", seam) + samples[overlap:-overlap], BED_PEAK)


def _bed(samples: array[int], timeline: Timeline, rate: int, total: int) -> array[int]:
    """The bed for the whole night, at its level of each moment."""
    turn = looped(limited(samples, BED_PEAK), round(OVERLAP * rate))
    if not turn:
        return array("h", bytes(2 * total))
    # A level that stays is worked out once for the whole turn.
    steady: dict[float, array[int]] = {1.0: turn, 0.0: array("h", bytes(2 * len(turn)))}
    mixed = array("h")
    for start, end, from_level, to_level in _stretches(levels(timeline), rate, total):
        place = start % len(turn)
        if from_level == to_level:
            if from_level not in steady:
                steady[from_level] = array("h", [int(sample * from_level) for sample in turn])
            mixed.extend(_turning(steady[from_level], place, end - start))
        else:
            step = (to_level - from_level) / (end - start)
            source = _turning(turn, place, end - start)
            mixed.extend([int(sample * (from_level + i * step)) for i, sample in enumerate(source)])
    return mixed


def _turning(turn: array[int], place: int, length: int) -> array[int]:
    """A piece of an endless loop."""
    times = (place + length) // len(turn) + 1
    return (turn * times)[place : place + length]


def _stretches(moments: tuple[Moment, ...], rate: int, total: int) -> Iterator[tuple[int, int, float, float]]:
    for now, then in pairwise(moments):
        start, end = round(now.seconds * rate), min(total, round(then.seconds * rate))
        if end > start:
            yield start, end, now.level, then.level


def _mixed(speech: array[int] | None, under: array[int] | None, start: int, length: int) -> array[int]:
    below = under[start : start + length] if under is not None else array("h", bytes(2 * length))
    if not speech:
        return below
    # Neither can be louder than its peak, so their sum fits.
    return array("h", map(add, speech, below)) + below[len(speech) :]


def _little_endian(samples: array[int]) -> bytes:
    if sys.byteorder == "big":
        samples = samples[:]
        samples.byteswap()
    return samples.tobytes()
