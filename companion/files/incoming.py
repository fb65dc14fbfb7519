"""Incoming files, copied to the inbox first, up to a size limit, then recognised by their content (file name
and reported size are not trusted); and the backup service, used by the app and by the command line."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Collection, Generator, Set
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Final

from companion.background import Cancelled
from companion.core.game import ProblemError, error
from companion.files.safe_zip import (
    ZIP_SIGNATURE,
    DamagedZip,
    SafeZip,
    read_problem,
    write_problem,
    zip_problem,
)
from companion.i18n.languages import LANGUAGES
from companion.narrator.voices.clip import BuiltinVoice
from companion.narrator.voices.recorded import RECORDINGS_FOLDER, RecordingStore, StagedRecordings
from companion.storage.backup import (
    DATABASE_FILE,
    MANIFEST_FILE,
    BackupManifest,
    ImportPreview,
    StagedBackup,
    apply_restore,
    plan_restore,
    stage_backup,
    write_backup,
    write_snapshot,
)
from companion.storage.backup import RECORDINGS_FOLDER as RECORDINGS_IN_BACKUP
from companion.storage.campaigns import is_map
from companion.storage.database import INBOX_FOLDER, PENDING_RECORDINGS_KEY
from companion.storage.importing import MAX_RECORD_BYTES
from companion.storage.json_export import is_json_export
from companion.storage.store import Store
from companion.storage.validation import ProgressCallback

# Larger than a backup with every line recorded in every language; small enough not to fill a phone by
# mistake.
MAX_FILE_BYTES: Final = 1_000_000_000
_CHUNK_BYTES: Final = 1 << 16
_HEADER_BYTES: Final = 256


class FileType(Enum):
    RECORD = "record"
    BACKUP = "backup"
    RECORDINGS = "recordings"
    MAP = "map"
    # A JSON export of all games.
    GAMES = "games"


class Inbox:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / INBOX_FOLDER

    def create_folder(self) -> Path:
        """Create a new folder for an incoming file and everything made from it. Raises `ProblemError`."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return Path(tempfile.mkdtemp(dir=self._folder))
        except OSError as wrong:
            raise ProblemError(write_problem(str(self._folder), wrong)) from wrong

    def find_folder(self, name: str) -> Path:
        """Return the path of an inbox folder by its name. Only the last component of `name` is used."""
        return self._folder / Path(name).name

    def remove_if_empty(self) -> None:
        """Remove the inbox if it is empty."""
        with suppress(OSError):
            self._folder.rmdir()

    def clear(self, except_names: Collection[str] = ()) -> None:
        """Delete what earlier imports left behind."""
        with suppress(OSError):
            for path in list(self._folder.iterdir()):
                if path.name not in except_names:
                    shutil.rmtree(path, ignore_errors=True)
            self._folder.rmdir()


def copy_file(
    read: Callable[[int], bytes],
    target: Path,
    name: str,
    should_continue: Callable[[], bool],
    max_bytes: int = MAX_FILE_BYTES,
) -> None:
    """Copy the source to `target` in chunks. Raises `ProblemError`, or `Cancelled` as soon as
    `should_continue` returns False."""
    copied = 0
    try:
        with target.open("wb") as file:
            while chunk := read(_CHUNK_BYTES):
                copied += len(chunk)
                if copied > max_bytes:
                    raise ProblemError(error("app.files.problem.big", file=name))
                if not should_continue():
                    raise Cancelled
                file.write(chunk)
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


