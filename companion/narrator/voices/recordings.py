"""The table's own recordings as a whole: counted, packed into a zip, taken out of one, removed, brought back.

A line is known by its language and its key, which together are a closed set. Only what has such a name is
ever written, under that name, so no zip can write anything anywhere else.

The table's own voice: files the players recorded, `<folder>/<language>/<line>.ogg` or `.wav`.

Files come from anywhere, so each is looked at before it is used. One that cannot be used is refused by
itself, with its problem, and another voice says that line.
"""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.core.game import Problem, warning
from companion.files.safe_zip import DamagedZip, SafeZip, ZipEntry, ZipTooBig, display_name
from companion.narrator.voices.clip import (
    Clip,
    Line,
    UnplayableFile,
    VoiceError,
    language_name,
    read_duration,
    voice_error,
)

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


# Language and file of each, as in the folder.
RecordingName = tuple[str, str]

# All that one zip brings, unpacked. Every line in every language, as WAV of one channel and a CD's quality,
# comes to some 600 MB; beyond that lie mistakes, and zips that are made to fill a disk.
MAX_TOTAL_BYTES: Final = 800_000_000
# Beside those that were removed, once all of them are: a start must not take them for lost.
_REMOVED_MARKER: Final = "removed"


@dataclass(frozen=True, slots=True)
class StagedRecordings:
    """What came in a zip: the good ones, in a folder of their own, and why others were refused."""

    folder: Path
    names: tuple[RecordingName, ...]
    problems: tuple[Problem, ...]


