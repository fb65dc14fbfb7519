"""Whether anything can be heard in a WAV file: an engine may write one that is whole and says nothing."""

from __future__ import annotations

import wave
from array import array
from pathlib import Path
from sys import byteorder
from typing import Final

# As a part of full scale: whatever peaks below it nobody hears across a table.
_AUDIBLE: Final = 0.01
# So many looks of so many frames each, evenly from the first to the last: a long file takes no longer, and
# wherever the pauses of a sentence fall, some of its words are seen.
_LOOKS, _FRAMES = 64, 1024
# What the samples of each width are called in an array; those of one byte have no sign.
_KINDS: Final = {1: "B", 2: "h", 4: "i"}


def is_silent(path: Path) -> bool:
    """Of a file that is whole (see `lengths`). Samples that cannot be read are taken to be heard."""
    with wave.open(str(path), "rb") as sound:
        width, length = sound.getsampwidth(), sound.getnframes()
        if width not in _KINDS:
            return False
        last = max(0, length - _FRAMES)
        places = sorted({last * look // (_LOOKS - 1) for look in range(_LOOKS)})
        return all(_peak(sound, place, width) < _AUDIBLE for place in places)


def _peak(sound: wave.Wave_read, place: int, width: int) -> float:
    sound.setpos(place)
    samples = array(_KINDS[width], sound.readframes(_FRAMES))
    if byteorder == "big":
        samples.byteswap()
    full = 1 << (8 * width - 1)
    rest = full if width == 1 else 0
    return max(max(samples, default=rest) - rest, rest - min(samples, default=rest)) / full
