"""One SQLite connection: each step is one durable transaction, each failure a problem with a sentence."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.game import ProblemError, error
from companion.storage import files

# Another copy of the app either holds the file for good or not at all: a long wait gains nothing.
BUSY_TIMEOUT_SECONDS = 0.2
# A short log keeps the first reading after a kill short; SQLite's own habit is 1000 pages.
WAL_CHECKPOINT_PAGES = 256

Row = tuple[Any, ...]
Execute = Callable[[str, Sequence[Any]], sqlite3.Cursor]

_encoder = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


class StorageError(ProblemError):
    """The step was not written; what was stored before is as it was."""


@dataclass(slots=True)
class Deferred:
    """A statement that need not be on disk yet, because what is there says the same in another way.

    `owner` knows that way, and may change `args` as long as the database holds this.
    """

    owner: object
    sql: str
    args: Row


class Database:
    """The connection and the file it is on (None: in memory only).

    What is `deferred` runs before anything else is read or written, except by `write`.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self.connection = connection
        self.path = path
        self.deferred: Deferred | None = None
        self._transaction = _Transaction(self)

    def transaction(self) -> _Transaction:
        """One transaction, on disk when the block is left; whatever is raised inside takes it all back."""
        return self._transaction

    def write(self, sql: str, args: Sequence[Any]) -> sqlite3.Cursor:
        """Run one statement that does not depend on what is deferred, in a transaction of its own."""
        try:
            return self.connection.execute(sql, args)
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong

    def flush(self) -> None:
        """Run what is deferred. A disk that refuses it now will say so at the next step."""
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
        """Rows one by one, for callers that may stop early; close it when done."""
        self.flush()
        try:
            with contextlib.closing(self.connection.execute(sql, args)) as cursor:
                yield from cursor
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong

    def copy_to(self, other: sqlite3.Connection) -> None:
        """All of it as it stands now, without the log."""
        self.flush()
        try:
            self.connection.backup(other)
        except sqlite3.Error as wrong:
            raise self.to_storage_error(wrong) from wrong

    @contextlib.contextmanager
    def attach(self, path: Path, name: str) -> Iterator[None]:
        """Another file of ours within reach under this name; not to be used inside a step."""
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
        """Move the log into the file. Not needed for safety: it makes the next opening short."""
        self.flush()
        with contextlib.suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        self.flush()
        self.connection.close()

    def to_storage_error(self, wrong: sqlite3.Error) -> Exception:
        if isinstance(wrong, (sqlite3.ProgrammingError, sqlite3.InterfaceError)):
            return wrong  # our mistake, not the disk's
        if primary_error_code(wrong) == sqlite3.SQLITE_FULL:
            return StorageError(error("app.problem.storage_full"))
        if is_corruption(wrong) and self.path is not None:
            files.mark_for_check(self.path)
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
    """`JSONEncoder.encode` builds its C part again for each text, which takes longer than a move's text.

    That part is not documented, so it is tried first: another Python may ask for other arguments.
    """
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
    """JSON in ASCII, so that no text a player can produce is refused by SQLite's UTF-8."""
    return _write_json(value)


def load_json(text: Any) -> Any:
    """What `dump_json` wrote; anything else that lies in the column is a ValueError."""
    try:
        return json.loads(text)
    except (TypeError, RecursionError) as wrong:
        raise ValueError(str(wrong)) from wrong


def primary_error_code(wrong: sqlite3.Error) -> int:
    """SQLite's error without its details; 0 if it did not come from SQLite."""
    return int(getattr(wrong, "sqlite_errorcode", 0)) & 0xFF


def is_corruption(wrong: sqlite3.Error) -> bool:
    return primary_error_code(wrong) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)


def connect(path: Path | None) -> sqlite3.Connection:
    """A connection that nobody else shares; nothing is read or written yet."""
    connection = sqlite3.connect(path or ":memory:", timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
    return _configure(connection, exclusive=True)


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that leaves file and log exactly as they are, even when it closes."""
    uri = path.absolute().as_uri() + "?mode=ro"
    connection = sqlite3.connect(uri, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, uri=True)
    return _configure(connection, exclusive=False)


def make_durable(connection: sqlite3.Connection) -> None:
    """A commit that has returned survives a kill and a power cut; broken links between rows are refused."""
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if mode == "wal":
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={WAL_CHECKPOINT_PAGES}")
    elif mode != "memory":
        # Without a log the commit is the removal of the journal, and only EXTRA makes that durable.
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA synchronous=EXTRA")
    # Only Apple's systems heed it: there a plain sync may stay in the drive's cache.
    connection.execute("PRAGMA fullfsync=ON")
    connection.execute("PRAGMA foreign_keys=ON")


def _configure(connection: sqlite3.Connection, *, exclusive: bool) -> sqlite3.Connection:
    # One broken byte must not make a whole listing unreadable.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    if exclusive:
        # Keeps a second copy of the app out and, with no shared memory file, works on any file system.
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection
