"""The table's own voice: files the players recorded, `<folder>/<language>/<line>.ogg` or `.wav`.

Files come from anywhere, so each is looked at before it is used. One that cannot be used is refused by
itself, with its problem, and another voice says that line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from companion.games.game import Problem, warning
from companion.narrator.voices.clip import Clip, Line, VoiceError, language_name, voice_error
from companion.narrator.voices.lengths import NotPlayable, seconds_of

# Below the app's folder.
FOLDER = "voices"
# The first is taken where there are both.
KINDS = (".ogg", ".wav")
MOST_BYTES = 10_000_000
LONGEST = 30.0
# Less than this is a slip of the finger, not a sentence.
SHORTEST = 0.2


class RecordedVoice:
    name = "recorded"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def speaks(self, language: str) -> bool:
        return bool(self.lines(language))

    def lines(self, language: str) -> frozenset[str]:
        """The keys of what was recorded, usable or not."""
        return frozenset(path.stem for path in self._files(language) if path.suffix.lower() in KINDS)

    def render(self, line: Line, pace: float) -> Clip:
        """As it was recorded: people speak at the pace they mean."""
        for kind in KINDS:
            path = self._folder / line.language / f"{line.key}{kind}"
            if path.is_file():
                return Clip(path, usable(path), self.name)
        raise voice_error(
            "app.problem.voice_not_recorded", language=language_name(line.language), line=line.key
        )

    def problems(self, language: str, lines: Collection[str]) -> tuple[Problem, ...]:
        """All that is wrong with the files of a language, those included that are named after no line."""
        found: list[Problem] = []
        for path in self._files(language):
            if path.suffix.lower() not in KINDS:
                found.append(warning("app.problem.voice_file_kind", file=path.name))
            elif path.stem not in lines:
                found.append(warning("app.problem.voice_file_name", file=path.name))
            else:
                try:
                    usable(path)
                except VoiceError as refused:
                    found.append(refused.problem)
        return tuple(found)

    def _files(self, language: str) -> Iterator[Path]:
        folder = self._folder / language
        try:
            names = sorted(path for path in folder.iterdir() if path.is_file())
        except OSError:
            return
        yield from (path for path in names if not path.name.startswith("."))


def usable(path: Path) -> float:
    """The length of a file that may be played; raises VoiceError for one that may not."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise voice_error("app.problem.voice_file_big", file=path.name, most=MOST_BYTES // 1_000_000)
        seconds = seconds_of(path)
    except (OSError, NotPlayable) as wrong:
        raise voice_error("app.problem.voice_file_broken", file=path.name) from wrong
    if seconds > LONGEST:
        raise voice_error("app.problem.voice_file_long", file=path.name, most=int(LONGEST))
    if seconds < SHORTEST:
        raise voice_error("app.problem.voice_file_empty", file=path.name)
    return seconds
