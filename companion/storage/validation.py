"""Validation of rows from outside, and staging of a backup.

A game with inconsistent rows is left out as a whole. Metadata is cleaned instead: a note that is too long
is cut and loses invisible characters, as the input field would do. `stage_backup` checks a backup
completely before local data is touched, and copies its valid rows into a new database.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.core.game import Problem, ProblemError, error, filter_blocking
from companion.core.players import clean_name, is_unnamed, normalize_name, validate_name
from companion.core.serialization import BadRecord
from companion.files.safe_zip import DamagedZip, ZipTooBig, read_problem, zip_problem
from companion.games.game_file import MAX_NOTES, clean_note, clean_title, parse_json
from companion.storage.backup import DATABASE_FILE, MAX_TIMESTAMP, extract_database
from companion.storage.campaign_files import validate_map
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import CampaignRow, to_row
from companion.storage.database import Row, is_corruption, load_json, primary_error_code
from companion.storage.games import COLUMNS, STORE_MOVE_COUNTS, parse_stored_game
from companion.storage.rosters import MAX_GROUPS, MAX_PLAYERS, MAX_SEATS, group_problems
from companion.storage.schema import APPLICATION_ID, MIGRATIONS, Migration, migrate, read_version
from companion.storage.settings_table import PENDING_RECORDINGS_KEY

# More than any user has: beyond these limits rows are mistakes or made to fill the screen.
MAX_MARKS: Final = 2_000
MAX_MARK_CHARS: Final = 40
# No night phase takes a day.
_MAX_NIGHT_SECONDS: Final = 86_400.0
_UID: Final = re.compile(r"[0-9a-f]{16}")
_COLUMN_INDEX: Final = {name.strip(): place for place, name in enumerate(COLUMNS.split(","))}


def validate_game(game_id: int, row: Row, moves: Sequence[Row]) -> Row | None:
    """Return the cleaned columns of a game; None for rows that cannot be shown.

    Games that this version does not know are validated too.
    """
    columns = list(row)
    for name, clean in (
        ("title", _clean_title),
        ("starred", lambda value: int(value == 1)),
        ("evening", lambda value: value if is_timestamp(value) else None),
        ("night", _clean_night),
    ):
        columns[_COLUMN_INDEX[name]] = clean(columns[_COLUMN_INDEX[name]])
    try:
        stored = parse_stored_game(
            game_id, tuple(columns), [(move_index, text) for move_index, text, _ in moves]
        )
    except (ValueError, BadRecord):
        return None
    players = stored.setup.get("players", [])
    times = (stored.started, stored.updated, *(() if stored.ended is None else (stored.ended,)))
    is_valid = (
        isinstance(players, list)
        and all(is_clean_text(player) for player in players)
        and all(0 <= time <= MAX_TIMESTAMP for time in times)
        and all(isinstance(move_index, float) for _, _, move_index in moves)
    )
    if not is_valid:
        return None
    uid = columns[_COLUMN_INDEX["uid"]]
    if not (isinstance(uid, str) and _UID.fullmatch(uid)):
        columns[_COLUMN_INDEX["uid"]] = _derive_uid(stored.game, stored.started, stored.setup)
    return tuple(columns)


def _derive_uid(game: str, started: float, setup: dict[str, Any]) -> str:
    """Derive a uid for a game without one: every device computes the same."""
    setup_without_names = {key: value for key, value in setup.items() if key != "players"}
    return hashlib.sha256(
        json.dumps([game, started, setup_without_names], sort_keys=True).encode()
    ).hexdigest()[:16]


def _clean_title(value: Any) -> str:
    return clean_title(value) if isinstance(value, str) else ""


def _clean_night(value: Any) -> float | None:
    return value if isinstance(value, float) and 0 <= value <= _MAX_NIGHT_SECONDS else None


def validate_notes(rows: Iterable[Row]) -> list[Row]:
    """Return position, text and time of the notes that have text, in order."""
    valid_notes = []
    for move_count, text, written_at in rows:
        clean_text = clean_note(text) if isinstance(text, str) else ""
        if clean_text and type(move_count) is int and move_count >= 0 and is_timestamp(written_at):
            valid_notes.append((move_count, clean_text, written_at))
    return valid_notes[:MAX_NOTES]


def validate_marks(rows: Iterable[Row]) -> list[Row]:
    """Return seat, position and mark of the valid marks."""
    valid_marks = [
        (seat, move_count, mark)
        for seat, move_count, mark in rows
        if type(seat) is int
        and type(move_count) is int
        and seat >= 0
        and move_count >= 0
        and _is_short_text(mark)
    ]
    return valid_marks[:MAX_MARKS]


def validate_person(row: Row) -> Row | None:
    """Return the cleaned row of a person (look and alias); None if the name is invalid."""
    name_key, name, mark, colour, same_as = row
    if not is_valid_name(name) or normalize_name(name) != name_key:
        return None
    alias_of = same_as if isinstance(same_as, str) and _is_name_key(same_as) and same_as != name_key else None
    return (
        name_key,
        name,
        mark if _is_short_text(mark) else None,
        colour if _is_short_text(colour) else None,
        alias_of,
    )


def _is_name_key(text: str) -> bool:
    return is_valid_name(text) and normalize_name(text) == text


def _is_short_text(text: Any) -> bool:
    return is_clean_text(text) and 0 < len(text) <= MAX_MARK_CHARS


def validate_map_row(id: Any, game: Any, text: Any, updated: Any) -> CampaignRow | None:
    if not (isinstance(game, str) and isinstance(text, str) and is_timestamp(updated)):
        return None
    try:
        valid_map = validate_map(game, parse_json(text))
    except BadRecord:
        return None
    return CampaignRow(valid_map.id, game, valid_map.record, updated) if valid_map.id == id else None


def is_valid_name(name: Any) -> bool:
    return is_clean_text(name) and validate_name(name, ()) is None and not is_unnamed(name)


def is_clean_text(name: Any) -> bool:
    """True if the text is clean as every stored name is.

    Other text could contain bidi controls or be very long.
    """
    return isinstance(name, str) and clean_name(name) == name


def is_timestamp(value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= MAX_TIMESTAMP


# Limits for a backup: more campaigns and people than anybody has.
MAX_MAPS: Final = 200
MAX_PEOPLE: Final = 2_000
# Limits against files that are made to exhaust memory; no row of ours has more characters.
MAX_GAMES: Final = 200_000
_MAX_MOVES: Final = 10_000
_MAX_SETTINGS: Final = 2_000
_MAX_ROW_CHARS: Final = 2_000_000
# Settings that refer to games by their ids (which differ here), or to temporary state.
_SKIPPED_SETTINGS: Final = ("last.learners", "last.timer", "last.whereabouts", PENDING_RECORDINGS_KEY)
# Progress after the checksums were compared, and after the database was checked.
_VERIFIED_PROGRESS, _CHECKED_PROGRESS = 0.1, 0.3
_PROGRESS_INTERVAL: Final = 20
_PLACEHOLDERS: Final = ", ".join("?" * (len(COLUMNS.split(",")) + 1))
_UID_COLUMN: Final = [name.strip() for name in COLUMNS.split(",")].index("uid")

# Called with the progress from 0 to 1. An exception raised by it aborts the work and leaves nothing behind.
ProgressCallback = Callable[[float], object]


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
    """Validate a backup and copy its valid rows into a new database below `folder`.

    May run on any thread. Raises `ProblemError`; `name` is the file name shown to the user.
    """
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
            games, unreadable = _copy_games(source, target, on_progress)
            _copy_maps(source, target)
            _copy_players(source, target)
            _copy_groups(source, target)
            _copy_people(source, target)
            _copy_settings(source, target)
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
    """Check that the database is intact, ours, of a known version, and has exactly our schema.

    Raises `DamagedZip`, or `ProblemError` for a newer version.
    """
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
    return sorted(
        (kind, name, table_name, " ".join(str(sql).split())) for kind, name, table_name, sql in rows
    )


def _copy_games(
    source: sqlite3.Connection, target: sqlite3.Connection, on_progress: ProgressCallback
) -> tuple[int, int]:
    """Copy the games one at a time; return how many were copied and how many were unreadable."""
    copied = unreadable = 0
    used_uids: set[str] = set()
    ((total,),) = source.execute("SELECT count(*) FROM games").fetchall()
    if total > MAX_GAMES:
        raise ZipTooBig
    for game_id, *row in source.execute(f"SELECT id, {COLUMNS} FROM games WHERE deleted IS NULL ORDER BY id"):
        moves = source.execute(
            "SELECT number, move, at FROM moves WHERE game_id = ? ORDER BY number LIMIT ?",
            (game_id, _MAX_MOVES + 1),
        ).fetchall()
        game = validate_game(game_id, tuple(row), moves) if len(moves) <= _MAX_MOVES else None
        if game is None:
            unreadable += 1
        else:
            columns = list(game)
            while columns[_UID_COLUMN] in used_uids:
                columns[_UID_COLUMN] = hashlib.sha256(columns[_UID_COLUMN].encode()).hexdigest()[:16]
            used_uids.add(columns[_UID_COLUMN])
            target.execute(f"INSERT INTO games (id, {COLUMNS}) VALUES ({_PLACEHOLDERS})", (game_id, *columns))
            target.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", ((game_id, *move) for move in moves))
            _copy_notes_and_marks(source, target, game_id)
            copied += 1
        if (copied + unreadable) % _PROGRESS_INTERVAL == 0:
            on_progress(_CHECKED_PROGRESS + (1 - _CHECKED_PROGRESS) * (copied + unreadable) / max(1, total))
    return copied, unreadable


def _copy_notes_and_marks(source: sqlite3.Connection, target: sqlite3.Connection, game_id: int) -> None:
    notes = source.execute(
        "SELECT position, text, at FROM notes WHERE game_id = ? ORDER BY number LIMIT ?", (game_id, MAX_NOTES)
    )
    target.executemany(
        "INSERT INTO notes VALUES (?, ?, ?, ?, ?)",
        ((game_id, note_id, *note) for note_id, note in enumerate(validate_notes(notes.fetchall()))),
    )
    marks = source.execute(
        "SELECT seat, position, mark FROM marks WHERE game_id = ? LIMIT ?", (game_id, MAX_MARKS)
    )
    target.executemany(
        "INSERT INTO marks VALUES (?, ?, ?, ?)",
        ((game_id, *mark) for mark in validate_marks(marks.fetchall())),
    )


def _copy_maps(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy the campaigns that their game finds valid, at most `MAX_MAPS`, latest changes first."""
    copied = 0
    for row in source.execute(f"SELECT {MAP_COLUMNS} FROM campaigns ORDER BY updated DESC, id"):
        campaign = validate_map_row(*row)
        if campaign is not None:
            target.execute(f"INSERT INTO campaigns ({MAP_COLUMNS}) VALUES (?, ?, ?, ?)", to_row(campaign))
            copied += 1
        if copied == MAX_MAPS:
            break


