"""Opening the file: look first, touch after. What cannot be used is told apart and left as it was."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from companion.storage import files
from companion.storage.database import connect, connect_to_look, is_damage, make_durable, primary_code
from companion.storage.journal import SETTLE_ALL
from companion.storage.schema import APPLICATION_ID, FIRST_READS, Migration, migrate, version_of

_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_CANNOT_LOOK = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
)
# A migration met rows it did not reckon with; any other error is the disk's.
_STEPS_FAULT = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)


class Busy(Exception):
    """Another running copy holds the file."""


class Damaged(Exception):
    """Not a sound database, or not ours."""


class Newer(Exception):
    """Written by a later version of the app."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class MigrationFailed(Exception):
    """The file is sound and as it was, but could not be brought to this version."""


def open_file(path: Path, migrations: Sequence[Migration], now: float) -> sqlite3.Connection:
    """Raises one of the above, or `sqlite3.Error`/`OSError` where the disk or the rights do not allow it."""
    try:
        return _open(path, migrations, now)
    except UnicodeDecodeError as wrong:
        # SQLite quotes what is damaged in its complaint, and Python takes that for text.
        raise Damaged from wrong
    except sqlite3.Error as wrong:
        if primary_code(wrong) in _HELD:
            raise Busy from wrong
        # A plain SQL error: our mark is in the header, but a table of ours is missing.
        if is_damage(wrong) or primary_code(wrong) == sqlite3.SQLITE_ERROR:
            raise Damaged from wrong
        raise


def _open(path: Path, migrations: Sequence[Migration], now: float) -> sqlite3.Connection:
    if files.orphaned(path):
        raise Damaged
    suspect = files.left_open(path) or files.marked_for_check(path)
    looked = suspect and _looked_sound(path, len(migrations))
    connection = connect(path)
    try:
        version = _version(connection, len(migrations))
        if suspect and not looked:
            _check(connection)
        _migrate(connection, path, version, migrations, now)
        make_durable(connection)
        # On a full disk the games can still be read, and the next start tries again.
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute(SETTLE_ALL)
        for sql in FIRST_READS:
            connection.execute(sql).fetchall()
        # Where the file or its folder must not be written, this says so now and not at the first move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    if suspect:
        files.drop_shared_memory(path)
        files.clear_mark(path)
    return connection


def _looked_sound(path: Path, newest: int) -> bool:
    """Check the file without touching it: True if sound, False if it cannot be looked at like this.

    The log may not belong to the file (one of them restored from a copy), and an ordinary
    connection merges the two for good when it closes.
    """
    try:
        with contextlib.closing(connect_to_look(path)) as looking:
            _version(looking, newest)
            _check(looking)
    except sqlite3.Error as wrong:
        # Looking needs room for a scratch file, and a half-written step must be taken back first.
        if primary_code(wrong) in _CANNOT_LOOK:
            return False
        raise
    return True


def _version(connection: sqlite3.Connection, newest: int) -> int:
    """The version of the file; 0 for a new one."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = version_of(connection)
    if application == APPLICATION_ID and version > newest:
        raise Newer(version)
    if application == APPLICATION_ID and version > 0:
        return version
    if (application, version) == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        return 0
    raise Damaged


def _check(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Damaged


def _migrate(
    connection: sqlite3.Connection, path: Path, version: int, migrations: Sequence[Migration], now: float
) -> None:
    if version == len(migrations):
        return
    if version > 0:
        _copy(connection, files.free_name(path, f"before-v{len(migrations)}", now))
    try:
        migrate(connection, migrations)
    except Exception as wrong:
        if isinstance(wrong, sqlite3.Error) and primary_code(wrong) not in _STEPS_FAULT:
            raise
        raise MigrationFailed from wrong


def _copy(connection: sqlite3.Connection, to: Path) -> None:
    """A whole copy under its name, or none: until it is complete it is called otherwise."""
    part = files.beside(to, "-part")
    part.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(part)) as copy:
            connection.backup(copy)
        part.rename(to)
    finally:
        part.unlink(missing_ok=True)
