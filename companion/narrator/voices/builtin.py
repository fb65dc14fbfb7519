"""Built-in voice: a clip for every line in every language, on any device.

The clips were rendered at one speed, and a phone cannot stretch them without spoiling them. So this voice
ignores the pace; the pauses, which are most of a night, do follow it (see `plan_timeline`). An index contains
the duration and size of each clip, and a clip that differs from it is not played.
"""

from __future__ import annotations

import json
from collections.abc import Set
from functools import lru_cache
from pathlib import Path

from companion import asset
from companion.narrator.voices.clip import (
    Clip,
    Line,
    UnplayableFile,
    language_name,
    read_duration,
    voice_error,
)

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
