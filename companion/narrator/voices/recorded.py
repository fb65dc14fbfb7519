"""Recorded voice: the user's own files, `<folder>/<language>/<line>.ogg` or `.wav`; and their store, which
counts, exports, imports, removes and restores them.

Languages and line keys are a closed set. Only files with such a name are written, so no zip can write
anywhere else. Every file is validated before use; an invalid one is rejected with its own problem, and
another voice says that line.
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

# Subfolder of the app's folder.
RECORDINGS_FOLDER = "voices"
# If both exist, the first is used.
FILE_SUFFIXES = (".ogg", ".wav")
MAX_RECORDING_BYTES = 10_000_000
MAX_SECONDS = 30.0
# Anything shorter is an accidental tap, not a sentence.
MIN_SECONDS = 0.2


class RecordedVoice:
    name = "recorded"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def supports_language(self, language: str) -> bool:
        return bool(self.lines(language))

    def lines(self, language: str) -> frozenset[str]:
        """Return the keys of all recordings, valid or not."""
        return frozenset(
            path.stem for path in self._list_files(language) if path.suffix.lower() in FILE_SUFFIXES
        )

    def render(self, line: Line, pace: float) -> Clip:
        """Return the recording unchanged: its speaker has set the pace."""
        for suffix in FILE_SUFFIXES:
            path = self._folder / line.language / f"{line.key}{suffix}"
            if path.is_file():
                return Clip(path, validate_recording(path), self.name)
        raise voice_error(
            "app.problem.voice_not_recorded", language=language_name(line.language), line=line.key
        )

    def find_problems(self, language: str, lines: Collection[str]) -> tuple[Problem, ...]:
        """Return all problems of a language's files, including files that match no line."""
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
    """Return the duration of a valid recording. Raises VoiceError for an invalid one."""
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


# Language and file name, as in the folder.
RecordingName = tuple[str, str]

# Limit for the unpacked size of one zip. Every line in every language, as mono WAV in CD quality, is about
# 600 MB; anything larger is a mistake or a zip bomb.
MAX_TOTAL_BYTES: Final = 800_000_000
# Marker file beside removed recordings, written once all are removed: otherwise the next start would restore
# them as lost ones.
_REMOVED_MARKER: Final = "removed"


@dataclass(frozen=True, slots=True)
class StagedRecordings:
    """Valid recordings from a zip, in a folder of their own, and the problems of the others."""

    folder: Path
    names: tuple[RecordingName, ...]
    problems: tuple[Problem, ...]


