"""Files on their way in: copied to a place of ours first, so much of them and no more, then told apart by
what they hold. What they are called, and how large they are said to be, proves nothing."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Final

from companion.file_problems import read_problem, write_problem
from companion.games.game import ProblemError, error
from companion.storage.backup import CONTENTS
from companion.storage.everything import is_everything
from companion.storage.folder import INBOX
from companion.storage.maps import is_map
from companion.storage.transfer import MOST_BYTES as MOST_RECORD
from companion.zips import START, Damaged, Zip, refused

# More than a backup with every line recorded in every language; less than would fill a phone by mistake.
MOST_BYTES: Final = 1_000_000_000
_CHUNK: Final = 1 << 16
_HEAD: Final = 256


class NotWanted(Exception):
    """Whoever asked for it has walked away."""


class Kind(Enum):
    RECORD = "record"
    BACKUP = "backup"
    RECORDINGS = "recordings"
    MAP = "map"
    # All games of somebody, in one file.
    GAMES = "games"


class Inbox:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / INBOX

    def place(self) -> Path:
        """A new folder for one arrival and all that is made of it. Raises `ProblemError`."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            return Path(tempfile.mkdtemp(dir=self._folder))
        except OSError as wrong:
            raise ProblemError(write_problem(str(self._folder), wrong)) from wrong

    def named(self, name: str) -> Path:
        """The place that was called so, if it is one of ours."""
        return self._folder / Path(name).name

    def tidy(self) -> None:
        """Where nothing is on its way, there is no inbox."""
        with suppress(OSError):
            self._folder.rmdir()

    def clear(self, but: Collection[str] = ()) -> None:
        """Throw away what was left of earlier arrivals."""
        with suppress(OSError):
            for path in list(self._folder.iterdir()):
                if path.name not in but:
                    shutil.rmtree(path, ignore_errors=True)
            self._folder.rmdir()


def copy_in(
    read: Callable[[int], bytes], to: Path, name: str, wanted: Callable[[], bool], most: int = MOST_BYTES
) -> None:
    """Copy all that can be read to a path of ours, in chunks. Raises `ProblemError`, or `NotWanted` as soon
    as nobody waits for it any more."""
    copied = 0
    try:
        with to.open("wb") as file:
            while chunk := read(_CHUNK):
                copied += len(chunk)
                if copied > most:
                    raise ProblemError(error("app.files.problem.big", file=name))
                if not wanted():
                    raise NotWanted
                file.write(chunk)
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


def kind_of(path: Path, name: str, sounds: tuple[str, ...]) -> Kind:
    """What a file is; the names of recordings end with one of `sounds`. Raises `ProblemError` for one
    that is nothing of ours."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if head.startswith(START):
            with Zip(path) as packed:
                paths = [file.path for file in packed.files]
            if (CONTENTS,) in paths:
                return Kind.BACKUP
            if any(inside[-1].lower().endswith(sounds) for inside in paths):
                return Kind.RECORDINGS
        elif head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            if is_everything(head):
                return Kind.GAMES
            return Kind.MAP if _holds_map(path) else Kind.RECORD
    except Damaged as wrong:
        raise refused(wrong, name) from wrong
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong
    raise ProblemError(error("app.files.problem.unknown", file=name))


def _holds_map(path: Path) -> bool:
    """One that is too big for a record is none of a map either: whoever reads records says so."""
    return path.stat().st_size <= MOST_RECORD and is_map(path.read_bytes())
