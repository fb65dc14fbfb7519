"""Backup file (docs/storage.md): write a snapshot without deleted data; verify a backup when reading it."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.core.game import ProblemError, error
from companion.files.safe_zip import MAX_ENTRIES, DamagedZip, SafeZip, ZipEntry, ZipTooBig
from companion.storage.database import Database, primary_error_code
from companion.storage.schema import read_version

FORMAT, VERSION = "table-companion-backup", 2
# Names of the entries; recordings have the same relative paths as in the data folder.
MANIFEST_FILE, DATABASE_FILE, RECORDINGS_FOLDER = "backup.json", "companion.db", "voices"
# The year 2200: later times are damaged and are left out, so that they do not affect the others.
MAX_TIMESTAMP: Final = 7_258_118_400
# The same time for every zip entry; the manifest says when the backup was made.
_ZIP_TIMESTAMP: Final = (1980, 1, 1, 0, 0, 0)
# Computed from the logs, and recomputed after a backup is restored.
_DERIVED_TABLES: Final = ("tallies", "seats", "facts", "fact_sums", "seat_sums", "streaks")


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A file of a backup, with its size and checksum."""

    name: str
    size: int
    sha256: str

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "bytes": self.size, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """The manifest of a backup.

    Times are in seconds since 1970; `first_start` and `last_start` are those of games.
    """

    created: float
    schema: int
    games: int
    first_start: float | None
    last_start: float | None
    groups: int
    players: int
    recordings: int
    campaigns: int
    notes: int
    files: tuple[BackupFile, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "made": _format_time(self.created),
            "schema": self.schema,
            "games": self.games,
            "first": None if self.first_start is None else _format_time(self.first_start),
            "last": None if self.last_start is None else _format_time(self.last_start),
            "groups": self.groups,
            "players": self.players,
            "recordings": self.recordings,
            "campaigns": self.campaigns,
            "notes": self.notes,
            "files": [file.to_json() for file in self.files],
        }


def write_snapshot(database: Database, to: Path) -> None:
    """Copy the database into one file without a log.

    Must run on the main thread, which alone may use the connection; everything slow is done later.
    """
    with contextlib.closing(sqlite3.connect(to)) as copy:
        database.copy_to(copy)


def write_backup(
    copy: Path, recordings: Iterable[tuple[str, Path]], now: float, to: Path | BinaryIO
) -> BackupManifest:
    """Write a backup of a snapshot and of these recordings (relative name and path).

    May run on any thread. Raises OSError.
    """
    recording_files = tuple(recordings)
    try:
        with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            _strip_database(connection)
            manifest = _build_manifest(connection, now, len(recording_files))
    except sqlite3.Error as wrong:
        full = primary_error_code(wrong) == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if full else errno.EIO, str(wrong)) from wrong
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        files = [_add_file(archive, DATABASE_FILE, copy, zipfile.ZIP_DEFLATED)]
        for name, path in recording_files:
            # Recordings are compressed already.
            files.append(_add_file(archive, f"{RECORDINGS_FOLDER}/{name}", path, zipfile.ZIP_STORED))
        # Written last: it contains the checksums computed while the files were added.
        manifest = replace(manifest, files=tuple(files))
        text = json.dumps(manifest.to_json(), indent=1) + "\n"
        archive.writestr(_zip_info(MANIFEST_FILE, zipfile.ZIP_DEFLATED), text)
    return manifest


def _strip_database(connection: sqlite3.Connection) -> None:
    """Remove derived tables and deleted games.

    Deleted games stay restorable for a while, and in unused pages for longer.
    """
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("DELETE FROM games WHERE deleted IS NOT NULL")
    with _triggers_disabled(connection):
        for table_name in _DERIVED_TABLES:
            connection.execute(f"DELETE FROM {table_name}")
    connection.execute("UPDATE games SET counted = 0 WHERE counted <> 0")
    connection.execute("VACUUM")


@contextlib.contextmanager
def _triggers_disabled(connection: sqlite3.Connection) -> Iterator[None]:
    """Disable the triggers that update the sums.

    Updating them for each deleted row takes seconds, and the sums are deleted too.
    """
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        connection.execute(sql)


def _build_manifest(connection: sqlite3.Connection, now: float, recordings: int) -> BackupManifest:
    def fetch_one(sql: str) -> Any:
        return connection.execute(sql).fetchone()

    (games,) = fetch_one("SELECT count(*) FROM games")
    first, last = fetch_one(
        f"SELECT min(started), max(started) FROM games WHERE started BETWEEN 0 AND {MAX_TIMESTAMP}"
    )
    (groups,), (players,) = (
        fetch_one("SELECT count(*) FROM groups"),
        fetch_one("SELECT count(*) FROM players"),
    )
    (campaigns,), (notes,) = (
        fetch_one("SELECT count(*) FROM campaigns"),
        fetch_one("SELECT count(*) FROM notes"),
    )
    return BackupManifest(
        now, read_version(connection), games, first, last, groups, players, recordings, campaigns, notes
    )


