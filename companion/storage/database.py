"""The SQLite connection, its files, the data folder, and the settings as stored.

Each step is one durable transaction; each failure is a `StorageError` with a message for the user. Also
moves damaged database files away without overwriting anything, finds the data folder of each platform,
and clears deleted data from the file (`secure_delete`).
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from companion.core.game import ProblemError, error
from companion.settings import UNREADABLE

DATABASE_FILE = "companion.db"
_LOG_SUFFIXES = ("-wal", "-journal")
_SHARED_MEMORY_SUFFIX = "-shm"
_SIBLING_SUFFIXES = (*_LOG_SUFFIXES, _SHARED_MEMORY_SUFFIX)
# Marker file: corruption was met at run time, so the next opening must check the whole file.
_CHECK_SUFFIX = "-check"


def sibling_path(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def has_orphaned_log(path: Path) -> bool:
    """True if there is a log but the database is missing or empty: SQLite would delete the log."""
    return _file_size(path) == 0 and any(_file_size(sibling_path(path, suffix)) for suffix in _LOG_SUFFIXES)


def is_left_open(path: Path) -> bool:
    """True if the last run did not close or checkpoint the database; a clean exit leaves no log."""
    return any(_file_size(sibling_path(path, suffix)) for suffix in _LOG_SUFFIXES)


def mark_for_check(path: Path) -> None:
    with contextlib.suppress(OSError):
        sibling_path(path, _CHECK_SUFFIX).touch()


def is_marked_for_check(path: Path) -> bool:
    return sibling_path(path, _CHECK_SUFFIX).exists()


def clear_mark(path: Path) -> None:
    with contextlib.suppress(OSError):
        sibling_path(path, _CHECK_SUFFIX).unlink(missing_ok=True)


def drop_shared_memory(path: Path) -> None:
    """Remove the shared memory file that reading a log creates; exclusive locking does not need it."""
    with contextlib.suppress(OSError):
        sibling_path(path, _SHARED_MEMORY_SUFFIX).unlink(missing_ok=True)


def find_free_path(path: Path, label: str, now: float) -> Path:
    """Return an unused path `companion.<label>-<UTC time>.db`. It is numbered if taken: nothing is ever
    overwritten."""
    stamp = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
    count = 1
    while True:
        number = "" if count == 1 else f"-{count}"
        candidate = path.with_name(f"{path.stem}.{label}-{stamp}{number}{path.suffix}")
        if not any(os.path.lexists(sibling_path(candidate, suffix)) for suffix in ("", *_SIBLING_SUFFIXES)):
            return candidate
        count += 1


def list_earlier_copies(path: Path) -> list[Path]:
    """List the copies made before migrations."""
    return sorted(path.parent.glob(f"{path.stem}.before-v*{path.suffix}"))


def move_away(path: Path, label: str, now: float) -> Path:
    """Rename the database with its sibling files, so that SQLite finds them together under the new name."""
    target = find_free_path(path, label, now)
    # The database goes first: if interrupted, its log is found orphaned; the other way round the database
    # would be opened without its last moves.
    for suffix in ("", *_SIBLING_SUFFIXES):
        with contextlib.suppress(FileNotFoundError):
            sibling_path(path, suffix).rename(sibling_path(target, suffix))
    clear_mark(path)
    return target


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


# Another instance of the app either holds the lock permanently or not at all: waiting longer gains nothing.
BUSY_TIMEOUT_SECONDS = 0.2
# A short log makes the first read after a kill fast; SQLite's default is 1000 pages.
WAL_CHECKPOINT_PAGES = 256

Row = tuple[Any, ...]
Execute = Callable[[str, Sequence[Any]], sqlite3.Cursor]

_encoder = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


class StorageError(ProblemError):
    """The transaction was not written; stored data is unchanged."""


@dataclass(slots=True)
class Deferred:
    """A statement that need not be on disk yet, because the stored data implies its effect. `owner` may
    change `args` as long as the database holds this statement."""

    owner: object
    sql: str
    args: Row


class Database:
    """The connection and its file (None: in memory only). A `deferred` statement runs before anything else is
    read or written, except by `write`."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self.connection = connection
        self.path = path
        self.deferred: Deferred | None = None
        self._transaction = _Transaction(self)

    def transaction(self) -> _Transaction:
        """Return a context manager for one transaction: commit at its end, roll back on any exception."""
        return self._transaction

    def write(self, sql: str, args: Sequence[Any]) -> sqlite3.Cursor:
        """Run one statement in a transaction of its own; it must not depend on the deferred statement."""
        try:
            return self.connection.execute(sql, args)
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong

    def flush(self) -> None:
        """Run the deferred statement. If the disk fails, the next transaction reports it."""
        if self.deferred is not None and not self.connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute(self.deferred.sql, self.deferred.args)
                self.deferred = None

    def rows(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        self.flush()
        try:
            return self.connection.execute(sql, args).fetchall()
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong

    def iterate(self, sql: str, args: Sequence[Any] = ()) -> Generator[Row, None, None]:
        """Yield rows one by one, for callers that may stop early; close the generator when done."""
        self.flush()
        try:
            with contextlib.closing(self.connection.execute(sql, args)) as cursor:
                yield from cursor
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong

    def copy_to(self, other: sqlite3.Connection) -> None:
        """Copy the whole database as it is now, without the log."""
        self.flush()
        try:
            self.connection.backup(other)
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong

    @contextlib.contextmanager
    def attach(self, path: Path, name: str) -> Iterator[None]:
        """Attach another database under this name; not allowed inside a transaction."""
        self.flush()
        try:
            self.connection.execute(f"ATTACH DATABASE ? AS {name}", (str(path),))
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong
        try:
            yield
        finally:
            self.connection.execute(f"DETACH DATABASE {name}")

    def checkpoint(self) -> None:
        """Move the log into the database file. Not needed for safety: it makes the next opening fast."""
        self.flush()
        with contextlib.suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        self.flush()
        self.connection.close()

    def to_storage_error(self, wrong: sqlite3.Error) -> Exception:
        if isinstance(wrong, (sqlite3.ProgrammingError, sqlite3.InterfaceError)):
            return wrong  # a bug in our code, not a disk error
        if primary_error_code(wrong) == sqlite3.SQLITE_FULL:
            return StorageError(error("app.problem.storage_full"))
        if is_corruption(wrong) and self.path is not None:
            mark_for_check(self.path)
        reason = getattr(wrong, "sqlite_errorname", type(wrong).__name__)
        return StorageError(error("app.problem.storage_failed", reason=reason))


class _Transaction:
    """A class and not a generator: this runs at every move, and a generator costs as much as a statement."""

    __slots__ = ("_database",)

    def __init__(self, database: Database) -> None:
        self._database = database

    def __enter__(self) -> Execute:
        database = self._database
        execute = database.connection.execute
        try:
            execute("BEGIN IMMEDIATE")
            if database.deferred is not None:
                execute(database.deferred.sql, database.deferred.args)
        except sqlite3.Error as wrong:
            self._roll_back()
            raise database.to_storage_error(wrong) from wrong
        return execute

    def __exit__(self, _kind: object, raised: BaseException | None, _trace: object) -> None:
        try:
            if raised is None:
                self._database.connection.execute("COMMIT")
                self._database.deferred = None
                return
        except sqlite3.Error as wrong:
            raised = wrong
        self._roll_back()
        if isinstance(raised, sqlite3.Error):
            raise self._database.to_storage_error(raised) from raised

    def _roll_back(self) -> None:
        if self._database.connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._database.connection.execute("ROLLBACK")


def _build_json_writer(make_encoder: Any) -> Callable[[Any], str]:
    """Return a JSON writer that reuses its C encoder. `JSONEncoder.encode` rebuilds the encoder for each
    text, which takes longer than encoding a move. The C encoder is undocumented, so it is tested first:
    another Python version may expect other arguments."""
    sample = {"text": "é", "numbers": [1, 2.5, True, None]}
    try:
        ascii_text = json.encoder.encode_basestring_ascii
        write = make_encoder(None, _encoder.default, ascii_text, None, ":", ",", False, False, False)
        if "".join(write(sample, 0)) == _encoder.encode(sample):
            return lambda value: "".join(write(value, 0))
    except (AttributeError, TypeError):
        pass
    return _encoder.encode


_write_json = _build_json_writer(getattr(json.encoder, "c_make_encoder", None))


def dump_json(value: Any) -> str:
    """Dump as ASCII JSON, so that no text a player can enter is rejected by SQLite's UTF-8."""
    return _write_json(value)


def load_json(text: Any) -> Any:
    """Load what `dump_json` wrote. Raises ValueError for anything else."""
    try:
        return json.loads(text)
    except (TypeError, RecursionError) as wrong:
        raise ValueError(str(wrong)) from wrong


def primary_error_code(wrong: sqlite3.Error) -> int:
    """Return SQLite's primary error code; 0 if the error did not come from SQLite."""
    return int(getattr(wrong, "sqlite_errorcode", 0)) & 0xFF


def is_corruption(wrong: sqlite3.Error) -> bool:
    return primary_error_code(wrong) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)


