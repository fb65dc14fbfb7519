"""All that is kept, games and recordings: made one file of, and brought back from one. The app does it with
screens, the command line without."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Final

from companion.core.game import ProblemError
from companion.files.import_preview import ImportPreview
from companion.files.incoming import Inbox
from companion.files.safe_zip import DamagedZip, SafeZip, read_problem, zip_problem
from companion.i18n.languages import LANGUAGES
from companion.narrator.voices.builtin import BuiltinVoice
from companion.narrator.voices.recordings import RECORDINGS_FOLDER, RecordingStore, StagedRecordings
from companion.storage.backup import DATABASE_FILE, BackupManifest, write_backup, write_snapshot
from companion.storage.backup import RECORDINGS_FOLDER as IN_BACKUP
from companion.storage.importing import apply_import, plan_import
from companion.storage.settings_table import PENDING_RECORDINGS_KEY
from companion.storage.store import Store
from companion.storage.validation import ProgressCallback, StagedBackup, stage_backup

# In the inbox, for as long as it can be taken back: recordings that were replaced or removed. What lies
# there goes into no backup; the next start brings back what was put by and never replaced, and throws the
# rest away.
REPLACED_RECORDINGS: Final = "voices-before"
# How much of the looking is done once the games were looked at.
_GAMES_FRACTION: Final = 0.8


@dataclass(frozen=True, slots=True)
class BackupContents:
    """A backup that was looked at: what of it is sound lies in a place of its own in the inbox."""

    folder: Path
    games: StagedBackup
    recordings: StagedRecordings


class BackupService:
    """`folder` is where the store lies and the recordings below it."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self.inbox = Inbox(folder)

    @cached_property
    def recordable_lines(self) -> dict[str, Set[str]]:
        """All that can be recorded, read from four files when it is first asked for."""
        return {language: BuiltinVoice().lines(language) for language in LANGUAGES}

    @cached_property
    def recordings(self) -> RecordingStore:
        return RecordingStore(
            self._folder / RECORDINGS_FOLDER,
            self.inbox.find_folder(REPLACED_RECORDINGS),
            self.recordable_lines,
        )

    # -- out ----------------------------------------------------------------------------------------------

    def prepare_backup(self, now: float) -> Callable[[Path | BinaryIO], BackupManifest]:
        """All of it as it stands now; what is returned writes it, once, on any thread, and raises OSError.
        Raises `ProblemError`."""
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

    # -- in -----------------------------------------------------------------------------------------------

    def read_backup(
        self, path: Path, folder: Path, name: str, on_progress: ProgressCallback = lambda _: None
    ) -> BackupContents:
        """A backup, whatever it claims to be; on any thread. What is sound of it is put into this place of
        the inbox. Raises `ProblemError`; `name` is what people call the file."""
        try:
            games = stage_backup(
                path, folder, name, on_progress=lambda part: on_progress(part * _GAMES_FRACTION)
            )
            with SafeZip(path) as archive:
                staged_recordings = self.recordings.stage(
                    archive,
                    folder / RECORDINGS_FOLDER,
                    (IN_BACKUP,),
                    lambda part: on_progress(_GAMES_FRACTION + part * (1 - _GAMES_FRACTION)),
                )
        except DamagedZip as failure:
            raise zip_problem(failure, name) from failure
        except OSError as failure:
            raise ProblemError(read_problem(name, failure)) from failure
        return BackupContents(folder, games, staged_recordings)

    def count_missing_recordings(self, backup: BackupContents) -> int:
        """Of how many of the lines that came there is no recording here."""
        return len(self.recordings.list_missing(backup.recordings))

    def plan_import(self, backup: BackupContents) -> Generator[float, None, ImportPreview]:
        return plan_import(self._store.database, backup.games)

    def apply_import(self, backup: BackupContents) -> Generator[float, None, None]:
        """All but the recordings, in one step, which also notes where those wait: `add_recordings` and
        `finish_restore` come next, now or when the app is started again."""
        return apply_import(
            self._store.database,
            backup.games,
            backup.folder.name if self.count_missing_recordings(backup) else None,
        )

    def add_recordings(self, folder: Path) -> None:
        """Those that came, where there is none of their line. Raises OSError."""
        self.recordings.add_missing(folder / RECORDINGS_FOLDER)

    def finish_restore(self, folder: Path) -> None:
        """Nothing is left to be done. Raises `StorageError`."""
        self._store.settings.delete(PENDING_RECORDINGS_KEY)
        shutil.rmtree(folder, ignore_errors=True)

    def find_unfinished_restore(self) -> Path | None:
        """Where recordings wait whose games are here already."""
        name = self._store.settings.find(PENDING_RECORDINGS_KEY)
        return self.inbox.find_folder(name) if isinstance(name, str) else None
