"""Validation of everything from outside: rows of a backup, and elements of a JSON export.

A game with inconsistent rows is left out as a whole. Metadata of a backup is cleaned instead: a note that is
too long is cut and loses invisible characters, as the input field would do. A JSON export is rejected at the
first invalid element. Maps are validated by their game (`storage.campaigns.validate_map`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.core.game import Outcome, Problem, error, filter_blocking
from companion.core.players import clean_name, is_unnamed, normalize_name, validate_name
from companion.core.serialization import BadRecord, Json, decode, reject_damaged_log
from companion.files.safe_zip import ZipTooBig
from companion.games.game_file import (
    MAX_NOTES,
    GameRecord,
    clean_note,
    clean_title,
    parse_json,
    record_from_json,
    replay,
)
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import validate_map
from companion.storage.database import PENDING_RECORDINGS_KEY, Row, dump_json, load_json
from companion.storage.journal import COLUMNS, parse_stored_game
from companion.storage.rosters import MAX_GROUPS, MAX_PLAYERS, MAX_SEATS, group_problems

# The year 2200: later times are damaged and are left out, so that they do not affect the others.
MAX_TIMESTAMP: Final = 7_258_118_400
# More than any user has: beyond these limits rows are mistakes or made to fill the screen or the memory.
MAX_GAMES: Final = 200_000
MAX_MAPS: Final = 200
MAX_PEOPLE: Final = 2_000
MAX_MARKS: Final = 2_000
MAX_MARK_CHARS: Final = 40
_MAX_MOVES: Final = 10_000
_MAX_SETTINGS: Final = 2_000
# No night phase takes a day.
_MAX_NIGHT_SECONDS: Final = 86_400.0
# Settings that refer to games by their ids (which differ here), or to temporary state.
_SKIPPED_SETTINGS: Final = ("last.learners", "last.timer", "last.whereabouts", PENDING_RECORDINGS_KEY)
_UID: Final = re.compile(r"[0-9a-f]{16}")
_COLUMN_NAMES: Final = [name.strip() for name in COLUMNS.split(",")]
_UID_INDEX: Final = _COLUMN_NAMES.index("uid")
_PROGRESS_INTERVAL: Final = 20

# Called with the progress from 0 to 1. An exception raised by it aborts the work and leaves nothing behind.
ProgressCallback = Callable[[float], object]


def is_clean_text(name: Any) -> bool:
    """True if the text is clean as every stored name is. Other text could contain bidi controls or be very
    long."""
    return isinstance(name, str) and clean_name(name) == name


def is_valid_name(name: Any) -> bool:
    return is_clean_text(name) and validate_name(name, ()) is None and not is_unnamed(name)


def is_timestamp(value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= MAX_TIMESTAMP


def _is_short_text(text: Any) -> bool:
    return is_clean_text(text) and 0 < len(text) <= MAX_MARK_CHARS


# -- rows of a backup ---------------------------------------------------------------------------------------


def validate_game(game_id: int, row: Row, moves: Sequence[Row]) -> Row | None:
    """Return the cleaned columns of a game; None for rows that cannot be shown. Games that this version does
    not know are validated too."""
    columns = dict(zip(_COLUMN_NAMES, row, strict=True))
    title, game_night, night = columns["title"], columns["evening"], columns["night"]
    columns["title"] = clean_title(title) if isinstance(title, str) else ""
    columns["starred"] = int(columns["starred"] == 1)
    columns["evening"] = game_night if is_timestamp(game_night) else None
    columns["night"] = night if isinstance(night, float) and 0 <= night <= _MAX_NIGHT_SECONDS else None
    move_rows = [(move_index, text) for move_index, text, _ in moves]
    try:
        stored = parse_stored_game(game_id, tuple(columns.values()), move_rows)
    except (ValueError, BadRecord):
        return None
    players = stored.setup.get("players", [])
    times = (stored.started, stored.updated, *(() if stored.ended is None else (stored.ended,)))
    is_valid = (
        isinstance(players, list)
        and all(is_clean_text(player) for player in players)
        and all(0 <= time <= MAX_TIMESTAMP for time in times)
        and all(isinstance(made_at, float) for _, _, made_at in moves)
    )
    if not is_valid:
        return None
    uid = columns["uid"]
    if not (isinstance(uid, str) and _UID.fullmatch(uid)):
        columns["uid"] = _derive_uid(stored.game, stored.started, stored.setup)
    return tuple(columns.values())


def _derive_uid(game: str, started: float, setup: dict[str, Any]) -> str:
    """Derive a uid for a game without one: every device computes the same."""
    setup_without_names = {key: value for key, value in setup.items() if key != "players"}
    return _hash_uid(json.dumps([game, started, setup_without_names], sort_keys=True))


def _hash_uid(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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
        if type(seat) is type(move_count) is int and min(seat, move_count) >= 0 and _is_short_text(mark)
    ]
    return valid_marks[:MAX_MARKS]


def validate_person(row: Row) -> Row | None:
    """Return the cleaned row of a person (look and alias); None if the name is invalid."""
    name_key, name, mark, colour, same_as = row
    if not is_valid_name(name) or normalize_name(name) != name_key:
        return None
    is_alias = is_valid_name(same_as) and normalize_name(same_as) == same_as != name_key
    looks = (look if _is_short_text(look) else None for look in (mark, colour))
    return (name_key, name, *looks, same_as if is_alias else None)


def validate_map_row(row: Row) -> Row | None:
    id, game, text, updated = row
    if not (isinstance(game, str) and isinstance(text, str) and is_timestamp(updated)):
        return None
    try:
        valid_map = validate_map(game, parse_json(text))
    except BadRecord:
        return None
    return (id, game, dump_json(valid_map.record), updated) if valid_map.id == id else None


def _validate_player(row: Row) -> Row | None:
    _, name, last_used = row
    return row if is_valid_name(name) and is_timestamp(last_used) else None


def _validate_setting(row: Row) -> Row | None:
    key, text = row
    with contextlib.suppress(ValueError):
        load_json(text)
        return row if isinstance(key, str) and key not in _SKIPPED_SETTINGS else None
    return None


def copy_valid_rows(
    source: sqlite3.Connection, target: sqlite3.Connection, on_progress: ProgressCallback
) -> tuple[int, int]:
    """Copy all valid rows; return how many games were copied and how many were left out."""
    counts = _copy_games(source, target, on_progress)
    _copy_groups(source, target)
    # Table, columns, order, check and limit: the latest are copied if there are too many.
    for table, columns, order, validate, limit in (
        ("campaigns", MAP_COLUMNS, "updated DESC, id", validate_map_row, MAX_MAPS),
        ("players", "id, name, last_used", "id DESC", _validate_player, MAX_PLAYERS),
        ("people", "reading, name, mark, colour, same_as", "reading", validate_person, MAX_PEOPLE),
        ("settings", "key, value", "key", _validate_setting, _MAX_SETTINGS),
    ):
        insert = f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(columns.split(',')))})"
        copied = 0
        for row in source.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"):
            if copied == limit:
                break
            valid_row = validate(row)
            if valid_row is not None:
                target.execute(insert, valid_row)
                copied += 1
    return counts


def _copy_games(
    source: sqlite3.Connection, target: sqlite3.Connection, on_progress: ProgressCallback
) -> tuple[int, int]:
    """Copy the games one at a time, so that memory does not grow with their number."""
    copied = unreadable = 0
    used_uids: set[str] = set()
    ((total,),) = source.execute("SELECT count(*) FROM games").fetchall()
    if total > MAX_GAMES:
        raise ZipTooBig
    insert = f"INSERT INTO games (id, {COLUMNS}) VALUES (?{', ?' * len(_COLUMN_NAMES)})"
    for game_id, *row in source.execute(f"SELECT id, {COLUMNS} FROM games WHERE deleted IS NULL ORDER BY id"):
        select_moves = "SELECT number, move, at FROM moves WHERE game_id = ? ORDER BY number LIMIT ?"
        moves = source.execute(select_moves, (game_id, _MAX_MOVES + 1)).fetchall()
        game = validate_game(game_id, tuple(row), moves) if len(moves) <= _MAX_MOVES else None
        if game is None:
            unreadable += 1
        else:
            columns = list(game)
            while columns[_UID_INDEX] in used_uids:
                columns[_UID_INDEX] = _hash_uid(columns[_UID_INDEX])
            used_uids.add(columns[_UID_INDEX])
            target.execute(insert, (game_id, *columns))
            target.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", ((game_id, *move) for move in moves))
            _copy_notes_and_marks(source, target, game_id)
            copied += 1
        if (copied + unreadable) % _PROGRESS_INTERVAL == 0:
            on_progress((copied + unreadable) / max(1, total))
    return copied, unreadable


def _copy_notes_and_marks(source: sqlite3.Connection, target: sqlite3.Connection, game_id: int) -> None:
    select_notes = "SELECT position, text, at FROM notes WHERE game_id = ? ORDER BY number LIMIT ?"
    notes = validate_notes(source.execute(select_notes, (game_id, MAX_NOTES)).fetchall())
    note_rows = ((game_id, note_id, *note) for note_id, note in enumerate(notes))
    target.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", note_rows)
    select_marks = "SELECT seat, position, mark FROM marks WHERE game_id = ? LIMIT ?"
    marks = validate_marks(source.execute(select_marks, (game_id, MAX_MARKS)).fetchall())
    target.executemany("INSERT INTO marks VALUES (?, ?, ?, ?)", ((game_id, *mark) for mark in marks))


def _copy_groups(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    group_keys: set[str] = set()
    for group_id, name, last_used in source.execute(
        "SELECT id, name, last_used FROM groups ORDER BY last_used DESC, id DESC"
    ):
        select_members = "SELECT name FROM group_players WHERE group_id = ? ORDER BY seat LIMIT ?"
        members = [person for (person,) in source.execute(select_members, (group_id, MAX_SEATS + 1))]
        if not is_timestamp(last_used) or not all(is_clean_text(text) for text in (name, *members)):
            continue
        if normalize_name(name) in group_keys or filter_blocking(group_problems(name, members, ())):
            continue
        group_keys.add(normalize_name(name))
        target.execute("INSERT INTO groups VALUES (?, ?, ?)", (group_id, name, last_used))
        member_rows = ((group_id, seat, person) for seat, person in enumerate(members))
        target.executemany("INSERT INTO group_players VALUES (?, ?, ?)", member_rows)
        if len(group_keys) == MAX_GROUPS:
            break


# -- elements of a JSON export ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExportedPerson:
    """Look and alias of a person; `same_as` is the name key of the person this one is an alias of."""

    name: str
    mark: str | None = None
    colour: str | None = None
    same_as: str | None = None

    def to_row(self) -> Row:
        return (normalize_name(self.name), self.name, self.mark, self.colour, self.same_as)


@dataclass(frozen=True, slots=True)
class ExportedGroup:
    name: str
    players: tuple[str, ...]
    last_used: float | int


@dataclass(frozen=True, slots=True)
class ExportedMap:
    game: str
    campaign: Any
    updated: float | int


@dataclass(frozen=True, slots=True)
class ValidatedGame:
    """A game that was replayed without errors."""

    record: GameRecord
    outcome: Outcome | None


ExportElement = ExportedPerson | ExportedGroup | ExportedMap | ValidatedGame


def parse_export_element(field: str, data: Json, place: str) -> tuple[str, ExportElement]:
    """Return the key that must be unique in its list, and the element. Raises `ProblemError`."""
    if field == "people":
        person = decode(ExportedPerson, data, place)
        problem = find_person_problem(person)
        if problem is not None:
            raise BadRecord(problem)
        return normalize_name(person.name), person
    if field == "groups":
        group = decode(ExportedGroup, data, place)
        for problem in filter_blocking(group_problems(group.name, group.players, ())):
            raise BadRecord(problem)
        if clean_name(group.name) != group.name or not 0 <= group.last_used < float("inf"):
            raise BadRecord(error("app.problem.record_wrong_type", place=place))
        return normalize_name(group.name), group
    if field == "maps":
        row = decode(ExportedMap, data, place)
        if not 0 <= row.updated < float("inf"):
            raise BadRecord(error("app.problem.record_wrong_type", place=place))
        return validate_map(row.game, row.campaign).id, row
    record = record_from_json(data)
    if record.metadata is None:
        raise BadRecord(error("app.problem.record_missing_field", place=f"{place}.kept"))
    return record.metadata.id, ValidatedGame(record, find_outcome(record, place))


def find_outcome(record: GameRecord, place: str) -> Outcome | None:
    """Replay all moves of a record and return its outcome. Raises `ProblemError`."""
    with reject_damaged_log(error("app.problem.record_wrong_type", place=place)):
        return record.game.outcome(deque(replay(record), maxlen=1).pop())


def find_person_problem(person: ExportedPerson) -> Problem | None:
    if clean_name(person.name) != person.name:
        return error("app.problem.name_unclean", name=clean_name(person.name))
    for look in (person.mark, person.colour, person.same_as):
        if look is not None and not _is_short_text(look):
            return error("app.problem.record_wrong_type", place="people")
    return validate_name(person.name, ())