def connect(path: Path | None) -> sqlite3.Connection:
    """Open an exclusive connection; nothing is read or written yet."""
    connection = sqlite3.connect(path or ":memory:", timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
    return _configure(connection, exclusive=True)


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a connection that leaves database and log unchanged, even when it closes."""
    uri = path.absolute().as_uri() + "?mode=ro"
    connection = sqlite3.connect(uri, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, uri=True)
    return _configure(connection, exclusive=False)


def make_durable(connection: sqlite3.Connection) -> None:
    """Make every commit survive a kill and a power cut, and enforce foreign keys."""
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode == "wal":
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={WAL_CHECKPOINT_PAGES}")
    elif mode != "memory":
        # Without WAL a commit is the removal of the journal, and only EXTRA makes that durable.
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA synchronous=EXTRA")
    # Only Apple's systems honour it: there a plain fsync may stay in the drive's cache.
    connection.execute("PRAGMA fullfsync=ON")
    connection.execute("PRAGMA foreign_keys=ON")


def _configure(connection: sqlite3.Connection, *, exclusive: bool) -> sqlite3.Connection:
    # One invalid byte must not make a whole listing unreadable.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    if exclusive:
        # Locks out a second instance of the app and, as it needs no shared memory file, works on any file
        # system.
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


APP_FOLDER = "table-companion"
# Folder for incoming files; it exists only while there are any.
INBOX_FOLDER = "inbox"


def find_data_folder(environ: Mapping[str, str], platform: str) -> Path:
    """Return the data folder, not yet created; `platform` is `sys.platform` or Kivy's name for it."""
    if override := environ.get("COMPANION_DATA"):
        return Path(override)
    if platform in ("win32", "win"):
        roaming = environ.get("APPDATA")
        return (Path(roaming) if roaming else _home_folder(environ) / "AppData" / "Roaming") / APP_FOLDER
    if platform in ("darwin", "macosx"):
        return _home_folder(environ) / "Library" / "Application Support" / APP_FOLDER
    # Set by the Android bootstrap; older versions still call the platform "linux".
    if private := environ.get("ANDROID_PRIVATE"):
        return Path(private) / APP_FOLDER
    shared = Path(environ.get("XDG_DATA_HOME", ""))
    # The XDG specification says to ignore a relative path.
    return (shared if shared.is_absolute() else _home_folder(environ) / ".local" / "share") / APP_FOLDER


def _home_folder(environ: Mapping[str, str]) -> Path:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    try:
        return Path(home) if home else Path.home()
    except RuntimeError:
        # No home folder is known. Nothing can be created below this path, so that opening reports the
        # problem.
        return Path(os.devnull)


# Stored in the same transaction that forgets a person, so that after a kill it is done at the next start.
SECURE_DELETE_KEY: Final = "forgotten.sweep"


def secure_delete(database: Database) -> None:
    """Remove deleted data from unused pages, the log, and copies made before migrations. Never raises: what
    fails is retried the next time."""
    with suppress(sqlite3.Error, StorageError, OSError):
        if not database.rows("SELECT 1 FROM settings WHERE key = ?", (SECURE_DELETE_KEY,)):
            return
        database.connection.execute("VACUUM")
        database.checkpoint()
        if database.path is not None:
            for copy in list_earlier_copies(database.path):
                copy.unlink(missing_ok=True)
        with database.transaction() as execute:
            execute("DELETE FROM settings WHERE key = ?", (SECURE_DELETE_KEY,))


# Set while the recordings of a restored backup are being moved: the folder they are in. Written in the same
# transaction as the games, so that after a kill the next start can finish the work.
PENDING_RECORDINGS_KEY: Final = "restore.recordings"


class SettingsTable:
    """One row per key, each value JSON. `companion.settings` defines their meaning."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self) -> dict[str, Any]:
        """Load all stored settings, unknown keys included; an invalid value is `UNREADABLE`."""
        return {
            key: _parse_value(text) for key, text in self._database.rows("SELECT key, value FROM settings")
        }

    def find(self, key: str) -> Any:
        """Load one value; None if it is not set, `UNREADABLE` if it is invalid."""
        rows = self._database.rows("SELECT value FROM settings WHERE key = ?", (key,))
        return _parse_value(rows[0][0]) if rows else None

    def save(self, key: str, value: Any) -> None:
        """Write this one setting."""
        self.save_all({key: value})

    def save_all(self, values: Mapping[str, Any]) -> None:
        """Write these settings in one transaction: after a kill all of them are stored or none."""
        texts = [(key, dump_json(value)) for key, value in values.items()]
        with self._database.transaction() as execute:
            for row in texts:
                execute(
                    "INSERT INTO settings (key, value) VALUES (?, ?)"
                    " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    row,
                )

    def delete(self, key: str) -> None:
        with self._database.transaction() as execute:
            execute("DELETE FROM settings WHERE key = ?", (key,))


def _parse_value(text: Any) -> Any:
    try:
        return load_json(text)
    except ValueError:
        return UNREADABLE
