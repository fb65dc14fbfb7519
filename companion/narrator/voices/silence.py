"""Whether anything can be heard in a WAV file: an engine may write one that is whole and says nothing."""

from __future__ import annotations

import wave
from array import array
from pathlib import Path
from sys import byteorder
from typing import Final

# As a part of full scale: whatever peaks below it nobody hears across a table.
_AUDIBLE_PEAK: Final = 0.01
# So many looks of so many frames each, evenly from the first to the last: a long file takes no longer, and
# wherever the pauses of a sentence fall, some of its words are seen.
_SAMPLE_POINTS, _FRAMES_PER_POINT = 64, 1024
# What the samples of each width are called in an array; those of one byte have no sign.
_ARRAY_TYPES: Final = {1: "B", 2: "h", 4: "i"}


def is_silent(path: Path) -> bool:
    """Of a file that is whole (see `lengths`). Samples that cannot be read are taken to be heard."""
    with wave.open(str(path), "rb") as sound:
        width, length = sound.getsampwidth(), sound.getnframes()
        if width not in _ARRAY_TYPES:
            return False
        last_offset = max(0, length - _FRAMES_PER_POINT)
        offsets = sorted({last_offset * point // (_SAMPLE_POINTS - 1) for point in range(_SAMPLE_POINTS)})
        return all(_peak_level(sound, offset, width) < _AUDIBLE_PEAK for offset in offsets)


def _peak_level(sound: wave.Wave_read, offset: int, width: int) -> float:
    sound.setpos(offset)
    samples = array(_ARRAY_TYPES[width], sound.readframes(_FRAMES_PER_POINT))
    if byteorder == "big":
        samples.byteswap()
    full_scale = 1 << (8 * width - 1)
    zero_level = full_scale if width == 1 else 0
    return (
        max(max(samples, default=zero_level) - zero_level, zero_level - min(samples, default=zero_level))
        / full_scale
    )
