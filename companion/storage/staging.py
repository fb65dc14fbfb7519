"""A backup looked at from all sides before anything here is touched: what is sound of it goes row by row into
a database of our own making."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.file_problems import read_problem
from companion.games.game import Problem, ProblemError, blocking, error
from companion.games.kept import MOST_NOTES
from companion.games.seats import read_name
from companion.storage.backup import DATABASE
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import row_of
from companion.storage.database import from_text, is_damage, primary_code
from companion.storage.games import COLUMNS
from companion.storage.journal import SETTLE_ALL
from companion.storage.opened_backup import unpack
from companion.storage.rosters import MOST_GROUPS, MOST_PLAYERS, MOST_SEATS, group_problems
from companion.storage.schema import APPLICATION_ID, MIGRATIONS, Migration, migrate, version_of
from companion.storage.settings_rows import UNFINISHED
from companion.storage.sound_rows import (
    MOST_MARKS,
    can_be_kept,
    is_clean,
    is_moment,
    sound_game,
    sound_map,
    sound_marks,
    sound_notes,
    sound_person,
)
from companion.zips import Damaged, TooBig, refused

# More teams, and more people, than any table has: so many of them come with a backup at the most.
MOST_MAPS: Final = 200
MOST_PEOPLE: Final = 2_000
# Beyond these lie files that are made to fill a memory. A row with more letters than that is none of ours.
MOST_GAMES: Final = 200_000
_MOST_MOVES: Final = 10_000
_MOST_SETTINGS: Final = 2_000
_LONGEST_ROW: Final = 2_000_000
# Settings that name tables by their numbers, which are others here, or belong to a moment that is over.
_LEFT_BEHIND: Final = ("last.learners", "last.timer", "last.whereabouts", UNFINISHED)
# How much of the work is done once the sums were compared, and once the database was looked at.
_COMPARED, _CHECKED = 0.1, 0.3
_EVERY: Final = 20
_PLACES: Final = ", ".join("?" * (len(COLUMNS.split(",")) + 1))
_UID: Final = [name.strip() for name in COLUMNS.split(",")].index("uid")

# How far it is, from 0 to 1. What it raises ends the work and leaves nothing behind.
Tell = Callable[[float], object]


@dataclass(frozen=True, slots=True)
class Staged:
    """A backup that was found sound, in a database of our own making. `unreadable` games were left out."""

    path: Path
    games: int
    unreadable: int


def stage(
    backup: Path,
    folder: Path,
    name: str,
    migrations: Sequence[Migration] = MIGRATIONS,
    tell: Tell = lambda _: None,
) -> Staged:
    """Look at a backup and copy what is sound of it into a database of ours below `folder`.

    On any thread. Raises `ProblemError`; `name` is what people call the file.
    """
    copy, ours = folder / DATABASE, folder / "staged.db"
    try:
        unpack(backup, copy, name, lambda part: tell(part * _COMPARED))
        with closing(_opened(copy)) as found, closing(_opened(ours)) as made:
            found.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
            _check(found, name, migrations)
            migrate(found, migrations)
            found.execute(SETTLE_ALL)
            migrate(made, migrations)
            tell(_CHECKED)
            made.execute("BEGIN")
            games, unreadable = _copy_games(found, made, tell)
            _copy_maps(found, made)
            _copy_players(found, made)
            _copy_groups(found, made)
            _copy_people(found, made)
            _copy_settings(found, made)
            made.execute("COMMIT")
    except (Damaged, TooBig) as wrong:
        raise refused(wrong, name) from wrong
    except sqlite3.Error as wrong:
        raise ProblemError(_explained(wrong, name)) from wrong
    except UnicodeDecodeError as wrong:
        # SQLite quotes what is damaged in its complaint, and Python takes that for text.
        raise ProblemError(error("app.files.problem.damaged", file=name)) from wrong
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong
    finally:
        with contextlib.suppress(OSError):
            copy.unlink(missing_ok=True)
    return Staged(ours, games, unreadable)


def _explained(wrong: sqlite3.Error, name: str) -> Problem:
    """A backup is damaged, unless it is the place for its copy that fails."""
    match primary_code(wrong):
        case sqlite3.SQLITE_FULL:
            return error("app.files.problem.full", file=name)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return error("app.problem.import_failed", file=name, reason=wrong.sqlite_errorname)
        case _:
            return error("app.files.problem.damaged", file=name)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute("PRAGMA cell_size_check=ON")
    connection.execute("PRAGMA trusted_schema=OFF")
    # A file of nobody's: should the process end, it is thrown away.
    connection.execute("PRAGMA synchronous=OFF")
    return connection


def _check(found: sqlite3.Connection, name: str, migrations: Sequence[Migration]) -> None:
    """A sound database, ours, of a version that we know, with our tables and nothing else."""
    try:
        application = found.execute("PRAGMA application_id").fetchone()[0]
        version = version_of(found)
        if application != APPLICATION_ID or version < 1:
            raise Damaged
        if version > len(migrations):
            raise ProblemError(error("app.files.problem.newer", file=name))
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
            migrate(model, migrations[:version])
            if _shape(found) != _shape(model):
                raise Damaged
        if found.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise Damaged
        if found.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise Damaged
    except sqlite3.Error as wrong:
        if is_damage(wrong):
            raise Damaged from wrong
        raise


def _shape(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """All that the file defines. What SQLite adds by itself is named by it."""
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    )
    return sorted((kind, name, table, " ".join(str(sql).split())) for kind, name, table, sql in rows)


def _copy_games(found: sqlite3.Connection, made: sqlite3.Connection, tell: Tell) -> tuple[int, int]:
    """Game by game, however many there are; returns how many were copied and how many could not be read."""
    copied = unreadable = 0
    known: set[str] = set()
    ((whole,),) = found.execute("SELECT count(*) FROM games").fetchall()
    if whole > MOST_GAMES:
        raise TooBig
    for number, *row in found.execute(f"SELECT id, {COLUMNS} FROM games WHERE deleted IS NULL ORDER BY id"):
        moves = found.execute(
            "SELECT number, move, at FROM moves WHERE game_id = ? ORDER BY number LIMIT ?",
            (number, _MOST_MOVES + 1),
        ).fetchall()
        game = sound_game(number, tuple(row), moves) if len(moves) <= _MOST_MOVES else None
        if game is None:
            unreadable += 1
        else:
            kept = list(game)
            while kept[_UID] in known:
                kept[_UID] = hashlib.sha256(kept[_UID].encode()).hexdigest()[:16]
            known.add(kept[_UID])
            made.execute(f"INSERT INTO games (id, {COLUMNS}) VALUES ({_PLACES})", (number, *kept))
            made.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", ((number, *move) for move in moves))
            _copy_remarks(found, made, number)
            copied += 1
        if (copied + unreadable) % _EVERY == 0:
            tell(_CHECKED + (1 - _CHECKED) * (copied + unreadable) / max(1, whole))
    return copied, unreadable


def _copy_remarks(found: sqlite3.Connection, made: sqlite3.Connection, number: int) -> None:
    notes = found.execute(
        "SELECT position, text, at FROM notes WHERE game_id = ? ORDER BY number LIMIT ?", (number, MOST_NOTES)
    )
    made.executemany(
        "INSERT INTO notes VALUES (?, ?, ?, ?, ?)",
        ((number, at, *note) for at, note in enumerate(sound_notes(notes.fetchall()))),
    )
    marks = found.execute(
        "SELECT seat, position, mark FROM marks WHERE game_id = ? LIMIT ?", (number, MOST_MARKS)
    )
    made.executemany(
        "INSERT INTO marks VALUES (?, ?, ?, ?)", ((number, *mark) for mark in sound_marks(marks.fetchall()))
    )


def _copy_maps(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    """Those that their game finds sound; of more than anybody has, those changed last."""
    copied = 0
    for row in found.execute(f"SELECT {MAP_COLUMNS} FROM campaigns ORDER BY updated DESC, id"):
        kept = sound_map(*row)
        if kept is not None:
            made.execute(f"INSERT INTO campaigns ({MAP_COLUMNS}) VALUES (?, ?, ?, ?)", row_of(kept))
            copied += 1
        if copied == MOST_MAPS:
            break


def _copy_players(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    """Those whose names can be kept here; a name that cannot is nobody's. Of more than are ever kept, those
    who played last."""
    copied = 0
    for number, name, used in found.execute("SELECT id, name, last_used FROM players ORDER BY id DESC"):
        if can_be_kept(name) and is_moment(used):
            made.execute("INSERT INTO players VALUES (?, ?, ?)", (number, name, used))
            copied += 1
        if copied == MOST_PLAYERS:
            break


def _copy_groups(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    known: set[str] = set()
    for number, name, used in found.execute(
        "SELECT id, name, last_used FROM groups ORDER BY last_used DESC, id DESC"
    ):
        people = found.execute(
            "SELECT name FROM group_players WHERE group_id = ? ORDER BY seat LIMIT ?",
            (number, MOST_SEATS + 1),
        )
        seated = [person for (person,) in people]
        if not is_moment(used) or not all(is_clean(text) for text in (name, *seated)):
            continue
        if read_name(name) in known or blocking(group_problems(name, seated, ())):
            continue
        known.add(read_name(name))
        made.execute("INSERT INTO groups VALUES (?, ?, ?)", (number, name, used))
        made.executemany(
            "INSERT INTO group_players VALUES (?, ?, ?)",
            ((number, seat, person) for seat, person in enumerate(seated)),
        )
        if len(known) == MOST_GROUPS:
            break


def _copy_people(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    rows = found.execute(
        "SELECT reading, name, mark, colour, same_as FROM people ORDER BY reading LIMIT ?", (MOST_PEOPLE,)
    )
    for row in rows.fetchall():
        person = sound_person(row)
        if person is not None:
            made.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?)", person)


def _copy_settings(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    rows = found.execute("SELECT key, value FROM settings ORDER BY key LIMIT ?", (_MOST_SETTINGS,))
    for key, text in rows.fetchall():
        with contextlib.suppress(ValueError):
            from_text(text)
            if isinstance(key, str) and key not in _LEFT_BEHIND:
                made.execute("INSERT INTO settings VALUES (?, ?)", (key, text))
