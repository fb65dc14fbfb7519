"""Incoming files, copied to the inbox first, up to a size limit, then recognised by their content (file name
and reported size are not trusted)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Final

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
from companion.storage.backup import (
    MANIFEST_FILE,
)
from companion.storage.campaigns import is_map
from companion.storage.database import INBOX_FOLDER
from companion.storage.importing import MAX_RECORD_BYTES
from companion.storage.json_export import is_json_export

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