def _copy_players(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy players with valid names, at most `MAX_PLAYERS`, latest first."""
    copied = 0
    for player_id, name, last_used in source.execute(
        "SELECT id, name, last_used FROM players ORDER BY id DESC"
    ):
        if is_valid_name(name) and is_timestamp(last_used):
            target.execute("INSERT INTO players VALUES (?, ?, ?)", (player_id, name, last_used))
            copied += 1
        if copied == MAX_PLAYERS:
            break


def _copy_groups(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    group_keys: set[str] = set()
    for group_id, name, last_used in source.execute(
        "SELECT id, name, last_used FROM groups ORDER BY last_used DESC, id DESC"
    ):
        people = source.execute(
            "SELECT name FROM group_players WHERE group_id = ? ORDER BY seat LIMIT ?",
            (group_id, MAX_SEATS + 1),
        )
        members = [person for (person,) in people]
        if not is_timestamp(last_used) or not all(is_clean_text(text) for text in (name, *members)):
            continue
        if normalize_name(name) in group_keys or filter_blocking(group_problems(name, members, ())):
            continue
        group_keys.add(normalize_name(name))
        target.execute("INSERT INTO groups VALUES (?, ?, ?)", (group_id, name, last_used))
        target.executemany(
            "INSERT INTO group_players VALUES (?, ?, ?)",
            ((group_id, seat, person) for seat, person in enumerate(members)),
        )
        if len(group_keys) == MAX_GROUPS:
            break


def _copy_people(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    rows = source.execute(
        "SELECT reading, name, mark, colour, same_as FROM people ORDER BY reading LIMIT ?", (MAX_PEOPLE,)
    )
    for row in rows.fetchall():
        person = validate_person(row)
        if person is not None:
            target.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?)", person)


def _copy_settings(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    rows = source.execute("SELECT key, value FROM settings ORDER BY key LIMIT ?", (_MAX_SETTINGS,))
    for key, text in rows.fetchall():
        with contextlib.suppress(ValueError):
            load_json(text)
            if isinstance(key, str) and key not in _SKIPPED_SETTINGS:
                target.execute("INSERT INTO settings VALUES (?, ?)", (key, text))
