"""The sixth version of the file: evenings, people, notes, and what games come to in numbers.

Like every migration it holds all it needs: what is decided elsewhere today may be decided otherwise later.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any, Final

# In seconds, as they were when this step was made.
_BREAK: Final = 5 * 3_600.0
_EVENING: Final = 18 * 3_600.0
_TABLES_BEFORE: Final = 12

_COLUMNS: Final = (
    # By which a game is known on every device.
    "uid TEXT",
    "title TEXT NOT NULL DEFAULT ''",
    "starred INTEGER NOT NULL DEFAULT 0",
    # When the first game of its evening began.
    "evening REAL",
    # How long its night took, in seconds.
    "night REAL",
    # Whether the numbers below are those of its present log.
    "counted INTEGER NOT NULL DEFAULT 0",
)

_TABLES: Final = (
    """CREATE TABLE notes (
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        position INTEGER NOT NULL,
        text TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (game_id, number)
    ) WITHOUT ROWID""",
    # Somebody's own, never shared.
    """CREATE TABLE marks (
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        position INTEGER NOT NULL,
        mark TEXT NOT NULL,
        PRIMARY KEY (game_id, seat, position)
    ) WITHOUT ROWID""",
    # Those of whom more is known than a name; `reading` is the name as it is read, `same_as` that of the one
    # whose other name it is.
    """CREATE TABLE people (
        reading TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        mark TEXT,
        colour TEXT,
        same_as TEXT
    ) WITHOUT ROWID""",
    # What follows is counted from the logs, and can be counted anew at any time.
    """CREATE TABLE tallies (
        game_id INTEGER PRIMARY KEY NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        started REAL NOT NULL,
        evening REAL,
        over INTEGER NOT NULL,
        starred INTEGER NOT NULL,
        noted INTEGER NOT NULL,
        players INTEGER NOT NULL,
        first INTEGER NOT NULL,
        winner TEXT NOT NULL,
        reason TEXT NOT NULL,
        length REAL,
        night REAL,
        words TEXT NOT NULL
    )""",
    """CREATE TABLE seats (
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        reading TEXT NOT NULL,
        person TEXT NOT NULL,
        side TEXT NOT NULL,
        role TEXT NOT NULL,
        won INTEGER,
        score REAL,
        PRIMARY KEY (game_id, seat)
    ) WITHOUT ROWID""",
    # In the order in which they are summed up, so that nothing is sorted for it. A fact of the whole table,
    # and one of a seat without a name, is nobody's.
    """CREATE TABLE facts (
        game TEXT NOT NULL,
        fact TEXT NOT NULL,
        part TEXT NOT NULL,
        person TEXT NOT NULL,
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        times REAL NOT NULL,
        total REAL NOT NULL,
        PRIMARY KEY (game, fact, part, person, game_id, seat)
    ) WITHOUT ROWID""",
    "CREATE UNIQUE INDEX games_by_uid ON games (uid)",
    "CREATE INDEX games_by_evening ON games (evening) WHERE deleted IS NULL",
    "CREATE INDEX games_uncounted ON games (id) WHERE counted = 0 AND deleted IS NULL",
    "CREATE INDEX tallies_by_game ON tallies (game, started)",
    "CREATE INDEX seats_by_person ON seats (person, game_id, name)",
    "CREATE INDEX seats_by_reading ON seats (reading)",
    "CREATE INDEX facts_by_game ON facts (game_id, seat)",
    # A game that is out of sight is out of every number; brought back, it is counted anew.
    """CREATE TRIGGER game_uncounted AFTER UPDATE OF deleted ON games BEGIN
        DELETE FROM tallies WHERE game_id = NEW.id;
        DELETE FROM seats WHERE game_id = NEW.id;
        DELETE FROM facts WHERE game_id = NEW.id;
        UPDATE games SET counted = 0 WHERE id = NEW.id;
    END""",
)


def game_night(connection: sqlite3.Connection) -> None:
    for column in _COLUMNS:
        connection.execute(f"ALTER TABLE games ADD COLUMN {column}")
    _gather(connection)
    for statement in _TABLES:
        connection.execute(statement)


def _gather(connection: sqlite3.Connection) -> None:
    """Give the games that are here their names for all devices, and their evenings."""
    # Once in the life of a file, and no start should wait for it.
    import hashlib

    known: set[str] = set()
    # The latest tables, newest first: two groups may have played at the same time.
    before: list[tuple[float, float, frozenset[str]]] = []
    rows = connection.execute("SELECT id, game, setup, started FROM games ORDER BY started, id").fetchall()
    for number, game, text, started in rows:
        setup = _read(text)
        names = setup.pop("players", ())
        told = json.dumps([game, started, setup], sort_keys=True)
        uid = hashlib.sha256(told.encode()).hexdigest()[:16]
        while uid in known:
            uid = hashlib.sha256(uid.encode()).hexdigest()[:16]
        known.add(uid)
        evening: float | None = None
        if isinstance(started, float):
            people = _people(names)
            evening = next(
                (begun for last, begun, seated in before if _goes_on(last, begun, seated, started, people)),
                started,
            )
            before = [
                (_last_move(connection, number, started), evening, people),
                *before[: _TABLES_BEFORE - 1],
            ]
        connection.execute("UPDATE games SET uid = ?, evening = ? WHERE id = ?", (uid, evening, number))


def _goes_on(
    last: float, begun: float, seated: frozenset[str], started: float, people: frozenset[str]
) -> bool:
    strangers = seated and people and not seated & people
    return started - last <= _BREAK and started - begun <= _EVENING and not strangers


def _read(text: Any) -> dict[str, Any]:
    try:
        setup = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return {"setup": str(text)}
    return setup if isinstance(setup, dict) else {"setup": setup}


def _people(names: Any) -> frozenset[str]:
    if not isinstance(names, list):
        return frozenset()
    return frozenset(name.casefold() for name in names if isinstance(name, str) and not name.isdigit())


def _last_move(connection: sqlite3.Connection, number: int, started: float) -> float:
    """Of the same evening: a game may have been gone on with a week later."""
    ((last,),) = connection.execute(
        "SELECT max(at) FROM moves WHERE game_id = ? AND at <= ?", (number, started + _EVENING)
    ).fetchall()
    return last if isinstance(last, float) and last >= started else started
