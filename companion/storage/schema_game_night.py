"""The sixth version of the file: evenings, people, notes, and what games come to in numbers.

Like every migration it holds all it needs: what is decided elsewhere today may be decided otherwise later.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any, Final

# In seconds, as they were when this step was made.
_MAX_BREAK_SECONDS: Final = 5 * 3_600.0
_MAX_GAME_NIGHT_SECONDS: Final = 18 * 3_600.0
_MAX_PREVIOUS_GAMES: Final = 12

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


def add_game_nights(connection: sqlite3.Connection) -> None:
    for column in _COLUMNS:
        connection.execute(f"ALTER TABLE games ADD COLUMN {column}")
    _assign_game_nights(connection)
    for statement in _TABLES:
        connection.execute(statement)


def _assign_game_nights(connection: sqlite3.Connection) -> None:
    """Give the games that are here their names for all devices, and their evenings."""
    # Once in the life of a file, and no start should wait for it.
    import hashlib

    used_uids: set[str] = set()
    # The latest tables, newest first: two groups may have played at the same time.
    previous_games: list[tuple[float, float, frozenset[str]]] = []
    rows = connection.execute("SELECT id, game, setup, started FROM games ORDER BY started, id").fetchall()
    for game_id, game, text, started in rows:
        setup = _parse_setup(text)
        names = setup.pop("players", ())
        identity = json.dumps([game, started, setup], sort_keys=True)
        uid = hashlib.sha256(identity.encode()).hexdigest()[:16]
        while uid in used_uids:
            uid = hashlib.sha256(uid.encode()).hexdigest()[:16]
        used_uids.add(uid)
        game_night_start: float | None = None
        if isinstance(started, float):
            people = _normalize_names(names)
            game_night_start = next(
                (
                    night_start
                    for last_move, night_start, seated in previous_games
                    if _is_same_game_night(last_move, night_start, seated, started, people)
                ),
                started,
            )
            previous_games = [
                (_find_last_move(connection, game_id, started), game_night_start, people),
                *previous_games[: _MAX_PREVIOUS_GAMES - 1],
            ]
        connection.execute(
            "UPDATE games SET uid = ?, evening = ? WHERE id = ?", (uid, game_night_start, game_id)
        )


def _is_same_game_night(
    last_move: float, night_start: float, seated: frozenset[str], started: float, people: frozenset[str]
) -> bool:
    are_strangers = seated and people and not seated & people
    return (
        started - last_move <= _MAX_BREAK_SECONDS
        and started - night_start <= _MAX_GAME_NIGHT_SECONDS
        and not are_strangers
    )


def _parse_setup(text: Any) -> dict[str, Any]:
    try:
        setup = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return {"setup": str(text)}
    return setup if isinstance(setup, dict) else {"setup": setup}


def _normalize_names(names: Any) -> frozenset[str]:
    if not isinstance(names, list):
        return frozenset()
    return frozenset(name.casefold() for name in names if isinstance(name, str) and not name.isdigit())


def _find_last_move(connection: sqlite3.Connection, game_id: int, started: float) -> float:
    """Of the same evening: a game may have been gone on with a week later."""
    ((last,),) = connection.execute(
        "SELECT max(at) FROM moves WHERE game_id = ? AND at <= ?",
        (game_id, started + _MAX_GAME_NIGHT_SECONDS),
    ).fetchall()
    return last if isinstance(last, float) and last >= started else started
