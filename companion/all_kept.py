"""All that is kept, games and recordings: made one file of, and brought back from one. The app does it with
screens, the command line without."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Final

from companion.file_problems import read_problem
from companion.games.game import ProblemError
from companion.i18n.languages import LANGUAGES
from companion.narrator.voices.builtin import BuiltinVoice
from companion.narrator.voices.recorded import FOLDER
from companion.narrator.voices.recordings import Recordings
from companion.narrator.voices.recordings import Staged as StagedRecordings
from companion.past.coming import Preview
from companion.storage.backup import DATABASE, Contents, pack, snapshot
from companion.storage.backup import RECORDINGS as IN_BACKUP
from companion.storage.inbox import Inbox
from companion.storage.restore import merging, previewing
from companion.storage.settings_rows import UNFINISHED
from companion.storage.staging import Staged, Tell, stage
from companion.storage.store import Store
from companion.zips import Damaged, Zip, refused

# In the inbox, for as long as it can be taken back: recordings that were replaced or removed. What lies
# there goes into no backup; the next start brings back what was put by and never replaced, and throws the
# rest away.
BEFORE: Final = "voices-before"
# How much of the looking is done once the games were looked at.
_GAMES_LOOKED_AT: Final = 0.8


@dataclass(frozen=True, slots=True)
class CameBackup:
    """A backup that was looked at: what of it is sound lies in a place of its own in the inbox."""

    place: Path
    games: Staged
    recordings: StagedRecordings


class AllKept:
    """`folder` is where the store lies and the recordings below it."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self.inbox = Inbox(folder)

    @cached_property
    def lines(self) -> dict[str, Set[str]]:
        """All that can be recorded, read from four files when it is first asked for."""
        return {language: BuiltinVoice().lines(language) for language in LANGUAGES}

    @cached_property
    def recordings(self) -> Recordings:
        return Recordings(self._folder / FOLDER, self.inbox.named(BEFORE), self.lines)

    # -- out ----------------------------------------------------------------------------------------------

    def backup(self, now: float) -> Callable[[Path | BinaryIO], Contents]:
        """All of it as it stands now; what is returned writes it, once, on any thread, and raises OSError.
        Raises `ProblemError`."""
        place = self.inbox.place()
        try:
            snapshot(self._store.database, place / DATABASE)
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        sounds = self.recordings.files()

        def write(to: Path | BinaryIO) -> Contents:
            try:
                return pack(place / DATABASE, sounds, now, to)
            finally:
                shutil.rmtree(place, ignore_errors=True)

        return write

    # -- in -----------------------------------------------------------------------------------------------

    def look_at(self, path: Path, place: Path, name: str, tell: Tell = lambda _: None) -> CameBackup:
        """A backup, whatever it claims to be; on any thread. What is sound of it is put into this place of
        the inbox. Raises `ProblemError`; `name` is what people call the file."""
        try:
            games = stage(path, place, name, tell=lambda part: tell(part * _GAMES_LOOKED_AT))
            with Zip(path) as packed:
                sounds = self.recordings.stage(
                    packed,
                    place / FOLDER,
                    (IN_BACKUP,),
                    lambda part: tell(_GAMES_LOOKED_AT + part * (1 - _GAMES_LOOKED_AT)),
                )
        except Damaged as wrong:
            raise refused(wrong, name) from wrong
        except OSError as wrong:
            raise ProblemError(read_problem(name, wrong)) from wrong
        return CameBackup(place, games, sounds)

    def missing(self, came: CameBackup) -> int:
        """Of how many of the lines that came there is no recording here."""
        return len(self.recordings.missing(came.recordings))

    def previewing(self, came: CameBackup) -> Generator[float, None, Preview]:
        return previewing(self._store.database, came.games)

    def merging(self, came: CameBackup) -> Generator[float, None, None]:
        """All but the recordings, in one step, which also notes where those wait: `add_recordings` and
        `added` come next, now or when the app is started again."""
        return merging(self._store.database, came.games, came.place.name if self.missing(came) else None)

    def add_recordings(self, place: Path) -> None:
        """Those that came, where there is none of their line. Raises OSError."""
        self.recordings.add(place / FOLDER)

    def added(self, place: Path) -> None:
        """Nothing is left to be done. Raises `StorageError`."""
        self._store.settings.forget(UNFINISHED)
        shutil.rmtree(place, ignore_errors=True)

    def unfinished(self) -> Path | None:
        """Where recordings wait whose games are here already."""
        name = self._store.settings.find(UNFINISHED)
        return self.inbox.named(name) if isinstance(name, str) else None
