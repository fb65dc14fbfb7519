"""Backup file (docs/storage.md): write it, validate one from outside, and restore it.

A backup is checked completely before local data is touched: every file, then the database, whose valid rows
are copied into a new one. It is previewed, then merged into the local data in one transaction.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.core.game import Problem, ProblemError, error
from companion.core.players import normalize_name
from companion.files.safe_zip import (
    MAX_ENTRIES,
    DamagedZip,
    SafeZip,
    ZipEntry,
    ZipTooBig,
    read_problem,
    zip_problem,
)
from companion.i18n.translator import Translator
from companion.storage import campaigns as campaign_storage
from companion.storage.campaigns import (
    CampaignRow,
    MapFile,
    find_campaign,
    merge_maps,
    parse_campaign,
    to_row,
)
from companion.storage.database import (
    PENDING_RECORDINGS_KEY,
    Database,
    Execute,
    Row,
    is_corruption,
    primary_error_code,
)
from companion.storage.games import MatchKind
from companion.storage.importing import (
    GameContents,
    GameImportPlan,
    IncomingGame,
    apply_game_import,
    insert_group,
    max_local_id,
    plan_game_import,
)
from companion.storage.journal import COLUMNS, STORE_MOVE_COUNTS
from companion.storage.rosters import MAX_PLAYERS
from companion.storage.schema import APPLICATION_ID, MIGRATIONS, Migration, migrate, read_version
from companion.storage.validation import MAX_TIMESTAMP, ProgressCallback, copy_valid_rows

FORMAT, VERSION = "table-companion-backup", 2
# Names of the entries; recordings have the same relative paths as in the data folder.
MANIFEST_FILE, DATABASE_FILE, RECORDINGS_FOLDER = "backup.json", "companion.db", "voices"
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
    """The manifest of a backup. Times are in seconds since 1970; `first_start` and `last_start` are those of
    games."""

    created: float
    schema: int
    first_start: float | None
    last_start: float | None
    recordings: int
    games: int
    groups: int
    players: int
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
    """Copy the database into one file without a log. Must run on the main thread, which alone may use the
    connection; everything slow is done later."""
    with closing(sqlite3.connect(to)) as copy:
        database.copy_to(copy)


def write_backup(
    copy: Path, recordings: Iterable[tuple[str, Path]], now: float, to: Path | BinaryIO
) -> BackupManifest:
    """Write a backup of a snapshot and of these recordings (relative name and path). May run on any thread.
    Raises OSError."""
    recording_files = tuple(recordings)
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
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
    """Remove derived tables and deleted games. Deleted games stay restorable for a while, and in unused pages
    for longer."""
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
    """Disable the triggers that update the sums. Updating them for each deleted row takes seconds, and the
    sums are deleted too."""
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        connection.execute(sql)


def _build_manifest(connection: sqlite3.Connection, now: float, recordings: int) -> BackupManifest:
    tables = ("games", "groups", "players", "campaigns", "notes")
    counts = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    first, last = connection.execute(
        f"SELECT min(started), max(started) FROM games WHERE started BETWEEN 0 AND {MAX_TIMESTAMP}"
    ).fetchone()
    return BackupManifest(now, read_version(connection), first, last, recordings, **counts)


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
    """Verify all files of a backup, then extract its database to `target`. `on_progress` is called with the
    progress from 0 to 1; an exception raised by it aborts. Raises `DamagedZip`, `ZipTooBig`, OSError and, for
    a backup of a later version, `ProblemError`."""
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


# -- validated copy -----------------------------------------------------------------------------------------


# No row of ours has more characters; a longer one is made to exhaust memory.
_MAX_ROW_CHARS: Final = 2_000_000
# Progress after the checksums were compared, and after the database was checked.
_VERIFIED_PROGRESS, _CHECKED_PROGRESS = 0.1, 0.3


@dataclass(frozen=True, slots=True)
class StagedBackup:
    """A validated backup in a database of our own. `unreadable` is the number of games left out."""

    path: Path
    games: int
    unreadable: int


def stage_backup(
    backup: Path,
    folder: Path,
    name: str,
    migrations: Sequence[Migration] = MIGRATIONS,
    on_progress: ProgressCallback = lambda _: None,
) -> StagedBackup:
    """Validate a backup and copy its valid rows into a new database below `folder`. May run on any thread.
    Raises `ProblemError`; `name` is the file name shown to the user."""
    copy_path, staged_path = folder / DATABASE_FILE, folder / "staged.db"
    try:
        extract_database(backup, copy_path, name, lambda progress: on_progress(progress * _VERIFIED_PROGRESS))
        with closing(_open_connection(copy_path)) as source, closing(_open_connection(staged_path)) as target:
            source.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_ROW_CHARS)
            _check_database(source, name, migrations)
            migrate(source, migrations)
            source.execute(STORE_MOVE_COUNTS)
            migrate(target, migrations)
            on_progress(_CHECKED_PROGRESS)
            target.execute("BEGIN")
            report = lambda part: on_progress(_CHECKED_PROGRESS + (1 - _CHECKED_PROGRESS) * part)  # noqa: E731
            games, unreadable = copy_valid_rows(source, target, report)
            target.execute("COMMIT")
    except (DamagedZip, ZipTooBig) as wrong:
        raise zip_problem(wrong, name) from wrong
    except sqlite3.Error as wrong:
        raise ProblemError(_to_problem(wrong, name)) from wrong
    except UnicodeDecodeError as wrong:
        # SQLite quotes damaged bytes in its error message, which Python fails to decode.
        raise ProblemError(error("app.files.problem.damaged", file=name)) from wrong
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong
    finally:
        with contextlib.suppress(OSError):
            copy_path.unlink(missing_ok=True)
    return StagedBackup(staged_path, games, unreadable)


def _to_problem(wrong: sqlite3.Error, name: str) -> Problem:
    """Report a damaged backup, unless writing the copy failed."""
    match primary_error_code(wrong):
        case sqlite3.SQLITE_FULL:
            return error("app.files.problem.full", file=name)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return error("app.problem.import_failed", file=name, reason=wrong.sqlite_errorname)
        case _:
            return error("app.files.problem.damaged", file=name)


def _open_connection(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute("PRAGMA cell_size_check=ON")
    connection.execute("PRAGMA trusted_schema=OFF")
    # A temporary file: it is thrown away if the process ends.
    connection.execute("PRAGMA synchronous=OFF")
    return connection


def _check_database(source: sqlite3.Connection, name: str, migrations: Sequence[Migration]) -> None:
    """Check that the database is intact, ours, of a known version, and has exactly our schema. Raises
    `DamagedZip`, or `ProblemError` for a newer version."""
    try:
        application = source.execute("PRAGMA application_id").fetchone()[0]
        version = read_version(source)
        if application != APPLICATION_ID or version < 1:
            raise DamagedZip
        if version > len(migrations):
            raise ProblemError(error("app.files.problem.newer", file=name))
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
            migrate(model, migrations[:version])
            if _read_schema(source) != _read_schema(model):
                raise DamagedZip
        if source.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise DamagedZip
        if source.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise DamagedZip
    except sqlite3.Error as wrong:
        if is_corruption(wrong):
            raise DamagedZip from wrong
        raise


def _read_schema(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Return all schema objects; names starting with `sqlite_` are created by SQLite itself."""
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    )
    return sorted((*names, " ".join(str(sql).split())) for *names, sql in rows)