def detect_file_type(path: Path, name: str, audio_suffixes: tuple[str, ...]) -> FileType:
    """Return the type of a file; recordings have one of `audio_suffixes`. Raises `ProblemError` for an
    unknown type."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
        if header.startswith(ZIP_SIGNATURE):
            with SafeZip(path) as archive:
                paths = [file.path for file in archive.entries]
            if (MANIFEST_FILE,) in paths:
                return FileType.BACKUP
            if any(inner_path[-1].lower().endswith(audio_suffixes) for inner_path in paths):
                return FileType.RECORDINGS
        elif header.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            if is_json_export(header):
                return FileType.GAMES
            return FileType.MAP if _contains_map(path) else FileType.RECORD
    except DamagedZip as wrong:
        raise zip_problem(wrong, name) from wrong
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong
    raise ProblemError(error("app.files.problem.unknown", file=name))


def _contains_map(path: Path) -> bool:
    """Return True for a mission map. A file over the record size is not one; the record reader reports the
    size."""
    return path.stat().st_size <= MAX_RECORD_BYTES and is_map(path.read_bytes())


# Subfolder of the inbox with recordings that were replaced or removed, as long as that can be undone. It is
# not part of a backup; the next start restores recordings without a replacement and deletes the rest.
REPLACED_RECORDINGS: Final = "voices-before"
# Share of the progress bar for reading the games.
_GAMES_FRACTION: Final = 0.8


@dataclass(frozen=True, slots=True)
class BackupContents:
    """Backup that was read; its valid parts are staged in a folder of the inbox."""

    folder: Path
    games: StagedBackup
    recordings: StagedRecordings


class BackupService:
    """Service that writes and restores backups. `folder` contains the database and the recordings."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self.inbox = Inbox(folder)

    @cached_property
    def recordable_lines(self) -> dict[str, Set[str]]:
        """All lines that can be recorded, by language; read from four files on first use."""
        return {language: BuiltinVoice().lines(language) for language in LANGUAGES}

    @cached_property
    def recordings(self) -> RecordingStore:
        return RecordingStore(
            self._folder / RECORDINGS_FOLDER,
            self.inbox.find_folder(REPLACED_RECORDINGS),
            self.recordable_lines,
        )

    def prepare_backup(self, now: float) -> Callable[[Path | BinaryIO], BackupManifest]:
        """Take a snapshot of all data and return a function that writes it to a file. Raises `ProblemError`.
        The function may be called once, on any thread, and raises OSError."""
        folder = self.inbox.create_folder()
        try:
            write_snapshot(self._store.database, folder / DATABASE_FILE)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        recording_files = self.recordings.list_files()

        def write(to: Path | BinaryIO) -> BackupManifest:
            try:
                return write_backup(folder / DATABASE_FILE, recording_files, now, to)
            finally:
                shutil.rmtree(folder, ignore_errors=True)

        return write

    def read_backup(
        self, path: Path, folder: Path, name: str, on_progress: ProgressCallback = lambda _: None
    ) -> BackupContents:
        """Read a backup from an untrusted file and stage its valid parts in this folder of the inbox; runs on
        any thread. `name` is the file name to show. Raises `ProblemError`."""
        try:
            games = stage_backup(
                path, folder, name, on_progress=lambda part: on_progress(part * _GAMES_FRACTION)
            )
            with SafeZip(path) as archive:
                staged_recordings = self.recordings.stage(
                    archive,
                    folder / RECORDINGS_FOLDER,
                    (RECORDINGS_IN_BACKUP,),
                    lambda part: on_progress(_GAMES_FRACTION + part * (1 - _GAMES_FRACTION)),
                )
        except DamagedZip as failure:
            raise zip_problem(failure, name) from failure
        except OSError as failure:
            raise ProblemError(read_problem(name, failure)) from failure
        return BackupContents(folder, games, staged_recordings)

    def count_missing_recordings(self, backup: BackupContents) -> int:
        """Return how many of the incoming lines are not recorded here."""
        return len(self.recordings.list_missing(backup.recordings))

    def plan_restore(self, backup: BackupContents) -> Generator[float, None, ImportPreview]:
        return plan_restore(self._store.database, backup.games)

    def apply_restore(self, backup: BackupContents) -> Generator[float, None, None]:
        """Import everything but the recordings in one transaction, which also stores where those are staged.
        Call `add_recordings` and `finish_restore` next, now or at the next start."""
        return apply_restore(
            self._store.database,
            backup.games,
            backup.folder.name if self.count_missing_recordings(backup) else None,
        )

    def add_recordings(self, folder: Path) -> None:
        """Add the incoming recordings of lines that are not recorded here. Raises OSError."""
        self.recordings.add_missing(folder / RECORDINGS_FOLDER)

    def finish_restore(self, folder: Path) -> None:
        """Mark a restore as finished and delete its folder. Raises `StorageError`."""
        self._store.settings.delete(PENDING_RECORDINGS_KEY)
        shutil.rmtree(folder, ignore_errors=True)

    def find_unfinished_restore(self) -> Path | None:
        """Return the folder of a restore whose games are imported but whose recordings are not."""
        name = self._store.settings.find(PENDING_RECORDINGS_KEY)
        return self.inbox.find_folder(name) if isinstance(name, str) else None
