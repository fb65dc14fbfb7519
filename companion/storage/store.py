"""Open the store so that the app always starts and no data is ever overwritten.

The database is checked before it is modified. A damaged or newer file is moved away unchanged; if the
file cannot be used at all, the store runs in memory.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.game import Problem, ProblemError, error, warning
from companion.storage import database as database_files
from companion.storage.campaigns import Campaigns
from companion.storage.database import (
    Database,
    SettingsTable,
    StorageError,
    connect,
    connect_read_only,
    is_corruption,
    make_durable,
    primary_error_code,
    secure_delete,
)
from companion.storage.games import GameRepository
from companion.storage.journal import STORE_MOVE_COUNTS
from companion.storage.schema import APPLICATION_ID, FIRST_READS, MIGRATIONS, Migration, migrate, read_version

if TYPE_CHECKING:
    # Imported for type checking only: these modules are not needed at start.
    from companion.storage.notes import GameNights, Marks, Notes
    from companion.storage.people import People
    from companion.storage.rosters import Rosters
    from companion.storage.statistics import Statistics


_LOCK_ERRORS = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_READ_ERRORS = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
# Errors of a migration that met unexpected rows; any other error comes from the disk.
_MIGRATION_ERRORS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)


class DatabaseBusy(Exception):
    """Another running instance holds the database lock."""


class DatabaseDamaged(Exception):
    """Not a valid database, or not ours."""


class DatabaseNewer(Exception):
    """Written by a later version of the app."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class MigrationFailed(Exception):
    """The file is valid and unchanged, but could not be migrated to this version."""


def open_database(path: Path, migrations: Sequence[Migration], now: float) -> sqlite3.Connection:
    """Open, check and migrate the database. Raises one of the exceptions above, or `sqlite3.Error`/`OSError`
    if disk or permissions do not allow it."""
    try:
        return _open_database(path, migrations, now)
    except UnicodeDecodeError as wrong:
        # SQLite quotes damaged bytes in its error message, which Python fails to decode.
        raise DatabaseDamaged from wrong
    except sqlite3.Error as wrong:
        if primary_error_code(wrong) in _LOCK_ERRORS:
            raise DatabaseBusy from wrong
        # A plain SQL error means that the header has our application id, but one of our tables is missing.
        if is_corruption(wrong) or primary_error_code(wrong) == sqlite3.SQLITE_ERROR:
            raise DatabaseDamaged from wrong
        raise


def _open_database(path: Path, migrations: Sequence[Migration], now: float) -> sqlite3.Connection:
    if database_files.has_orphaned_log(path):
        raise DatabaseDamaged
    needs_check = database_files.is_left_open(path) or database_files.is_marked_for_check(path)
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
        # Reports a read-only file or folder now and not at the first move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    if needs_check:
        database_files.drop_shared_memory(path)
        database_files.clear_mark(path)
    return connection


def _is_valid_read_only(path: Path, newest: int) -> bool:
    """Check the file without modifying it: True if valid, False if it cannot be checked read-only. The log
    may not belong to the file (one of them restored from a copy), and an ordinary connection merges the two
    permanently when it closes."""
    try:
        with contextlib.closing(connect_read_only(path)) as connection:
            _read_version(connection, newest)
            _check_integrity(connection)
    except sqlite3.Error as wrong:
        # Reading needs room for a temporary file, and a hot journal must be rolled back first.
        if primary_error_code(wrong) in _READ_ERRORS:
            return False
        raise
    return True


def _read_version(connection: sqlite3.Connection, newest: int) -> int:
    """Return the version of the file; 0 for a new one."""
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
        _write_copy(connection, database_files.find_free_path(path, f"before-v{len(migrations)}", now))
    try:
        migrate(connection, migrations)
    except Exception as wrong:
        if isinstance(wrong, sqlite3.Error) and primary_error_code(wrong) not in _MIGRATION_ERRORS:
            raise
        raise MigrationFailed from wrong


