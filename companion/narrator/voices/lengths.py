"""How long a sound file plays and whether it is whole, read from the file itself without decoding it."""

from __future__ import annotations

import wave
import zlib
from pathlib import Path
from struct import Struct, error
from typing import Final

# Capture pattern, version, flags, granule position, serial number, page number, checksum, segments.
_OGG_PAGE_HEADER = Struct("<4sBBqIIIB")
# The first packet of a Vorbis stream: mark, version, channels, samples a second.
_VORBIS_HEADER = Struct("<7sIBI")
_NO_POSITION = -1
# Where the checksum stands in the head of a page; it is reckoned as if it were nought.
_CHECKSUM_SLICE: Final = slice(22, 26)
# Every byte with its bits in the other order.
_REVERSED_BITS: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class UnplayableFile(ValueError):
    """Not a whole sound file of a kind the app can play."""


def read_duration(path: Path) -> float:
    """The length of a WAV or Ogg Vorbis file. Raises NotPlayable, or OSError if it cannot be read."""
    with path.open("rb") as file:
        signature = file.read(4)
    if signature == b"RIFF":
        return _read_wav_duration(path)
    if signature == b"OggS":
        return _read_vorbis_duration(path.read_bytes())
    raise UnplayableFile(f"neither WAV nor Ogg: {signature!r}")


def _read_wav_duration(path: Path) -> float:
    try:
        with wave.open(str(path), "rb") as sound:
            frames, rate = sound.getnframes(), sound.getframerate()
            width = sound.getnchannels() * sound.getsampwidth()
    except (wave.Error, EOFError, error) as failure:
        raise UnplayableFile(str(failure)) from failure
    # A recorder that was cut off leaves a header that promises more than there is.
    actual_frames = path.stat().st_size // width if width else 0
    if rate <= 0 or not 0 < frames <= actual_frames:
        raise UnplayableFile(f"{frames} frames promised, {actual_frames} there")
    return frames / rate


def _read_vorbis_duration(data: bytes) -> float:
    """Every page says how many samples have ended by it; the last one that says so tells the length."""
    offset, rate, last = 0, 0, 0
    while offset < len(data):
        try:
            signature, version, _, position, _, _, checksum, segments = _OGG_PAGE_HEADER.unpack_from(
                data, offset
            )
        except error as failure:
            raise UnplayableFile("cut off within the head of a page") from failure
        body = offset + _OGG_PAGE_HEADER.size + segments
        end = body + sum(data[offset + _OGG_PAGE_HEADER.size : body])
        if signature != b"OggS" or version != 0 or end > len(data):
            raise UnplayableFile(f"no whole page at byte {offset}")
        if _ogg_checksum(data[offset:end]) != checksum:
            raise UnplayableFile(f"a damaged page at byte {offset}")
        if offset == 0:
            rate = _read_vorbis_rate(data, body)
        if position != _NO_POSITION:
            last = position
        offset = end
    if last <= 0:
        raise UnplayableFile("no samples")
    return last / rate


def _ogg_checksum(page: bytes) -> int:
    """Ogg's, by zlib: the same sum with every bit order turned round, begun and ended without its mask."""
    cleared_page = page[: _CHECKSUM_SLICE.start] + bytes(4) + page[_CHECKSUM_SLICE.stop :]
    reversed_sum = zlib.crc32(cleared_page.translate(_REVERSED_BITS), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int.from_bytes(reversed_sum.to_bytes(4, "little").translate(_REVERSED_BITS), "big")


def _read_vorbis_rate(data: bytes, offset: int) -> int:
    try:
        signature, version, channels, rate = _VORBIS_HEADER.unpack_from(data, offset)
    except error as failure:
        raise UnplayableFile("no room for a Vorbis header") from failure
    if signature != b"\x01vorbis" or version != 0 or not channels or not rate:
        raise UnplayableFile("an Ogg file, but not Vorbis")
    return int(rate)
