"""The table's own voice: files the players recorded, `<folder>/<language>/<line>.ogg` or `.wav`.

Files come from anywhere, so each is looked at before it is used. One that cannot be used is refused by
itself, with its problem, and another voice says that line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from companion.games.game import Problem, warning
from companion.narrator.voices.clip import Clip, Line, VoiceError, language_name, voice_error
from companion.narrator.voices.lengths import UnplayableFile, read_duration

# Below the app's folder.
RECORDINGS_FOLDER = "voices"
# The first is taken where there are both.
FILE_SUFFIXES = (".ogg", ".wav")
MAX_RECORDING_BYTES = 10_000_000
MAX_SECONDS = 30.0
# Less than this is a slip of the finger, not a sentence.
MIN_SECONDS = 0.2


class RecordedVoice:
    name = "recorded"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def supports_language(self, language: str) -> bool:
        return bool(self.lines(language))

    def lines(self, language: str) -> frozenset[str]:
        """The keys of what was recorded, usable or not."""
        return frozenset(
            path.stem for path in self._list_files(language) if path.suffix.lower() in FILE_SUFFIXES
        )

    def render(self, line: Line, pace: float) -> Clip:
        """As it was recorded: people speak at the pace they mean."""
        for suffix in FILE_SUFFIXES:
            path = self._folder / line.language / f"{line.key}{suffix}"
            if path.is_file():
                return Clip(path, validate_recording(path), self.name)
        raise voice_error(
            "app.problem.voice_not_recorded", language=language_name(line.language), line=line.key
        )

    def find_problems(self, language: str, lines: Collection[str]) -> tuple[Problem, ...]:
        """All that is wrong with the files of a language, those included that are named after no line."""
        result: list[Problem] = []
        for path in self._list_files(language):
            if path.suffix.lower() not in FILE_SUFFIXES:
                result.append(warning("app.problem.voice_file_kind", file=path.name))
            elif path.stem not in lines:
                result.append(warning("app.problem.voice_file_name", file=path.name))
            else:
                try:
                    validate_recording(path)
                except VoiceError as failure:
                    result.append(failure.problem)
        return tuple(result)

    def _list_files(self, language: str) -> Iterator[Path]:
        folder = self._folder / language
        try:
            names = sorted(path for path in folder.iterdir() if path.is_file())
        except OSError:
            return
        yield from (path for path in names if not path.name.startswith("."))


def validate_recording(path: Path) -> float:
    """The length of a file that may be played; raises VoiceError for one that may not."""
    try:
        if path.stat().st_size > MAX_RECORDING_BYTES:
            raise voice_error(
                "app.problem.voice_file_big", file=path.name, most=MAX_RECORDING_BYTES // 1_000_000
            )
        seconds = read_duration(path)
    except (OSError, UnplayableFile) as failure:
        raise voice_error("app.problem.voice_file_broken", file=path.name) from failure
    if seconds > MAX_SECONDS:
        raise voice_error("app.problem.voice_file_long", file=path.name, most=int(MAX_SECONDS))
    if seconds < MIN_SECONDS:
        raise voice_error("app.problem.voice_file_empty", file=path.name)
    return seconds
