"""A backup brought back: looked at from all sides first, then added to what is here in one step.

No game, group, name or recording that is here changes. A game is here already if one that began at the same
moment, set up alike, holds all its moves; groups and people are known by their names. A team's map is known
by its id: one that is here learns what it did not know. What the backup calls settings is taken only by an
app in which nobody has played yet.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.file_problems import read_problem
from companion.games.files import parsed
from companion.games.game import Problem, ProblemError, blocking, error
from companion.games.records import BadRecord
from companion.games.seats import clean_name, name_problem, read_name, unnamed
from companion.storage.backup import CONTENTS, DATABASE, FORMAT, LATEST, VERSION
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import SAVE, Kept, find, kept_of, row_of
from companion.storage.database import Database, Execute, from_text, is_damage, primary_code
from companion.storage.games import COLUMNS, stored_of
from companion.storage.maps import MapFile, sound, together
from companion.storage.rosters import MOST_GROUPS, MOST_PLAYERS, MOST_SEATS, group_problems
from companion.storage.schema import APPLICATION_ID, MIGRATIONS, Migration, migrate, version_of
from companion.storage.settings_rows import UNFINISHED
from companion.zips import Damaged, TooBig, Zip, refused

MOST_CONTENTS: Final = 100_000
MOST_DATABASE: Final = 250_000_000
# More teams than any table has: so many of their maps come with a backup at the most.
MOST_MAPS: Final = 200
# Settings that name tables by their numbers, which are others here, or belong to a moment that is over.
_LEFT_BEHIND: Final = ("last.learners", "last.timer", "last.whereabouts", UNFINISHED)
_NAME: Final = "arrived"
# A set-up without the names: they are given, changed and taken away at any time, and no rule asks for them.
# One that is damaged is compared as it lies there.
_UNNAMED: Final = (
    "CASE WHEN json_valid({game}.setup) THEN json_remove({game}.setup, '$.players') ELSE {game}.setup END"
)
# What makes a game the same, here alone. A clock that tells millionths of a second gives no two games one
# start: that their set-ups are alike is asked for the sake of clocks that tell less. All moves that count in
# the one that came must count here too: played on since, it is held by the one here; undone or altered since,
# it is not. The games that are here are walked through, and those that came are found by their start.
_HERE: Final = f"""
    SELECT DISTINCT came.id FROM main.games AS ours
    CROSS JOIN {_NAME}.games AS came ON came.started = ours.started AND came.game = ours.game
        AND came.position <= ours.position AND came.deleted IS NULL
        AND {_UNNAMED.format(game="came")} = {_UNNAMED.format(game="ours")}
    WHERE ours.deleted IS NULL AND NOT EXISTS (
        SELECT 1 FROM {_NAME}.moves AS one WHERE one.game_id = came.id AND one.number < came.position
        AND NOT EXISTS (
            SELECT 1 FROM main.moves AS other
            WHERE other.game_id = ours.id AND other.number = one.number AND other.move = one.move
        )
    )
"""
_NEW: Final = f"FROM {_NAME}.games WHERE id NOT IN ({_HERE})"
_ADD_GAME: Final = f"INSERT INTO main.games ({COLUMNS}) SELECT {COLUMNS} FROM {_NAME}.games WHERE id = ?"
_ADD_MOVES: Final = (
    "INSERT INTO main.moves (game_id, number, move, at)"
    f" SELECT ?, number, move, at FROM {_NAME}.moves WHERE game_id = ?"
)


@dataclass(frozen=True, slots=True)
class Staged:
    """A backup that was found sound, in a database of our own making. `unreadable` games were left out."""

    path: Path
    games: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be added, and from when to when its games are (None where there are none). `maps` are not
    here yet, `maps_more` are, and would learn something."""

    games: int
    first: float | None
    last: float | None
    here: int
    groups: int
    players: int
    settings: bool
    unreadable: int
    maps: int = 0
    maps_more: int = 0

    @property
    def empty(self) -> bool:
        added = (self.games, self.groups, self.players, self.settings, self.maps, self.maps_more)
        return not any(added)


def stage(backup: Path, folder: Path, name: str, migrations: Sequence[Migration] = MIGRATIONS) -> Staged:
    """Look at a backup and copy what is sound of it into a database of ours below `folder`.

    On any thread. Raises `ProblemError`; `name` is what people call the file.
    """
    copy, ours = folder / DATABASE, folder / "staged.db"
    try:
        _unpack(backup, copy, name)
        with closing(_opened(copy)) as found, closing(_opened(ours)) as made:
            _check(found, name, migrations)
            migrate(found, migrations)
            migrate(made, migrations)
            made.execute("BEGIN")
            games, unreadable = _copy_games(found, made)
            _copy_maps(found, made)
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


def preview(database: Database, staged: Staged) -> Preview:
    """What `merge` would add now."""
    with database.beside(staged.path, _NAME):
        ((games, first, last),) = database.rows(f"SELECT count(*), min(started), max(started) {_NEW}")
        groups, players = _new_groups(database), _new_players(database)
        settings = _is_empty(database) and bool(database.rows(f"SELECT 1 FROM {_NAME}.settings LIMIT 1"))
        known = [find(database, kept.id) is not None for kept in _maps_to_keep(database)]
    return Preview(
        games, first, last,
        here=staged.games - games, groups=len(groups), players=len(players), settings=settings,
        unreadable=staged.unreadable, maps=known.count(False), maps_more=known.count(True),
    )  # fmt: skip


def merge(database: Database, staged: Staged, recordings: str | None = None) -> None:
    """Add what is not here yet, all of it or nothing. `recordings` is where those lie that come with it."""
    with database.beside(staged.path, _NAME), database.step() as execute:
        if _is_empty(database):
            execute(f"INSERT OR REPLACE INTO main.settings SELECT key, value FROM {_NAME}.settings", ())
        # In the order of their beginnings, as if they had been played here.
        for (number,) in database.rows(f"SELECT id {_NEW} ORDER BY started, id"):
            added = execute(_ADD_GAME, (number,)).lastrowid
            execute(_ADD_MOVES, (added, number))
        for kept in _maps_to_keep(database):
            execute(SAVE, row_of(kept))
        for group in _new_groups(database):
            _add_group(execute, group)
        _add_players(execute, database, _new_players(database))
        if recordings is not None:
            execute(
                "INSERT OR REPLACE INTO main.settings (key, value) VALUES (?, ?)",
                (UNFINISHED, json.dumps(recordings)),
            )


# -- looking ----------------------------------------------------------------------------------------------


def _unpack(backup: Path, to: Path, name: str) -> None:
    with Zip(backup) as packed:
        files = {file.path: file for file in packed.files}
        if not {(CONTENTS,), (DATABASE,)} <= files.keys() or packed.doubled & {(CONTENTS,), (DATABASE,)}:
            raise Damaged
        try:
            contents = json.loads(packed.read(files[(CONTENTS,)], MOST_CONTENTS))
        except (ValueError, RecursionError) as wrong:
            raise Damaged from wrong
        if not isinstance(contents, dict) or contents.get("format") != FORMAT:
            raise Damaged
        version = contents.get("version")
        if type(version) is not int or version < 1:
            raise Damaged
        if version > VERSION:
            raise ProblemError(error("app.files.problem.newer", file=name))
        packed.unpack(files[(DATABASE,)], to, MOST_DATABASE)


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


def _copy_games(found: sqlite3.Connection, made: sqlite3.Connection) -> tuple[int, int]:
    """Game by game, however many there are; returns how many were copied and how many could not be read."""
    copied = unreadable = 0
    places = ", ".join("?" * (1 + COLUMNS.count(",") + 1))
    for number, *row in found.execute(f"SELECT id, {COLUMNS} FROM games WHERE deleted IS NULL ORDER BY id"):
        moves = found.execute(
            "SELECT number, move, at FROM moves WHERE game_id = ? ORDER BY number", (number,)
        )
        rows = moves.fetchall()
        if not _sound(number, tuple(row), rows):
            unreadable += 1
            continue
        made.execute(f"INSERT INTO games (id, {COLUMNS}) VALUES ({places})", (number, *row))
        made.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", ((number, *move) for move in rows))
        copied += 1
    return copied, unreadable


def _sound(number: int, row: tuple[Any, ...], moves: list[tuple[Any, ...]]) -> bool:
    """Whether these rows are a game that a screen can show, be it of this version or of none."""
    try:
        stored = stored_of(number, row, [(at, text) for at, text, _ in moves])
    except (ValueError, BadRecord):
        return False
    players = stored.setup.get("players", [])
    times = (stored.started, stored.updated, *(() if stored.ended is None else (stored.ended,)))
    return (
        isinstance(players, list)
        and all(_clean(player) for player in players)
        and all(0 <= moment <= LATEST for moment in times)
        and all(isinstance(at, float) for _, _, at in moves)
    )