def _zip_info(name: str, compression: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _ZIP_TIMESTAMP)
    info.compress_type = compression
    return info


def _add_file(archive: zipfile.ZipFile, name: str, path: Path, compression: int) -> BackupFile:
    size, digest = 0, hashlib.sha256()
    with path.open("rb") as source, archive.open(_zip_info(name, compression), "w") as target:
        while chunk := source.read(1 << 16):
            size += len(chunk)
            digest.update(chunk)
            target.write(chunk)
    return BackupFile(name, size, digest.hexdigest())


def _format_time(timestamp: float) -> str:
    return datetime.fromtimestamp(timestamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# Enough for the manifest entries (200 characters each) of a recording of every line in every language, twice.
MAX_MANIFEST_BYTES: Final = 1_000_000
MAX_DATABASE_BYTES: Final = 250_000_000
# Limit for the unpacked size: that of an incoming file, and the database.
MAX_TOTAL_BYTES: Final = 1_000_000_000 + MAX_DATABASE_BYTES
# The first version that lists each file with size and checksum.
_FIRST_VERSION_WITH_FILES: Final = 2

FilesByPath = Mapping[tuple[str, ...], ZipEntry]


def extract_database(backup: Path, target: Path, name: str, on_progress: Callable[[float], object]) -> None:
    """Verify all files of a backup, then extract its database to `target`.

    `on_progress` is called with the progress from 0 to 1; an exception raised by it aborts. Raises
    `DamagedZip`, `ZipTooBig`, OSError and, for a backup of a later version, `ProblemError`.
    """
    with SafeZip(backup) as archive:
        files = {file.path: file for file in archive.entries}
        manifest = _read_manifest(archive, files, name)
        database = files.get((DATABASE_FILE,))
        if database is None or (DATABASE_FILE,) in archive.duplicate_paths:
            raise DamagedZip
        if manifest["version"] >= _FIRST_VERSION_WITH_FILES:
            _verify_files(archive, files, _parse_files(manifest), on_progress)
        archive.unpack(database, target, MAX_DATABASE_BYTES)


def _read_manifest(archive: SafeZip, files: FilesByPath, name: str) -> dict[str, Any]:
    file = files.get((MANIFEST_FILE,))
    if file is None or (MANIFEST_FILE,) in archive.duplicate_paths:
        raise DamagedZip
    try:
        manifest = json.loads(archive.read(file, MAX_MANIFEST_BYTES))
    except (ValueError, RecursionError) as wrong:
        raise DamagedZip from wrong
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise DamagedZip
    version = manifest.get("version")
    if type(version) is not int or version < 1:
        raise DamagedZip
    if version > VERSION:
        raise ProblemError(error("app.files.problem.newer", file=name))
    return manifest


def _parse_files(manifest: Mapping[str, Any]) -> tuple[BackupFile, ...]:
    rows = manifest.get("files")
    if not isinstance(rows, list) or len(rows) > MAX_ENTRIES:
        raise DamagedZip
    return tuple(map(_parse_file, rows))


def _parse_file(row: Any) -> BackupFile:
    if not isinstance(row, dict):
        raise DamagedZip
    name, size, sha256 = row.get("name"), row.get("bytes"), row.get("sha256")
    if not (isinstance(name, str) and type(size) is int and size >= 0 and isinstance(sha256, str)):
        raise DamagedZip
    return BackupFile(name, size, sha256)


def _verify_files(
    archive: SafeZip,
    files: FilesByPath,
    listed_files: tuple[BackupFile, ...],
    on_progress: Callable[[float], object],
) -> None:
    """Check that the listed files are exactly those in the zip, each once and unchanged."""
    names = [tuple(file.name.split("/")) for file in listed_files]
    if archive.duplicate_paths or len(set(names)) != len(names) or {*names, (MANIFEST_FILE,)} != files.keys():
        raise DamagedZip
    total_bytes, read_bytes = sum(file.size for file in listed_files) or 1, 0
    if total_bytes > MAX_TOTAL_BYTES:
        raise ZipTooBig
    for path, file in zip(names, listed_files, strict=True):
        # Checked before anything is unpacked.
        if files[path].bytes != file.size:
            raise DamagedZip
        digest = hashlib.sha256()
        for chunk in _read_chunks(archive, files[path]):
            digest.update(chunk)
            read_bytes += len(chunk)
            on_progress(read_bytes / total_bytes)
        if digest.hexdigest() != file.sha256:
            raise DamagedZip


def _read_chunks(archive: SafeZip, file: ZipEntry) -> Iterator[bytes]:
    return archive.iter_chunks(file, MAX_DATABASE_BYTES if file.path == (DATABASE_FILE,) else MAX_TOTAL_BYTES)
