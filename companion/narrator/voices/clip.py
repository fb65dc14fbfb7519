"""Interface of a voice, which turns a line into an audio file of known length; the cache of rendered clips;
and the built-in voice.

A voice may block, so device voices are called outside the main thread. It never hangs: a call returns a clip
or raises `VoiceError` within the voice's time-out. Durations are read without decoding, and silent files are
detected.

The built-in voice has a clip for every line in every language, on any device. The clips were rendered at one
speed, and a phone cannot stretch them without spoiling them. So this voice ignores the pace; the pauses,
which are most of a night, do follow it (see `plan_timeline`). An index contains the duration and size of each
clip, and a clip that differs from it is not played.
"""

from __future__ import annotations

import hashlib
import json
import os
import wave
import zlib
from array import array
from collections.abc import Callable, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from struct import Struct, error
from sys import byteorder
from typing import Final, Protocol

from companion import asset
from companion.core.game import ProblemError, warning
from companion.core.message import MessageArg
from companion.i18n.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class Line:
    """Sentence of the script as it is shown; each voice applies its own pronunciation."""

    key: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Clip:
    """Audio file with its duration and the name of its voice."""

    path: Path
    seconds: float
    source: str


class Voice(Protocol):
    @property
    def name(self) -> str:
        """`recorded`, `device` or `builtin`, as in the settings."""

    def supports_language(self, language: str) -> bool: ...

    def render(self, line: Line, pace: float) -> Clip:
        """Return a clip. Raises VoiceError if there is none, NotRenderedYet if there may be one later."""


class VoiceError(ProblemError):
    """The voice cannot say a line; another may. The problem is a warning: the night goes on."""


class NotRenderedYet(Exception):
    """The slow voice has not been asked for this line yet; until then use a fallback voice."""


def voice_error(key: str, **args: MessageArg) -> VoiceError:
    return VoiceError(warning(key, **args))


def engine_timeout_error(timeout: float) -> VoiceError:
    return voice_error("app.problem.voice_engine_hangs", seconds=round(timeout))


def voice_tags(code: str) -> tuple[str, ...]:
    """Return the tags under which an engine may know a language, best first; the last is the plain code."""
    return (*(LANGUAGES[code].voice_tags if code in LANGUAGES else ()), code)


def language_name(code: str) -> str:
    """Return the language's own name, for problems, which are shown in any language."""
    return LANGUAGES[code].name if code in LANGUAGES else code


# Capture pattern, version, flags, granule position, serial number, page number, checksum, segments.
_OGG_PAGE_HEADER = Struct("<4sBBqIIIB")
# The first packet of a Vorbis stream: marker, version, channels, sample rate.
_VORBIS_HEADER = Struct("<7sIBI")
_NO_POSITION = -1
# Position of the checksum in the page header; it is computed with these bytes set to zero.
_CHECKSUM_SLICE: Final = slice(22, 26)
# Every byte with its bits reversed.
_REVERSED_BITS: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class UnplayableFile(ValueError):
    """The file is not a complete audio file of a supported format."""


def read_duration(path: Path) -> float:
    """Return the duration of a WAV or Ogg Vorbis file. Raises UnplayableFile or OSError."""
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
    # An interrupted recorder leaves a header that promises more frames than there are.
    actual_frames = path.stat().st_size // width if width else 0
    if rate <= 0 or not 0 < frames <= actual_frames:
        raise UnplayableFile(f"{frames} frames promised, {actual_frames} there")
    return frames / rate


def _read_vorbis_duration(data: bytes) -> float:
    """Return the duration from the granule position of the last page that has one."""
    offset, rate, last = 0, 0, 0
    while offset < len(data):
        try:
            header = _OGG_PAGE_HEADER.unpack_from(data, offset)
        except error as failure:
            raise UnplayableFile("cut off within the head of a page") from failure
        signature, version, _, position, _, _, checksum, segments = header
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
    """Return the Ogg checksum: zlib's CRC with reversed bit order and without the masks."""
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


# As a fraction of full scale: nobody hears a lower peak across a table.
_AUDIBLE_PEAK: Final = 0.01
# Number of sample points, evenly distributed, and frames each: a long file takes no longer, and some words
# are found wherever the pauses of a sentence are.
_SAMPLE_POINTS, _FRAMES_PER_POINT = 64, 1024
# Array type codes by sample width; 8-bit samples are unsigned.
_ARRAY_TYPES: Final = {1: "B", 2: "h", 4: "i"}


