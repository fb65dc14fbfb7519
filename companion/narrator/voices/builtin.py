"""The voice that ships with the app: a clip for every line, in every language, on any device.

The clips were rendered at one speed, and nothing on a phone can stretch them without spoiling them. So this
voice keeps its own speed at every pace; the pauses, which are most of a night, do follow it (see
`plan`). Their lengths stand in an index, so that a night is planned without opening a sound file.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from companion.assets import asset
from companion.narrator.voices.clip import Clarity, Clip, Line, language_name, voice_error

INDEX = "index.json"


class BuiltinVoice:
    name = "builtin"

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or asset("voice")

    def speaks(self, language: str) -> bool:
        return bool(_index(self._folder / language)[1])

    def lines(self, language: str) -> Collection[str]:
        """The keys of all that can be said: the closed set that can be recorded, too."""
        return _index(self._folder / language)[1].keys()

    def clarity(self, language: str) -> Clarity:
        return _index(self._folder / language)[0]

    def render(self, line: Line, pace: float) -> Clip:
        folder = self._folder / line.language
        path = folder / f"{line.key}.ogg"
        seconds, size = _index(folder)[1].get(line.key, (0.0, -1))
        try:
            whole = path.stat().st_size == size
        except OSError:
            whole = False
        if not whole:
            raise voice_error(
                "app.problem.voice_builtin_missing", language=language_name(line.language), line=line.key
            )
        return Clip(path, seconds, self.name)


def shipped_sound(name: str) -> Path:
    """A sound that is no speech: `rain`, `hearth`, `tavern`, `dawn`, `beep`."""
    return asset("sounds", f"{name}.ogg")


@lru_cache(maxsize=16)
def _index(folder: Path) -> tuple[Clarity, dict[str, tuple[float, int]]]:
    """How clear this language's voice is; the seconds and the bytes of each line."""
    try:
        read = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        lines = {
            str(key): (float(line["seconds"]), int(line["bytes"])) for key, line in read["lines"].items()
        }
        return Clarity(read["clarity"]), lines
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Clarity.ROBOTIC, {}
