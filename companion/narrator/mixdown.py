"""Mixdown of a night to one audio file: the clips at their places on the timeline, with the background.

Pure Python on 16-bit mono samples. The slow part, one multiplication per sample, is only done where the
background's level changes; elsewhere whole ranges are copied or added.
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

from companion.narrator.audio import (
    BACKGROUND_PEAK,
    LOOP_OVERLAP_SECONDS,
    SPEECH_PEAK,
    LevelPoint,
    level_curve,
)
from companion.narrator.planner import SegmentKind, Timeline

Decode = Callable[[Path], "array[int]"]
FULL_SCALE: Final = 32767


def write_mixdown(
    timeline: Timeline,
    clips: Mapping[tuple[str, str], Path],
    out: Path | BinaryIO,
    *,
    decode: Decode,
    rate: int,
    background: Path | None = None,
) -> int:
    """Write the night as a WAV file and return its length in samples, which matches the timeline exactly.
    `clips` are keyed by language and line; a line without a clip is silent. `decode` returns a file's mono
    samples at `rate`. A clip longer than its segment is cut off."""
    total = round(timeline.total * rate)
    background_samples = _render_background(decode(background), timeline, rate, total) if background else None
    written_count = 0
    with wave.open(str(out) if isinstance(out, Path) else out, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", "not compressed"))
        clip_cache: dict[Path, array[int]] = {}
        for segment in timeline.segments:
            end = round(segment.end * rate)
            length = end - written_count
            speech = None
            if segment.kind is SegmentKind.SPEECH and segment.language is not None:
                path = clips.get((segment.language, timeline.script.cues[segment.cue_index].line))
                if path is not None:
                    if path not in clip_cache:
                        clip_cache[path] = limit_peak(decode(path), SPEECH_PEAK)
                    speech = clip_cache[path][:length]
            file.writeframes(_to_little_endian_bytes(_mix(speech, background_samples, written_count, length)))
            written_count = end
    return written_count


def limit_peak(samples: array[int], peak: float) -> array[int]:
    """Scale the samples down if they are louder than `peak`, without clipping."""
    peak_sample = max(max(samples, default=0), -min(samples, default=0))
    max_sample = int(peak * FULL_SCALE)
    if peak_sample <= max_sample:
        return samples
    factor = max_sample / peak_sample
    return array("h", [int(sample * factor) for sample in samples])


def make_loop(samples: array[int], overlap: int) -> array[int]:
    """Return a seamless loop: the end is crossfaded into the beginning with equal power, and cut off."""
    overlap = min(overlap, len(samples) // 2)
    if not overlap:
        return samples
    head, tail = samples[:overlap], samples[-overlap:]
    seam = (
        int(first * (i / overlap) ** 0.5 + last * (1 - i / overlap) ** 0.5)
        for i, (first, last) in enumerate(zip(head, tail, strict=True))
    )
    return limit_peak(array("h", seam) + samples[overlap:-overlap], BACKGROUND_PEAK)


def _render_background(samples: array[int], timeline: Timeline, rate: int, total: int) -> array[int]:
    """Return the background for the whole night at its level of each moment."""
    loop = make_loop(limit_peak(samples, BACKGROUND_PEAK), round(LOOP_OVERLAP_SECONDS * rate))
    if not loop:
        return array("h", bytes(2 * total))
    # The loop at a constant level is computed once.
    scaled_loops: dict[float, array[int]] = {1.0: loop, 0.0: array("h", bytes(2 * len(loop)))}
    output = array("h")
    for start, end, from_level, to_level in _level_ranges(level_curve(timeline), rate, total):
        offset = start % len(loop)
        if from_level == to_level:
            if from_level not in scaled_loops:
                scaled_loops[from_level] = array("h", [int(sample * from_level) for sample in loop])
            output.extend(_slice_loop(scaled_loops[from_level], offset, end - start))
        else:
            step = (to_level - from_level) / (end - start)
            source = _slice_loop(loop, offset, end - start)
            output.extend([int(sample * (from_level + i * step)) for i, sample in enumerate(source)])
    return output


def _slice_loop(loop: array[int], offset: int, length: int) -> array[int]:
    repetitions = (offset + length) // len(loop) + 1
    return (loop * repetitions)[offset : offset + length]


def _level_ranges(
    moments: tuple[LevelPoint, ...], rate: int, total: int
) -> Iterator[tuple[int, int, float, float]]:
    for start_point, end_point in pairwise(moments):
        start, end = round(start_point.seconds * rate), min(total, round(end_point.seconds * rate))
        if end > start:
            yield start, end, start_point.level, end_point.level


def _mix(speech: array[int] | None, background: array[int] | None, start: int, length: int) -> array[int]:
    silence = array("h", bytes(2 * length))
    below = silence if background is None else background[start : start + length]
    # Both tracks are peak-limited, so their sum cannot overflow 16 bits.
    return array("h", map(add, speech, below)) + below[len(speech) :] if speech else below


def _to_little_endian_bytes(samples: array[int]) -> bytes:
    if sys.byteorder == "big":
        samples = samples[:]
        samples.byteswap()
    return samples.tobytes()
