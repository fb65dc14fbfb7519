"""Opening the file: look first, touch after. What cannot be used is told apart and left as it was."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from companion.storage import files
from companion.storage.database import (
    connect,
    connect_read_only,
    is_corruption,
    make_durable,
    primary_error_code,
)
from companion.storage.journal import STORE_MOVE_COUNTS
from companion.storage.schema import APPLICATION_ID, FIRST_READS, Migration, migrate, read_version

_LOCK_ERRORS = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_READ_ERRORS = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
)
# A migration met rows it did not reckon with; any other error is the disk's.
_MIGRATION_ERRORS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)


class DatabaseBusy(Exception):
    """Another running copy holds the file."""


class DatabaseDamaged(Exception):
    """Not a sound database, or not ours."""


class DatabaseNewer(Exception):
    """Written by a later version of the app."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class MigrationFailed(Exception):
    """The file is sound and as it was, but could not be brought to this version."""


def open_database(path: Path, migrations: Sequence[Migration], now: float) -> sqlite3.Connection:
    """Raises one of the above, or `sqlite3.Error`/`OSError` where the disk or the rights do not allow it."""
    try:
        return _open_database(path, migrations, now)
    except UnicodeDecodeError as wrong:
        # SQLite quotes what is damaged in its complaint, and Python takes that for text.
        raise DatabaseDamaged from wrong
    except sqlite3.Error as wrong:
        if primary_error_code(wrong) in _LOCK_ERRORS:
            raise DatabaseBusy from wrong
        # A plain SQL error: our mark is in the header, but a table of ours is missing.
        if is_corruption(wrong) or primary_error_code(wrong) == sqlite3.SQLITE_ERROR:
            raise DatabaseDamaged from wrong
        raise


def _open_database(path: Path, migrations: Sequence[Migration], now: float) -> sqlite3.Connection:
    if files.has_orphaned_log(path):
        raise DatabaseDamaged
    needs_check = files.is_left_open(path) or files.is_marked_for_check(path)
    is_checked = needs_check and _is_valid_read_only(path, len(migrations))
    connection = connect(path)
    try:
        version = _read_version(connection, len(migrations))
        if needs_check and not is_checked:
            _check_integrity(connection)
        _migrate(connection, path, version, migrations, now)
        make_durable(connection)
        # On a full disk the games can still be read, and the next start tries again.
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute(STORE_MOVE_COUNTS)
        for sql in FIRST_READS:
            connection.execute(sql).fetchall()
        # Where the file or its folder must not be written, this says so now and not at the first move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    if needs_check:
        files.drop_shared_memory(path)
        files.clear_mark(path)
    return connection


def _is_valid_read_only(path: Path, newest: int) -> bool:
    """Check the file without touching it: True if sound, False if it cannot be looked at like this.

    The log may not belong to the file (one of them restored from a copy), and an ordinary
    connection merges the two for good when it closes.
    """
    try:
        with contextlib.closing(connect_read_only(path)) as connection:
            _read_version(connection, newest)
            _check_integrity(connection)
    except sqlite3.Error as wrong:
        # Looking needs room for a scratch file, and a half-written step must be taken back first.
        if primary_error_code(wrong) in _READ_ERRORS:
            return False
        raise
    return True


def _read_version(connection: sqlite3.Connection, newest: int) -> int:
    """The version of the file; 0 for a new one."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = read_version(connection)
    if application == APPLICATION_ID and version > newest:
        raise DatabaseNewer(version)
    if application == APPLICATION_ID and version > 0:
        return version
    if (application, version) == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        return 0
    raise DatabaseDamaged


def _check_integrity(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise DatabaseDamaged


def _migrate(
    connection: sqlite3.Connection, path: Path, version: int, migrations: Sequence[Migration], now: float
) -> None:
    if version == len(migrations):
        return
    if version > 0:
        _write_copy(connection, files.find_free_path(path, f"before-v{len(migrations)}", now))
    try:
        migrate(connection, migrations)
    except Exception as wrong:
        if isinstance(wrong, sqlite3.Error) and primary_error_code(wrong) not in _MIGRATION_ERRORS:
            raise
        raise MigrationFailed from wrong


def _write_copy(connection: sqlite3.Connection, target: Path) -> None:
    """A whole copy under its name, or none: until it is complete it is called otherwise."""
    partial_path = files.sibling_path(target, "-part")
    partial_path.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(partial_path)) as copy:
            connection.backup(copy)
        partial_path.rename(target)
    finally:
        partial_path.unlink(missing_ok=True)
