"""`BackupService` writes, reads and restores backups with recordings, for the app and the command line."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Final

from companion.core.game import ProblemError
from companion.files.incoming import Inbox
from companion.files.safe_zip import (
    DamagedZip,
    SafeZip,
    read_problem,
    zip_problem,
)
from companion.i18n.languages import LANGUAGES
from companion.narrator.voices.clip import BuiltinVoice
from companion.narrator.voices.recorded import RECORDINGS_FOLDER, RecordingStore, StagedRecordings
from companion.storage.backup import (
    DATABASE_FILE,
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
from companion.storage.database import PENDING_RECORDINGS_KEY
from companion.storage.store import Store
from companion.storage.validation import ProgressCallback

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