def is_silent(path: Path) -> bool:
    """True if a valid file contains no audible sample; unsupported sample widths count as audible."""
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
    zero = full_scale if width == 1 else 0
    return max(max(samples, default=zero) - zero, zero - min(samples, default=zero)) / full_scale


# A night of 15 lines in two languages is about 10 MB of WAV.
MAX_CACHE_BYTES = 64 * 1024 * 1024


class ClipCache:
    """LRU cache of WAV files in a folder."""

    def __init__(self, folder: Path, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes

    def get_or_render(
        self, key_parts: tuple[str, ...], render_to: Callable[[Path], None]
    ) -> tuple[Path, float]:
        """Return the file for this key and its duration; `render_to` writes it if it is missing or damaged.
        Raises VoiceError if the result is missing, truncated or silent; such a file is not cached."""
        name = hashlib.sha256("\0".join(key_parts).encode()).hexdigest()[:32]
        path = self._folder / f"{name}.wav"
        with suppress(OSError, UnplayableFile):
            seconds = read_duration(path)
            os.utime(path)
            return path, seconds
        # Written to a temporary file and moved: if the process is killed, no partial clip remains.
        temporary = path.with_suffix(f".{os.getpid()}.wav")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            render_to(temporary)
            seconds = read_duration(temporary)
            if is_silent(temporary):
                raise UnplayableFile("nothing to be heard")
            temporary.replace(path)
        except (FileNotFoundError, UnplayableFile) as failure:
            raise voice_error("app.problem.voice_engine_empty") from failure
        except OSError as failure:
            reason = failure.strerror or str(failure)
            raise voice_error("app.problem.voice_not_kept", reason=reason) from failure
        finally:
            with suppress(OSError):
                temporary.unlink()
        self._prune(keep=path)
        return path, seconds

    def _prune(self, keep: Path) -> None:
        with suppress(OSError):
            files = [(path.stat(), path) for path in self._folder.glob("*.wav") if path != keep]
            total_bytes = keep.stat().st_size + sum(stat.st_size for stat, _ in files)
            for stat, path in sorted(files, key=lambda item: item[0].st_mtime_ns):
                if total_bytes <= self._max_bytes:
                    return
                path.unlink(missing_ok=True)
                total_bytes -= stat.st_size


INDEX_FILE = "index.json"


class BuiltinVoice:
    name = "builtin"

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or asset("voice")

    def supports_language(self, language: str) -> bool:
        return bool(_read_index(self._folder / language))

    def lines(self, language: str) -> Set[str]:
        """Return the keys of all lines; these are also the lines that can be recorded."""
        return _read_index(self._folder / language).keys()

    def render(self, line: Line, pace: float) -> Clip:
        folder = self._folder / line.language
        path = folder / f"{line.key}.ogg"
        seconds, size = _read_index(folder).get(line.key, (0.0, -1))
        if not _is_intact(path, size):
            raise voice_error(
                "app.problem.voice_builtin_missing", language=language_name(line.language), line=line.key
            )
        return Clip(path, seconds, self.name)


def sound_path(name: str) -> Path:
    """Return the path of a built-in sound: `rain`, `hearth`, `tavern`, `dawn`, `beep`."""
    return asset("sounds", f"{name}.ogg")


def _is_intact(path: Path, size: int) -> bool:
    try:
        stat = path.stat()
    except OSError:
        return False
    return stat.st_size == size and _is_playable(path, stat.st_mtime_ns)


@lru_cache(maxsize=2048)
def _is_playable(path: Path, _modified_ns: int) -> bool:
    """True if the clip is valid: after a power cut it may consist of zeros. Cached until it changes."""
    try:
        return read_duration(path) > 0
    except (OSError, UnplayableFile):
        return False


@lru_cache(maxsize=16)
def _read_index(folder: Path) -> dict[str, tuple[float, int]]:
    """Return the seconds and the bytes of each line."""
    try:
        data = json.loads((folder / INDEX_FILE).read_text(encoding="utf-8"))
        return {str(key): (float(line["seconds"]), int(line["bytes"])) for key, line in data["lines"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