def _copy_maps(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    """Those that their game finds sound; of more than anybody has, those changed last."""
    copied = 0
    for row in found.execute(f"SELECT {MAP_COLUMNS} FROM campaigns ORDER BY updated DESC, id"):
        kept = _sound_map(*row)
        if kept is not None:
            made.execute(f"INSERT INTO campaigns ({MAP_COLUMNS}) VALUES (?, ?, ?, ?)", row_of(kept))
            copied += 1
        if copied == MOST_MAPS:
            break


def _sound_map(id: Any, game: Any, text: Any, updated: Any) -> Kept | None:
    if not (isinstance(game, str) and isinstance(text, str) and _moment(updated)):
        return None
    try:
        came = sound(game, parsed(text))
    except BadRecord:
        return None
    return Kept(came.id, game, came.record, updated) if came.id == id else None


def _copy_people(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    """Those whose names can be kept here; a name that cannot is nobody's. Of more than are ever kept, those
    who played last."""
    copied = 0
    for number, name, used in found.execute("SELECT id, name, last_used FROM players ORDER BY id DESC"):
        if _can_be_kept(name) and _moment(used):
            made.execute("INSERT INTO players VALUES (?, ?, ?)", (number, name, used))
            copied += 1
        if copied == MOST_PLAYERS:
            break
    known: set[str] = set()
    for number, name, used in found.execute(
        "SELECT id, name, last_used FROM groups ORDER BY last_used DESC, id DESC"
    ):
        people = found.execute(
            "SELECT name FROM group_players WHERE group_id = ? ORDER BY seat LIMIT ?",
            (number, MOST_SEATS + 1),
        )
        seated = [person for (person,) in people]
        if not _moment(used) or not all(_clean(text) for text in (name, *seated)):
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


def _copy_settings(found: sqlite3.Connection, made: sqlite3.Connection) -> None:
    for key, text in found.execute("SELECT key, value FROM settings").fetchall():
        with contextlib.suppress(ValueError):
            from_text(text)
            if isinstance(key, str) and key not in _LEFT_BEHIND:
                made.execute("INSERT INTO settings VALUES (?, ?)", (key, text))


def _can_be_kept(name: Any) -> bool:
    return _clean(name) and name_problem(name, ()) is None and not unnamed(name)


def _clean(name: Any) -> bool:
    """Whether it is written as every name here is: another would turn lines round, or fill a screen."""
    return isinstance(name, str) and clean_name(name) == name


def _moment(value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= LATEST


# -- adding -----------------------------------------------------------------------------------------------


def _is_empty(database: Database) -> bool:
    """Whether nobody has played here yet: what was chosen so far was only tried out."""
    tables = ("main.games WHERE deleted IS NULL", "main.players", "main.groups", "main.campaigns")
    return not any(database.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in tables)


def _maps_to_keep(database: Database) -> Iterator[Kept]:
    """Maps that are not here, and those that learn something, as they shall be then."""
    for row in database.rows(f"SELECT {MAP_COLUMNS} FROM {_NAME}.campaigns ORDER BY updated, id"):
        came = kept_of(row)
        if came is None:
            continue
        ours = find(database, came.id)
        record = together(ours, MapFile(came.id, came.game, came.record))
        if record is not None:
            updated = came.updated if ours is None else max(ours.updated, came.updated)
            yield Kept(came.id, came.game, record, updated)


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    used: float
    players: tuple[str, ...]


def _new_groups(database: Database) -> tuple[_Group, ...]:
    ours = {read_name(name) for (name,) in database.rows("SELECT name FROM main.groups")}
    return tuple(_groups_but(database, ours))


def _groups_but(database: Database, known: Collection[str]) -> Iterator[_Group]:
    for number, name, used in database.rows(f"SELECT id, name, last_used FROM {_NAME}.groups ORDER BY id"):
        if read_name(name) not in known:
            people = database.rows(
                f"SELECT name FROM {_NAME}.group_players WHERE group_id = ? ORDER BY seat", (number,)
            )
            yield _Group(name, used, tuple(person for (person,) in people))


def _add_group(execute: Execute, group: _Group) -> None:
    number = execute(
        "INSERT INTO main.groups (name, last_used) VALUES (?, ?)", (group.name, group.used)
    ).lastrowid
    for seat, name in enumerate(group.players):
        execute(
            "INSERT INTO main.group_players (group_id, seat, name) VALUES (?, ?, ?)", (number, seat, name)
        )


def _new_players(database: Database) -> tuple[tuple[str, float], ...]:
    """Who came, and when each played last; no more than are remembered beside those who are here."""
    ours = {read_name(name) for (name,) in database.rows("SELECT name FROM main.players")}
    came = database.rows(f"SELECT name, last_used FROM {_NAME}.players ORDER BY id DESC")
    new = [(name, used) for name, used in came if read_name(name) not in ours]
    return tuple(new[: max(0, MOST_PLAYERS - len(ours))])


def _add_players(execute: Execute, database: Database, new: Sequence[tuple[str, float]]) -> None:
    """A higher number was used later, so all are numbered anew: those who came stand where they belong."""
    if not new:
        return
    ours = database.rows("SELECT name, last_used FROM main.players ORDER BY id")
    # Of the same moment, whoever was here first stays ahead; those who came are given latest first.
    together = sorted((*reversed(new), *ours), key=lambda player: player[1])
    execute("DELETE FROM main.players", ())
    for number, (name, used) in enumerate(together, 1):
        execute("INSERT INTO main.players (id, name, last_used) VALUES (?, ?, ?)", (number, name, used))
