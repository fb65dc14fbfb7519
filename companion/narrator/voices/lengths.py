"""How long a sound file plays and whether it is whole, read from the file itself without decoding it."""

from __future__ import annotations

import wave
import zlib
from pathlib import Path
from struct import Struct, error
from typing import Final

# Capture pattern, version, flags, granule position, serial number, page number, checksum, segments.
_PAGE = Struct("<4sBBqIIIB")
# The first packet of a Vorbis stream: mark, version, channels, samples a second.
_VORBIS = Struct("<7sIBI")
_NO_POSITION = -1
# Where the checksum stands in the head of a page; it is reckoned as if it were nought.
_SUM: Final = slice(22, 26)
# Every byte with its bits in the other order.
_TURNED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class NotPlayable(ValueError):
    """Not a whole sound file of a kind the app can play."""


def seconds_of(path: Path) -> float:
    """The length of a WAV or Ogg Vorbis file. Raises NotPlayable, or OSError if it cannot be read."""
    with path.open("rb") as file:
        start = file.read(4)
    if start == b"RIFF":
        return _wav_seconds(path)
    if start == b"OggS":
        return _vorbis_seconds(path.read_bytes())
    raise NotPlayable(f"neither WAV nor Ogg: {start!r}")


def _wav_seconds(path: Path) -> float:
    try:
        with wave.open(str(path), "rb") as sound:
            frames, rate = sound.getnframes(), sound.getframerate()
            width = sound.getnchannels() * sound.getsampwidth()
    except (wave.Error, EOFError, error) as wrong:
        raise NotPlayable(str(wrong)) from wrong
    # A recorder that was cut off leaves a header that promises more than there is.
    there = path.stat().st_size // width if width else 0
    if rate <= 0 or not 0 < frames <= there:
        raise NotPlayable(f"{frames} frames promised, {there} there")
    return frames / rate


def _vorbis_seconds(data: bytes) -> float:
    """Every page says how many samples have ended by it; the last one that says so tells the length."""
    place, rate, last = 0, 0, 0
    while place < len(data):
        try:
            mark, version, _, position, _, _, checksum, segments = _PAGE.unpack_from(data, place)
        except error as wrong:
            raise NotPlayable("cut off within the head of a page") from wrong
        body = place + _PAGE.size + segments
        end = body + sum(data[place + _PAGE.size : body])
        if mark != b"OggS" or version != 0 or end > len(data):
            raise NotPlayable(f"no whole page at byte {place}")
        if _checksum(data[place:end]) != checksum:
            raise NotPlayable(f"a damaged page at byte {place}")
        if place == 0:
            rate = _vorbis_rate(data, body)
        if position != _NO_POSITION:
            last = position
        place = end
    if last <= 0:
        raise NotPlayable("no samples")
    return last / rate


def _checksum(page: bytes) -> int:
    """Ogg's, by zlib: the same sum with every bit order turned round, begun and ended without its mask."""
    plain = page[: _SUM.start] + bytes(4) + page[_SUM.stop :]
    turned = zlib.crc32(plain.translate(_TURNED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int.from_bytes(turned.to_bytes(4, "little").translate(_TURNED), "big")


def _vorbis_rate(data: bytes, place: int) -> int:
    try:
        mark, version, channels, rate = _VORBIS.unpack_from(data, place)
    except error as wrong:
        raise NotPlayable("no room for a Vorbis header") from wrong
    if mark != b"\x01vorbis" or version != 0 or not channels or not rate:
        raise NotPlayable("an Ogg file, but not Vorbis")
    return int(rate)
