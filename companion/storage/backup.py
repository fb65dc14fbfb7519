"""All that is kept, in one file (docs/storage.md): made so that nothing is in it that was deleted."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.storage.database import Database, primary_code
from companion.storage.schema import version_of

FORMAT, VERSION = "table-companion-backup", 2
# What a backup holds, by the names inside it; recordings lie below the folder as they do in ours.
CONTENTS, DATABASE, RECORDINGS = "backup.json", "companion.db", "voices"
# No game began later (the year 2200): a time that is damaged must not stand in the way of the others.
LATEST: Final = 7_258_118_400
# The time that a zip notes with each file: the same for all, for when it was made stands in its contents.
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
# All that is counted from the logs, and counted anew where a backup is brought back.
_DERIVED: Final = ("tallies", "seats", "facts", "fact_sums", "seat_sums", "streaks")


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a backup, as it was when it was packed: any other is damaged."""

    name: str
    bytes: int
    sha256: str

    def record(self) -> dict[str, Any]:
        return {"name": self.name, "bytes": self.bytes, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup says of itself. Times are those of the first and the last game, in seconds since 1970."""

    made: float
    schema: int
    games: int
    first: float | None
    last: float | None
    groups: int
    players: int
    recordings: int
    campaigns: int
    notes: int
    files: tuple[Listed, ...] = ()

    def record(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "made": _written(self.made),
            "schema": self.schema,
            "games": self.games,
            "first": None if self.first is None else _written(self.first),
            "last": None if self.last is None else _written(self.last),
            "groups": self.groups,
            "players": self.players,
            "recordings": self.recordings,
            "campaigns": self.campaigns,
            "notes": self.notes,
            "files": [file.record() for file in self.files],
        }


def snapshot(database: Database, to: Path) -> None:
    """The database as it stands between two steps, as one file without a log beside it.

    On the app's own thread, for it alone may use the connection; all that takes long comes after.
    """
    with contextlib.closing(sqlite3.connect(to)) as copy:
        database.copy_to(copy)


def pack(copy: Path, recordings: Iterable[tuple[str, Path]], now: float, to: Path | BinaryIO) -> Contents:
    """Make a backup of a snapshot and these recordings, each with the name it has below their folder.

    On any thread: it takes as long as it takes. Raises OSError.
    """
    sounds = tuple(recordings)
    try:
        with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            _leave_out(connection)
            contents = _contents(connection, now, len(sounds))
    except sqlite3.Error as wrong:
        full = primary_code(wrong) == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if full else errno.EIO, str(wrong)) from wrong
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
        files = [_add(packed, DATABASE, copy, zipfile.ZIP_DEFLATED)]
        for name, path in sounds:
            # A recording is compressed already.
            files.append(_add(packed, f"{RECORDINGS}/{name}", path, zipfile.ZIP_STORED))
        # Last, for it tells of each what was read of it on the way in.
        contents = replace(contents, files=tuple(files))
        text = json.dumps(contents.record(), indent=1) + "\n"
        packed.writestr(_entry(CONTENTS, zipfile.ZIP_DEFLATED), text)
    return contents


def _leave_out(connection: sqlite3.Connection) -> None:
    """A deleted game can be brought back for a while, and lies in unused pages for longer: not in here.
    Neither is what follows from the rest."""
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("DELETE FROM games WHERE deleted IS NOT NULL")
    with _without_triggers(connection):
        for table in _DERIVED:
            connection.execute(f"DELETE FROM {table}")
    connection.execute("UPDATE games SET counted = 0 WHERE counted <> 0")
    connection.execute("VACUUM")


@contextlib.contextmanager
def _without_triggers(connection: sqlite3.Connection) -> Iterator[None]:
    """The sums would follow each row that is removed, although they are removed too: seconds for nothing."""
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        connection.execute(sql)


def _contents(connection: sqlite3.Connection, now: float, recordings: int) -> Contents:
    def one(sql: str) -> Any:
        return connection.execute(sql).fetchone()

    (games,) = one("SELECT count(*) FROM games")
    first, last = one(f"SELECT min(started), max(started) FROM games WHERE started BETWEEN 0 AND {LATEST}")
    (groups,), (players,) = one("SELECT count(*) FROM groups"), one("SELECT count(*) FROM players")
    (campaigns,), (notes,) = one("SELECT count(*) FROM campaigns"), one("SELECT count(*) FROM notes")
    return Contents(
        now, version_of(connection), games, first, last, groups, players, recordings, campaigns, notes
    )


def _entry(name: str, compression: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _NO_TIME)
    info.compress_type = compression
    return info


def _add(packed: zipfile.ZipFile, name: str, path: Path, compression: int) -> Listed:
    read, told = 0, hashlib.sha256()
    with path.open("rb") as source, packed.open(_entry(name, compression), "w") as goal:
        while chunk := source.read(1 << 16):
            read += len(chunk)
            told.update(chunk)
            goal.write(chunk)
    return Listed(name, read, told.hexdigest())


def _written(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