class RecordingStore:
    """Store of the recordings. `lines` are the keys that can be recorded, by language. `undo_folder` contains
    the recordings that were replaced or removed last, as long as that can be undone.

    The app may be killed between any two steps, with a recording moved away and not replaced yet. So no file
    in `undo_folder` is deleted while its line has no recording, unless all were removed.
    """

    def __init__(self, folder: Path, undo_folder: Path, lines: Mapping[str, Collection[str]]) -> None:
        self._folder = folder
        self._undo_folder = undo_folder
        self._lines = lines

    def count_lines(self, language: str) -> int:
        files = _files_of_lines(self._folder / language, self._lines[language])
        return len({Path(file).stem for file in files})

    def list_names(self) -> tuple[RecordingName, ...]:
        """Return all recordings whose name matches a line."""
        return _list_recordings(self._folder, self._lines)

    def list_files(self) -> tuple[tuple[str, Path], ...]:
        """Return each recording with its name inside a zip."""
        return tuple(
            (f"{language}/{file}", self._folder / language / file) for language, file in self.list_names()
        )

    def write_zip(self, target: Path) -> None:
        """Write all recordings to a zip that can be imported again. Raises OSError."""
        with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
            for name, path in self.list_files():
                archive.write(path, name)

    # -- reading a zip ------------------------------------------------------------------------------------

    def stage(
        self,
        archive: SafeZip,
        folder: Path,
        prefix: Sequence[str] | None = None,
        on_progress: Callable[[float], object] = lambda _: None,
    ) -> StagedRecordings:
        """Extract the valid recordings of a zip: `<language>/<line>.ogg` or `.wav`, all in the folder
        `prefix` or, if that is None, possibly in a common folder.

        Nothing is extracted from a zip with more than `MAX_TOTAL_BYTES`. Only one file per line is used.
        `on_progress` gets the progress from 0 to 1; an exception from it aborts the import. Raises OSError.
        """
        if prefix is None:
            prefix = _common_folder(archive.entries)
        staged: dict[tuple[str, str], RecordingName] = {}
        problems: list[Problem] = []
        length = len(prefix)
        entries = [file for file in archive.entries if file.path[:length] == tuple(prefix)]
        files = [(file, file.path[length:]) for file in entries]
        # No file is unpacked beyond its declared size, so the total is known before the first byte is
        # written.
        if sum(file.bytes for file, path in files if self._parse_name(path) is not None) > MAX_TOTAL_BYTES:
            too_big = warning("app.files.problem.recordings_big", most=MAX_TOTAL_BYTES // 1_000_000)
            return StagedRecordings(folder, (), (too_big,))
        for index, (file, path) in enumerate(files):
            on_progress(index / len(files))
            try:
                self._extract(archive, file, path, folder, staged)
            except VoiceError as failure:
                problems.append(failure.problem)
        return StagedRecordings(folder, tuple(staged.values()), tuple(problems))

    def _extract(
        self,
        archive: SafeZip,
        file: ZipEntry,
        path: tuple[str, ...],
        folder: Path,
        staged: dict[tuple[str, str], RecordingName],
    ) -> None:
        """Extract a file and add it to `staged`. Raises VoiceError if it is rejected."""
        label = display_name(file.name)
        name = self._parse_name(path)
        if name is None:
            is_audio = path and path[-1].lower().endswith(FILE_SUFFIXES)
            key = "app.problem.voice_file_name" if is_audio else "app.problem.voice_file_kind"
            raise voice_error(key, file=label)
        # Of two formats of one line, or two files of one name, it is unclear which one is meant.
        line = name[0], Path(name[1]).stem
        if line in staged or file.path in archive.duplicate_paths:
            raise voice_error("app.files.problem.twice", file=label)
        target = folder / name[0] / name[1]
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            archive.unpack(file, target, MAX_RECORDING_BYTES)
            validate_recording(target)
        except (VoiceError, ZipTooBig, DamagedZip) as failure:
            target.unlink()
            if isinstance(failure, VoiceError):
                raise
            if isinstance(failure, DamagedZip):
                raise voice_error("app.problem.voice_file_broken", file=label) from failure
            most = MAX_RECORDING_BYTES // 1_000_000
            raise voice_error("app.problem.voice_file_big", file=label, most=most) from failure
        staged[line] = name

    def _parse_name(self, path: tuple[str, ...]) -> RecordingName | None:
        """Return the language and file name for a path in a zip, or None if it is not a recording."""
        if len(path) != 2:
            return None
        language, file = path
        line, dot, kind = file.rpartition(".")
        if f"{dot}{kind.lower()}" in FILE_SUFFIXES and line in self._lines.get(language, ()):
            return language, f"{line}.{kind.lower()}"
        return None

    # -- changes and undo ---------------------------------------------------------------------------------

    def replace(self, staged: StagedRecordings) -> None:
        """Replace the recordings of these lines, all or none; `undo_replace` reverts it. Raises OSError."""
        self.discard_replaced()
        moved: list[RecordingName] = []
        try:
            for language, file in staged.names:
                # The format that is used goes last.
                for kind in reversed(FILE_SUFFIXES):
                    self._move_to_undo_folder(language, f"{Path(file).stem}{kind}")
                _move(staged.folder / language / file, self._folder / language / file)
                moved.append((language, file))
        except OSError:
            self._remove_and_restore(moved)
            raise

    def undo_replace(self, staged: StagedRecordings) -> None:
        """Revert the replacement by these recordings."""
        self._remove_and_restore(staged.names)

    def _remove_and_restore(self, names: Sequence[RecordingName]) -> None:
        for language, file in names:
            (self._folder / language / file).unlink(missing_ok=True)
        self.restore_replaced()

    def list_missing(self, staged: StagedRecordings) -> tuple[RecordingName, ...]:
        """Return the staged recordings of lines that are not recorded here."""
        return self._unrecorded(staged.names)

    def add_missing(self, folder: Path) -> None:
        """Add staged recordings of lines not recorded here. Can be repeated. Raises OSError."""
        for language, file in self._unrecorded(_list_recordings(folder, self._lines)):
            _move(folder / language / file, self._folder / language / file)

    def _unrecorded(self, names: Sequence[RecordingName]) -> tuple[RecordingName, ...]:
        recorded = {(language, Path(file).stem) for language, file in self.list_names()}
        return tuple(name for name in names if (name[0], Path(name[1]).stem) not in recorded)

    def remove_all(self) -> None:
        """Remove all recordings, or none on failure; `restore_replaced` reverts it until the next change.
        Raises OSError."""
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
        """Restore the recordings that were replaced or removed last. Raises OSError."""
        # Delete the marker first: if interrupted, the next start restores the rest.
        (self._undo_folder / _REMOVED_MARKER).unlink(missing_ok=True)
        self._restore(_list_recordings(self._undo_folder, self._lines))
        self.discard_replaced()

    def discard_replaced(self) -> None:
        """Delete the recordings that were replaced or removed last. First restores those that an interrupted
        change left without a replacement. Raises OSError if that fails."""
        if not (self._undo_folder / _REMOVED_MARKER).exists():
            self._restore(self._unrecorded(_list_recordings(self._undo_folder, self._lines)))
        # Delete the marker last, for the same reason.
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
    """Return the files of a folder that match a line, the preferred format first. The folder is listed once:
    checking every possible line takes longer than a tap may."""
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
    """Return the folder that contains all audio files of a zip, except a language's own folder."""
    sounds = [file.path for file in files if file.path[-1].lower().endswith(FILE_SUFFIXES)]
    tops = {path[0] for path in sounds}
    return (tops.pop(),) if len(tops) == 1 and all(len(path) > 2 for path in sounds) else ()