def _write_copy(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the whole database. It is written under a temporary name and renamed, so that an incomplete copy
    is never used."""
    partial_path = database_files.sibling_path(target, "-part")
    partial_path.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(partial_path)) as copy:
            connection.backup(copy)
        partial_path.rename(target)
    finally:
        partial_path.unlink(missing_ok=True)


# A deleted game can be restored for at least this long.
RESTORABLE_SECONDS = 60.0


class Store:
    """All stored data. `problems` lists what went wrong on opening; `path` is None for a store in memory."""

    def __init__(
        self, database: Database, path: Path | None, problems: tuple[Problem, ...], clock: Callable[[], float]
    ) -> None:
        self.database, self.path, self.problems, self.clock = database, path, problems, clock
        self.games = GameRepository(database, clock)
        self.campaigns = Campaigns(database, clock)
        self.settings = SettingsTable(database)
        self._open = True

    @cached_property
    def rosters(self) -> Rosters:
        from companion.storage.rosters import Rosters

        return Rosters(self.database, self.clock)

    @cached_property
    def statistics(self) -> Statistics:
        from companion.storage.statistics import Statistics

        return Statistics(self.database)

    @cached_property
    def notes(self) -> Notes:
        from companion.storage.notes import Notes

        return Notes(self.database, self.clock)

    @cached_property
    def marks(self) -> Marks:
        from companion.storage.notes import Marks

        return Marks(self.database)

    @cached_property
    def people(self) -> People:
        from companion.storage.people import People

        return People(self.database)

    @cached_property
    def game_nights(self) -> GameNights:
        from companion.storage.notes import GameNights

        return GameNights(self.database)

    @property
    def is_durable(self) -> bool:
        return self.path is not None

    def checkpoint(self) -> None:
        """Call when the app goes to the background, from where it may be killed. Never raises."""
        # If it fails, the games stay hidden and are purged the next time.
        with contextlib.suppress(StorageError):
            self.games.purge(self.clock() - RESTORABLE_SECONDS)
        secure_delete(self.database)
        self.database.checkpoint()

    def close(self) -> None:
        if self._open:
            self._open = False
            self.checkpoint()
            self.database.close()


def open_store(
    folder: Path, clock: Callable[[], float], migrations: Sequence[Migration] = MIGRATIONS
) -> Store:
    problems: list[Problem] = []
    path = folder / database_files.DATABASE_FILE
    connection = _open_on_disk(path, clock(), migrations, problems)
    if connection is not None:
        return Store(Database(connection, path), path, tuple(problems), clock)
    return open_memory_store(clock, tuple(problems), migrations)


def open_memory_store(
    clock: Callable[[], float],
    problems: tuple[Problem, ...] = (),
    migrations: Sequence[Migration] = MIGRATIONS,
) -> Store:
    """Open a store that is lost when it is closed."""
    connection = connect(None)
    migrate(connection, migrations)
    make_durable(connection)
    return Store(Database(connection, None), None, problems, clock)


def open_store_or_raise(folder: Path, clock: Callable[[], float]) -> Store:
    """Open the store for a command, which leaves an unusable file in place. Raises `ProblemError`."""
    path = folder / database_files.DATABASE_FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = open_database(path, MIGRATIONS, clock())
    except DatabaseBusy as wrong:
        raise ProblemError(error("backup.problem.busy")) from wrong
    except DatabaseNewer as wrong:
        raise ProblemError(error("app.files.problem.newer", file=str(path))) from wrong
    except (DatabaseDamaged, MigrationFailed) as wrong:
        raise ProblemError(error("app.files.problem.damaged", file=str(path))) from wrong
    except (OSError, sqlite3.Error) as wrong:
        raise ProblemError(error("backup.problem.unusable", folder=str(folder))) from wrong
    return Store(Database(connection, path), path, (), clock)


def _open_on_disk(
    path: Path, now: float, migrations: Sequence[Migration], problems: list[Problem]
) -> sqlite3.Connection | None:
    """Return the open connection, or None if only memory is left; problems are appended to `problems`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return open_database(path, migrations, now)
        except DatabaseDamaged:
            moved = database_files.move_away(path, "damaged", now)
            problems.append(warning("app.problem.storage_damaged", file=moved.name))
        except DatabaseNewer as newer:
            moved = database_files.move_away(path, f"newer-v{newer.version}", now)
            problems.append(warning("app.problem.storage_newer", file=moved.name))
        return open_database(path, migrations, now)
    except DatabaseBusy:
        problems.append(error("app.problem.storage_busy"))
    except MigrationFailed:
        problems.append(error("app.problem.storage_not_migrated", file=path.name))
    except (OSError, sqlite3.Error, DatabaseDamaged, DatabaseNewer):
        problems.append(error("app.problem.storage_unwritable", folder=str(path.parent)))
    return None
