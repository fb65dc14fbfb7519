"""One SQLite connection: each step is one durable transaction, each failure a problem with a sentence.

The database file, what SQLite keeps beside it, and moving them out of the way unharmed.

Where the app keeps its data on each kind of device.

What a file of the database still holds of somebody who was forgotten, after no row names them any more.
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

DATABASE_FILE = "companion.db"
_LOG_SUFFIXES = ("-wal", "-journal")
_SHARED_MEMORY_SUFFIX = "-shm"
_SIBLING_SUFFIXES = (*_LOG_SUFFIXES, _SHARED_MEMORY_SUFFIX)
# Our own mark: damage was met while playing, so the next opening must look at the whole file.
_CHECK_SUFFIX = "-check"


def sibling_path(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def has_orphaned_log(path: Path) -> bool:
    """Whether moves wait beside a file that is gone or empty: SQLite would throw them away."""
    return _file_size(path) == 0 and any(_file_size(sibling_path(path, suffix)) for suffix in _LOG_SUFFIXES)


def is_left_open(path: Path) -> bool:
    """Whether the last run ended without closing or settling; a clean end leaves no log behind."""
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
    """Looking at a log leaves this behind; whoever holds the file alone does without it."""
    with contextlib.suppress(OSError):
        sibling_path(path, _SHARED_MEMORY_SUFFIX).unlink(missing_ok=True)


def find_free_path(path: Path, label: str, now: float) -> Path:
    """`companion.<label>-<UTC time>.db`, numbered if taken: nothing is ever written over."""
    stamp = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
    count = 1
    while True:
        number = "" if count == 1 else f"-{count}"
        candidate = path.with_name(f"{path.stem}.{label}-{stamp}{number}{path.suffix}")
        if not any(os.path.lexists(sibling_path(candidate, suffix)) for suffix in ("", *_SIBLING_SUFFIXES)):
            return candidate
        count += 1


def list_earlier_copies(path: Path) -> list[Path]:
    """What was kept of the file before it was brought to a later version."""
    return sorted(path.parent.glob(f"{path.stem}.before-v*{path.suffix}"))


def move_away(path: Path, label: str, now: float) -> Path:
    """Rename the file with what lies beside it, so that SQLite finds them together under the new name."""
    target = find_free_path(path, label, now)
    # The file goes first: cut off half way, its log is found orphaned; the other way round the file
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


APP_FOLDER = "table-companion"
# Below it: files on their way in. It is there only while there are any.
INBOX_FOLDER = "inbox"


def find_data_folder(environ: Mapping[str, str], platform: str) -> Path:
    """The folder for our file, not yet created; `platform` is `sys.platform` or Kivy's name for it."""
    if override := environ.get("COMPANION_DATA"):
        return Path(override)
    if platform in ("win32", "win"):
        roaming = environ.get("APPDATA")
        return (Path(roaming) if roaming else _home_folder(environ) / "AppData" / "Roaming") / APP_FOLDER
    if platform in ("darwin", "macosx"):
        return _home_folder(environ) / "Library" / "Application Support" / APP_FOLDER
    # The phone's start-up code sets this; older ones still call the platform "linux".
    if private := environ.get("ANDROID_PRIVATE"):
        return Path(private) / APP_FOLDER
    shared = Path(environ.get("XDG_DATA_HOME", ""))
    # The XDG rules say to ignore a relative path.
    return (shared if shared.is_absolute() else _home_folder(environ) / ".local" / "share") / APP_FOLDER


def _home_folder(environ: Mapping[str, str]) -> Path:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    try:
        return Path(home) if home else Path.home()
    except RuntimeError:
        # Nobody knows a home of this user. Below this nothing can be made, and whoever tries is told so.
        return Path(os.devnull)


# Written among the settings in the same step that forgets somebody, so that after a kill it is done later.
SECURE_DELETE_KEY: Final = "forgotten.sweep"


def secure_delete(database: Database) -> None:
    """Leave nothing in pages of the file that are not used, in its log, or in copies from before it was
    brought to a later version. Never raises: what cannot be done now is done the next time."""
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