class RecordingStore:
    """`lines` are the keys of all that can be recorded, by language. In `undo_folder` lie those that were
    replaced or removed last, for as long as that can be taken back.

    The app may end between any two steps, with a recording put by and nothing in its place. So nothing that
    lies in `undo_folder` is thrown away while its line is without a recording, unless all were removed.
    """

    def __init__(self, folder: Path, undo_folder: Path, lines: Mapping[str, Collection[str]]) -> None:
        self._folder = folder
        self._undo_folder = undo_folder
        self._lines = lines

    def count_lines(self, language: str) -> int:
        """How many lines of a language are recorded."""
        return len(
            {Path(file).stem for file in _files_of_lines(self._folder / language, self._lines[language])}
        )

    def list_names(self) -> tuple[RecordingName, ...]:
        """Every recording that is named after a line."""
        return _list_recordings(self._folder, self._lines)

    def list_files(self) -> tuple[tuple[str, Path], ...]:
        """Each with its name as it stands in a zip."""
        return tuple(
            (f"{language}/{file}", self._folder / language / file) for language, file in self.list_names()
        )

    def write_zip(self, target: Path) -> None:
        """All of them as a zip, from which they can be taken again. Raises OSError."""
        with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
            for name, path in self.list_files():
                archive.write(path, name)

    # -- from a zip ---------------------------------------------------------------------------------------

    def stage(
        self,
        archive: SafeZip,
        folder: Path,
        prefix: Sequence[str] | None = None,
        on_progress: Callable[[float], object] = lambda _: None,
    ) -> StagedRecordings:
        """Take out of a zip what can be used: `<language>/<line>.ogg` or `.wav`, all of them `prefix` a
        folder or, if that is not said, perhaps inside one. Of more than `MAX_TOTAL_BYTES` none is taken
        out; there are no more than there are lines, for of each line one is taken. `on_progress` is told
        how far it is, from 0 to 1; what it raises ends it. Raises OSError."""
        if prefix is None:
            prefix = _common_folder(archive.entries)
        staged: dict[tuple[str, str], RecordingName] = {}
        problems: list[Problem] = []
        files = [
            (file, file.path[len(prefix) :])
            for file in archive.entries
            if file.path[: len(prefix)] == tuple(prefix)
        ]
        # No file grows beyond what the zip says of it, so this is known before the first byte is written.
        if sum(file.bytes for file, path in files if self._parse_name(path) is not None) > MAX_TOTAL_BYTES:
            too_big = warning("app.files.problem.recordings_big", most=MAX_TOTAL_BYTES // 1_000_000)
            return StagedRecordings(folder, (), (too_big,))
        for index, (file, path) in enumerate(files):
            on_progress(index / len(files))
            problem = self._extract(archive, file, path, folder, staged)
            if problem is not None:
                problems.append(problem)
        return StagedRecordings(folder, tuple(staged.values()), tuple(problems))

    def _extract(
        self,
        archive: SafeZip,
        file: ZipEntry,
        path: tuple[str, ...],
        folder: Path,
        staged: dict[tuple[str, str], RecordingName],
    ) -> Problem | None:
        """Add it to the good ones, by language and line, or say why not."""
        label = display_name(file.name)
        name = self._parse_name(path)
        if name is None:
            wrong_kind = not path or not path[-1].lower().endswith(FILE_SUFFIXES)
            if wrong_kind:
                return warning("app.problem.voice_file_kind", file=label)
            return warning("app.problem.voice_file_name", file=label)
        # Of two kinds of one line either may be the one that is meant, as of two files of one name.
        line = name[0], Path(name[1]).stem
        if line in staged or file.path in archive.duplicate_paths:
            return warning("app.files.problem.twice", file=label)
        target = folder / name[0] / name[1]
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            archive.unpack(file, target, MAX_RECORDING_BYTES)
            validate_recording(target)
        except VoiceError as failure:
            target.unlink()
            return failure.problem
        except ZipTooBig:
            target.unlink()
            return warning("app.problem.voice_file_big", file=label, most=MAX_RECORDING_BYTES // 1_000_000)
        except DamagedZip:
            target.unlink()
            return warning("app.problem.voice_file_broken", file=label)
        staged[line] = name
        return None

    def _parse_name(self, path: tuple[str, ...]) -> RecordingName | None:
        """The language and the file of ours that a path in a zip means, if any."""
        if len(path) != 2:
            return None
        language, file = path
        line, dot, kind = file.rpartition(".")
        if f"{dot}{kind.lower()}" in FILE_SUFFIXES and line in self._lines.get(language, ()):
            return language, f"{line}.{kind.lower()}"
        return None

    # -- into place ---------------------------------------------------------------------------------------

    def replace(self, staged: StagedRecordings) -> None:
        """Take these, all or none, in place of what was recorded of the same lines, which `undo_replace`
        brings again. Raises OSError."""
        self.discard_replaced()
        moved: list[RecordingName] = []
        try:
            for language, file in staged.names:
                # The one that is heard goes last.
                for kind in reversed(FILE_SUFFIXES):
                    self._move_to_undo_folder(language, f"{Path(file).stem}{kind}")
                _move(staged.folder / language / file, self._folder / language / file)
                moved.append((language, file))
        except OSError:
            self._remove_and_restore(moved)
            raise

    def undo_replace(self, staged: StagedRecordings) -> None:
        """As it was before these were taken."""
        self._remove_and_restore(staged.names)

    def _remove_and_restore(self, names: Sequence[RecordingName]) -> None:
        for language, file in names:
            (self._folder / language / file).unlink(missing_ok=True)
        self.restore_replaced()

    def list_missing(self, staged: StagedRecordings) -> tuple[RecordingName, ...]:
        """Those of lines that nobody has recorded here."""
        return self._unrecorded(staged.names)

    def add_missing(self, folder: Path) -> None:
        """Take those of lines that nobody has recorded here from a folder that was staged. What was cut off
        half way can simply be done again. Raises OSError."""
        for language, file in self._unrecorded(_list_recordings(folder, self._lines)):
            _move(folder / language / file, self._folder / language / file)

    def _unrecorded(self, names: Sequence[RecordingName]) -> tuple[RecordingName, ...]:
        recorded = {(language, Path(file).stem) for language, file in self.list_names()}
        return tuple(name for name in names if (name[0], Path(name[1]).stem) not in recorded)

    def remove_all(self) -> None:
        """All of them go, or none, until `restore_replaced` or the next change. Raises OSError."""
        self.discard_replaced()
        try:
            for language, file in self.list_names():
                self._move_to_undo_folder(language, file)
            self._undo_folder.mkdir(parents=True, exist_ok=True)
            (self._undo_folder / _REMOVED_MARKER).touch()
        except OSError:
            self.restore_replaced()
            raise

    def restore_replaced(self) -> None:
        """What was replaced or removed last is there again. Raises OSError."""
        # The mark first: from here on a start that finds some of them brings the rest.
        (self._undo_folder / _REMOVED_MARKER).unlink(missing_ok=True)
        self._restore(_list_recordings(self._undo_folder, self._lines))
        self.discard_replaced()

    def discard_replaced(self) -> None:
        """What was replaced or removed last is gone for good; what an end of the app in the midst of it left
        without a successor is there again. Raises OSError if that cannot be."""
        if not (self._undo_folder / _REMOVED_MARKER).exists():
            self._restore(self._unrecorded(_list_recordings(self._undo_folder, self._lines)))
        # The mark last, for the same reason.
        for language in self._lines:
            shutil.rmtree(self._undo_folder / language, ignore_errors=True)
        shutil.rmtree(self._undo_folder, ignore_errors=True)

    def _restore(self, names: Sequence[RecordingName]) -> None:
        for language, file in names:
            _move(self._undo_folder / language / file, self._folder / language / file)

    def _move_to_undo_folder(self, language: str, file: str) -> None:
        with suppress(FileNotFoundError):
            _move(self._folder / language / file, self._undo_folder / language / file)


def _list_recordings(folder: Path, lines: Mapping[str, Collection[str]]) -> tuple[RecordingName, ...]:
    return tuple(
        (language, file)
        for language, keys in lines.items()
        for file in _files_of_lines(folder / language, keys)
    )


def _files_of_lines(folder: Path, lines: Collection[str]) -> list[str]:
    """The files of a language's folder that are named after a line, of two kinds the first before the other.
    The folder is read once: to ask for each line that there could be takes longer than a tap may."""
    try:
        with os.scandir(folder) as entries:
            files = [
                entry.name for entry in entries if entry.name.endswith(FILE_SUFFIXES) and entry.is_file()
            ]
    except OSError:
        return []
    return sorted(file for file in files if file.rpartition(".")[0] in lines)


def _move(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    path.replace(target)


def _common_folder(files: Sequence[ZipEntry]) -> tuple[str, ...]:
    """The folder in which all sounds of a zip lie, if they lie in one; a language's own folder is none."""
    sounds = [file.path for file in files if file.path[-1].lower().endswith(FILE_SUFFIXES)]
    tops = {path[0] for path in sounds}
    return (tops.pop(),) if len(tops) == 1 and all(len(path) > 2 for path in sounds) else ()