# -- restore ------------------------------------------------------------------------------------------------

# Schema name of the attached, staged backup.
INCOMING: Final = "arrived"
# Small enough for a slow phone to draw a frame in between.
BATCH_SIZE: Final = 20
# In order of their start times, as if they had been played here.
_INCOMING_GAMES: Final = (
    f"SELECT id, {COLUMNS} FROM {INCOMING}.games WHERE (started, id) > (?, ?)"
    " AND deleted IS NULL ORDER BY started, id LIMIT ?"
)
_CONTENTS: Final = (
    f"SELECT move, at FROM {INCOMING}.moves WHERE game_id = ? ORDER BY number",
    f"SELECT position, text, at FROM {INCOMING}.notes WHERE game_id = ? ORDER BY number",
    f"SELECT seat, position, mark FROM {INCOMING}.marks WHERE game_id = ?",
)


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of text about one kind of data, which selects its icon."""

    topic: str
    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """Numbers of what would be added, and the time range of the games (None if there are none).
    `extended_games` exist here and would get more moves; `notes` belong to games that exist here; `people`
    counts people with more data than a name. `new_maps` do not exist here yet, `updated_maps` do and would
    change."""

    new_games: int
    first_start: float | None
    last_start: float | None
    existing_games: int
    groups: int
    players: int
    has_settings: bool
    unreadable: int
    new_maps: int = 0
    updated_maps: int = 0
    extended_games: int = 0
    notes: int = 0
    people: int = 0

    @property
    def is_empty(self) -> bool:
        games = (self.new_games, self.extended_games, self.notes)
        maps = (self.new_maps, self.updated_maps)
        return not any((*games, *maps, self.groups, self.players, self.people, self.has_settings))

    def format_lines(
        self, tr: Translator, recordings: int, format_day: Callable[[float], str]
    ) -> Iterator[PreviewLine]:
        """Yield a line for each kind of data that would be added. `recordings` counts the incoming lines that
        are not recorded here, `format_day` formats the day of a timestamp."""
        if self.new_games:
            text = tr("app.files.restore_games", n=self.new_games)
            yield PreviewLine("games", text, self._format_date_range(tr, format_day))
        for topic, key, count in (
            ("games", "backup.goes_on", self.extended_games),
            ("games", "backup.notes", self.notes),
            ("maps", "app.files.restore_maps", self.new_maps),
            ("maps", "app.files.restore_maps_more", self.updated_maps),
            ("groups", "app.files.restore_groups", self.groups),
            ("people", "app.files.restore_players", self.players),
            ("people", "backup.people", self.people),
            ("recordings", "app.files.restore_recordings", recordings),
        ):
            if count:
                yield PreviewLine(topic, tr(key, n=count))
        if self.has_settings:
            yield PreviewLine("settings", tr("app.files.restore_settings"))

    def _format_date_range(self, tr: Translator, format_day: Callable[[float], str]) -> str:
        if self.first_start is None or self.last_start is None:
            return ""
        first, last = format_day(self.first_start), format_day(self.last_start)
        if first == last:
            return tr("app.files.restore_day", day=first)
        return tr("app.files.restore_days", first=first, last=last)


def plan_restore(
    database: Database, backup: StagedBackup, open_game_ids: Collection[int] = ()
) -> Generator[float, None, ImportPreview]:
    """Preview the import of a backup in batches, yielding the progress from 0 to 1. No other database may be
    attached meanwhile."""
    new_games = extended_games = existing_games = notes = done = 0
    first = last = None
    with database.attach(backup.path, INCOMING):
        max_id = max_local_id(database)
        for batch in _iterate_batches(database):
            for incoming in batch:
                plan = _plan_for_backup(database, incoming, max_id, open_game_ids)
                if plan.is_new:
                    new_games += 1
                    first = incoming.started if first is None else first
                    last = incoming.started
                elif plan.kind is MatchKind.EXTENDS:
                    extended_games += 1
                else:
                    existing_games += 1
                notes += plan.note_count
            done += len(batch)
            yield done / max(1, backup.games)
        settings = _is_empty(database) and bool(database.rows(f"SELECT 1 FROM {INCOMING}.settings LIMIT 1"))
        maps = _iterate_merged_maps(database)
        is_local = [find_campaign(database, campaign.id) is not None for campaign in maps]
        return ImportPreview(
            new_games, first, last,
            existing_games=existing_games, groups=len(_find_new_groups(database)),
            players=len(_find_new_players(database)), has_settings=settings, unreadable=backup.unreadable,
            new_maps=is_local.count(False), updated_maps=is_local.count(True),
            extended_games=extended_games, notes=notes, people=len(_find_new_people(database)),
        )  # fmt: skip


def apply_restore(
    database: Database,
    backup: StagedBackup,
    recordings: str | None = None,
    open_game_ids: Collection[int] = (),
) -> Generator[float, None, None]:
    """Import a backup in batches inside one transaction, yielding the progress from 0 to 1. Closing the
    generator early rolls back; no other transaction may begin meanwhile. `recordings` is the folder with the
    recordings of the backup. Games in `open_game_ids` are not extended."""
    done = 0
    with database.attach(backup.path, INCOMING), database.transaction() as execute:
        max_id = max_local_id(database)
        if _is_empty(database):
            execute(f"INSERT OR REPLACE INTO main.settings SELECT key, value FROM {INCOMING}.settings", ())
        for batch in _iterate_batches(database):
            for incoming in batch:
                plan = _plan_for_backup(database, incoming, max_id, open_game_ids)
                apply_game_import(database, execute, incoming, plan)
            done += len(batch)
            yield done / max(1, backup.games)
        for campaign in _iterate_merged_maps(database):
            execute(campaign_storage.UPSERT, to_row(campaign))
        for name, last_used, players in _find_new_groups(database):
            insert_group(execute, name, last_used, players)
        _insert_players(execute, database, _find_new_players(database))
        _insert_people(execute, database, _find_new_people(database))
        if recordings is not None:
            sql = "INSERT OR REPLACE INTO main.settings (key, value) VALUES (?, ?)"
            execute(sql, (PENDING_RECORDINGS_KEY, json.dumps(recordings)))


def _iterate_batches(database: Database) -> Iterator[list[IncomingGame]]:
    """Yield batches of games. No cursor stays open in between, so that stopping early leaves no lock."""
    last_key: tuple[float, int] = (-1.0, 0)
    while rows := database.rows(_INCOMING_GAMES, (*last_key, BATCH_SIZE)):
        batch = [_to_incoming(database, incoming_id, *row) for incoming_id, *row in rows]
        yield batch
        last_key = (batch[-1].started, rows[-1][0])


def _to_incoming(database: Database, incoming_id: int, *row: Any) -> IncomingGame:
    @functools.cache
    def load_contents() -> GameContents:
        return GameContents(*(database.rows(sql, (incoming_id,)) for sql in _CONTENTS))

    return IncomingGame(load_contents, *row)


def _plan_for_backup(
    database: Database, incoming: IncomingGame, max_id: int, open_game_ids: Collection[int]
) -> GameImportPlan:
    plan = plan_game_import(database, incoming, max_id)
    if plan.kind is MatchKind.EXTENDS and plan.local_id in open_game_ids:
        return GameImportPlan(MatchKind.EXISTING, plan.local_id)
    return plan


def _is_empty(database: Database) -> bool:
    """True if nobody has played here yet: settings made so far were only tried out."""
    tables = ("main.games WHERE deleted IS NULL", "main.players", "main.groups", "main.campaigns")
    return not any(database.rows(f"SELECT 1 FROM {table_name} LIMIT 1") for table_name in tables)


def _iterate_merged_maps(database: Database) -> Iterator[CampaignRow]:
    """Yield new campaigns, and local ones that change, in their merged form."""
    columns = campaign_storage.COLUMNS
    for row in database.rows(f"SELECT {columns} FROM {INCOMING}.campaigns ORDER BY updated, id"):
        incoming = parse_campaign(row)
        if incoming is None:
            continue
        local = find_campaign(database, incoming.id)
        record = merge_maps(local, MapFile(incoming.id, incoming.game, incoming.record))
        if record is not None:
            updated = incoming.updated if local is None else max(local.updated, incoming.updated)
            yield CampaignRow(incoming.id, incoming.game, record, updated)


def _find_new_groups(database: Database) -> list[tuple[str, float, tuple[str, ...]]]:
    """Return name, time of use and players of the groups that are not stored here."""
    local_keys = {normalize_name(name) for (name,) in database.rows("SELECT name FROM main.groups")}
    players = f"SELECT name FROM {INCOMING}.group_players WHERE group_id = ? ORDER BY seat"
    groups = database.rows(f"SELECT id, name, last_used FROM {INCOMING}.groups ORDER BY id")
    return [
        (name, last_used, tuple(player for (player,) in database.rows(players, (group_id,))))
        for group_id, name, last_used in groups
        if normalize_name(name) not in local_keys
    ]


def _find_new_players(database: Database) -> list[Row]:
    """Return new players with the time they last played, limited by the free places in the list."""
    local_keys = {normalize_name(name) for (name,) in database.rows("SELECT name FROM main.players")}
    incoming = database.rows(f"SELECT name, last_used FROM {INCOMING}.players ORDER BY id DESC")
    new = [row for row in incoming if normalize_name(row[0]) not in local_keys]
    return new[: max(0, MAX_PLAYERS - len(local_keys))]


def _insert_players(execute: Execute, database: Database, new: Sequence[Row]) -> None:
    """Insert players by `last_used`: ids give the order of use, so all rows are renumbered."""
    if not new:
        return
    local_players = database.rows("SELECT name, last_used FROM main.players ORDER BY id")
    # At equal times local players come first; the new ones are given latest first.
    merged = sorted((*reversed(new), *local_players), key=lambda player: player[1])
    execute("DELETE FROM main.players", ())
    insert = "INSERT INTO main.players (id, name, last_used) VALUES (?, ?, ?)"
    for player_id, player in enumerate(merged, 1):
        execute(insert, (player_id, *player))


def _find_new_people(database: Database) -> list[Row]:
    return database.rows(
        f"SELECT reading, name, mark, colour, same_as FROM {INCOMING}.people"
        " WHERE reading NOT IN (SELECT reading FROM main.people) ORDER BY reading"
    )


def _insert_people(execute: Execute, database: Database, new: Sequence[Row]) -> None:
    """Insert people with their looks and aliases. An alias must point directly to a person: one that would
    form a chain or a cycle becomes a person."""
    aliases: dict[str, str] = dict(
        database.rows("SELECT reading, same_as FROM main.people WHERE same_as IS NOT NULL")
    )
    for name_key, name, mark, colour, same_as in new:
        person = aliases.get(same_as, same_as)
        if person == name_key or name_key in aliases.values():
            person = None
        if person is not None:
            aliases[name_key] = person
            execute(
                "UPDATE main.games SET counted = 0"
                " WHERE id IN (SELECT game_id FROM main.seats WHERE reading = ?)",
                (name_key,),
            )
        execute("INSERT INTO main.people VALUES (?, ?, ?, ?, ?)", (name_key, name, mark, colour, person))
