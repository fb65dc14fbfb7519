"""Database schema as ordered migrations. A released migration never changes; a new one is appended.

A migration is self-contained: it imports no rules from the app, which may change later. Versions 7 and 8
keep sums and winning streaks up to date with triggers, so that a statistics page over all games reads a
few hundred rows however many games there are.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final

# In seconds, as defined when this migration was released.
_MAX_BREAK_SECONDS: Final = 5 * 3_600.0
_MAX_GAME_NIGHT_SECONDS: Final = 18 * 3_600.0
_MAX_PREVIOUS_GAMES: Final = 12

_COLUMNS: Final = (
    # Identifies the game on every device.
    "uid TEXT",
    "title TEXT NOT NULL DEFAULT ''",
    "starred INTEGER NOT NULL DEFAULT 0",
    # Start time of the first game of the same game night.
    "evening REAL",
    # Length of the night phase, in seconds.
    "night REAL",
    # True if the rows in `tallies`, `seats` and `facts` match the current log.
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
    # The user's notepad marks, never shared.
    """CREATE TABLE marks (
        game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        position INTEGER NOT NULL,
        mark TEXT NOT NULL,
        PRIMARY KEY (game_id, seat, position)
    ) WITHOUT ROWID""",
    # People with a look or an alias; `reading` is the name key, `same_as` the name key of the person this one
    # is an alias of.
    """CREATE TABLE people (
        reading TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        mark TEXT,
        colour TEXT,
        same_as TEXT
    ) WITHOUT ROWID""",
    # The tables below are an index computed from the logs; it can be rebuilt at any time.
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
    # The primary key is the order in which facts are summed, so that no sort is needed. `person` is empty for
    # facts of the whole table and of unnamed seats.
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
    # Deleted games are not in the index; a restored game is indexed again.
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
    """Give existing games their uids and game nights."""
    # Imported lazily: runs once per file and must not slow down every start.
    import hashlib

    used_uids: set[str] = set()
    # Latest games, newest first: two groups may have played at the same time.
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
    """Return the last move of the same game night: a game may have been resumed a week later."""
    ((last,),) = connection.execute(
        "SELECT max(at) FROM moves WHERE game_id = ? AND at <= ?",
        (game_id, started + _MAX_GAME_NIGHT_SECONDS),
    ).fetchall()
    return last if isinstance(last, float) and last >= started else started


# Facts of the table have no person, and those of unnamed seats are not summed. A sum of zero games is
# removed: it could name a person who was forgotten.
_ADD_FACT: Final = """
    INSERT INTO fact_sums SELECT NEW.game, NEW.person, NEW.fact, NEW.part, over, NEW.times, NEW.total, 1
    FROM tallies WHERE game_id = NEW.game_id AND (NEW.person <> '' OR NEW.seat < 0)
    ON CONFLICT (game, person, fact, part, over) DO UPDATE SET
    times = times + excluded.times, total = total + excluded.total, games = games + 1;"""
_SUBTRACT_FACT: Final = """
    UPDATE fact_sums SET times = times - OLD.times, total = total - OLD.total, games = games - 1
    WHERE game = OLD.game AND person = OLD.person AND fact = OLD.fact AND part = OLD.part
    AND over = (SELECT over FROM tallies WHERE game_id = OLD.game_id)
    AND (OLD.person <> '' OR OLD.seat < 0);
    DELETE FROM fact_sums WHERE game = OLD.game AND person = OLD.person AND fact = OLD.fact
    AND part = OLD.part AND games = 0;"""
_ADD_SEAT: Final = """
    INSERT INTO seat_sums SELECT game, NEW.person, NEW.side, over, 1, NEW.won IS NOT NULL,
    ifnull(NEW.won, 0), NEW.score IS NOT NULL, ifnull(NEW.score, 0)
    FROM tallies WHERE game_id = NEW.game_id AND NEW.person <> ''
    ON CONFLICT (game, person, side, over) DO UPDATE SET
    games = games + 1, told = told + excluded.told, won = won + excluded.won,
    scored = scored + excluded.scored, score = score + excluded.score;"""
_SUBTRACT_SEAT: Final = """
    UPDATE seat_sums SET games = games - 1, told = told - (OLD.won IS NOT NULL),
    won = won - ifnull(OLD.won, 0), scored = scored - (OLD.score IS NOT NULL),
    score = score - ifnull(OLD.score, 0)
    WHERE person = OLD.person AND side = OLD.side
    AND (game, over) = (SELECT game, over FROM tallies WHERE game_id = OLD.game_id);
    DELETE FROM seat_sums WHERE person = OLD.person AND side = OLD.side AND games = 0
    AND game = (SELECT game FROM tallies WHERE game_id = OLD.game_id);"""

SUMS: Final = (
    """CREATE TABLE fact_sums (
        game TEXT NOT NULL,
        person TEXT NOT NULL,
        fact TEXT NOT NULL,
        part TEXT NOT NULL,
        over INTEGER NOT NULL,
        times REAL NOT NULL,
        total REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (game, person, fact, part, over)
    ) WITHOUT ROWID""",
    """CREATE TABLE seat_sums (
        game TEXT NOT NULL,
        person TEXT NOT NULL,
        side TEXT NOT NULL,
        over INTEGER NOT NULL,
        games INTEGER NOT NULL,
        told INTEGER NOT NULL,
        won INTEGER NOT NULL,
        scored INTEGER NOT NULL,
        score REAL NOT NULL,
        PRIMARY KEY (game, person, side, over)
    ) WITHOUT ROWID""",
    """INSERT INTO fact_sums
        SELECT facts.game, person, fact, part, over, total(times), total(total), count(*)
        FROM facts JOIN tallies USING (game_id) WHERE person <> '' OR seat < 0 GROUP BY 1, 2, 3, 4, 5""",
    """INSERT INTO seat_sums
        SELECT game, person, side, over, count(*), count(won), total(won), count(score), total(score)
        FROM seats JOIN tallies USING (game_id) WHERE person <> '' GROUP BY 1, 2, 3, 4""",
    f"CREATE TRIGGER fact_counted AFTER INSERT ON facts BEGIN{_ADD_FACT} END",
    f"CREATE TRIGGER fact_dropped AFTER DELETE ON facts BEGIN{_SUBTRACT_FACT} END",
    f"CREATE TRIGGER fact_changed AFTER UPDATE ON facts BEGIN{_SUBTRACT_FACT}{_ADD_FACT} END",
    f"CREATE TRIGGER seat_counted AFTER INSERT ON seats BEGIN{_ADD_SEAT} END",
    f"CREATE TRIGGER seat_dropped AFTER DELETE ON seats BEGIN{_SUBTRACT_SEAT} END",
    f"CREATE TRIGGER seat_changed AFTER UPDATE ON seats BEGIN{_SUBTRACT_SEAT}{_ADD_SEAT} END",
    # The sums depend on the tally, so it is deleted after its facts and seats.
    """CREATE TRIGGER tally_dropped BEFORE DELETE ON tallies BEGIN
        DELETE FROM facts WHERE game_id = OLD.game_id;
        DELETE FROM seats WHERE game_id = OLD.game_id;
    END""",
    # Covering index: counting whole games must not read the long `words` column.
    "DROP INDEX tallies_by_game",
    "CREATE INDEX tallies_by_game ON tallies (game, started, over, winner, reason, players, length, night)",
)

# A streak is deleted when one of its seats changes; `storage/statistics_index.py` computes it again.
_DROP_STREAK: Final = """
    DELETE FROM streaks WHERE person = {row}.person
    AND game = (SELECT game FROM tallies WHERE game_id = {row}.game_id);"""
_DROP_OLD: Final = _DROP_STREAK.format(row="OLD")
_DROP_NEW: Final = _DROP_STREAK.format(row="NEW")

STREAKS: Final = (
    """CREATE TABLE streaks (
        game TEXT NOT NULL,
        person TEXT NOT NULL,
        best INTEGER NOT NULL,
        now INTEGER NOT NULL,
        since REAL NOT NULL,
        until REAL NOT NULL,
        now_since REAL,
        PRIMARY KEY (game, person)
    ) WITHOUT ROWID""",
    f"CREATE TRIGGER streak_grown AFTER INSERT ON seats BEGIN{_DROP_NEW} END",
    f"CREATE TRIGGER streak_shrunk AFTER DELETE ON seats BEGIN{_DROP_OLD} END",
    f"CREATE TRIGGER streak_changed AFTER UPDATE ON seats BEGIN{_DROP_OLD}{_DROP_NEW} END",
)


# "TbCo" in the file header: identifies our own files.
APPLICATION_ID = 0x5462436F

Migration = Callable[[sqlite3.Connection], None]


def run_statements(*sql: str) -> Migration:
    """Return a migration of plain SQL. Not `executescript`, which would commit early."""

    def run(connection: sqlite3.Connection) -> None:
        for statement in sql:
            connection.execute(statement)

    return run


def count_by_pulse_decks(connection: sqlite3.Connection) -> None:
    """Turn off `voted_out_count_as_dead` in the last set-up of Among Cultists. The option was on by default
    because of a misread rule; no user had chosen it. Stored games are not changed."""
    for (text,) in connection.execute("SELECT value FROM settings WHERE key = 'last.cultists'").fetchall():
        try:
            setting = json.loads(text)
            setting["setup"]["options"]["voted_out_count_as_dead"] = False
        except (ValueError, LookupError, TypeError):
            continue  # the reader of the setting reports it
        connection.execute(
            "UPDATE settings SET value = ? WHERE key = 'last.cultists'", (json.dumps(setting),)
        )


# Game, settings key of its latest draft, and the key of the draft inside that setting.
_OLD_DRAFTS = (
    ("avalon", "last.avalon-draft", None),
    ("avalon", "last.avalon-roles", None),
    ("cultists", "last.cultists-vote", None),
    ("silver", "last.silver_round", "draft"),
)


def move_drafts_to_games(connection: sqlite3.Connection) -> None:
    """Move drafts from the settings to the rows of their games (`entry`, and the move count in `entry_at`).
    There was one draft per game kind, with a digest of the set-up and moves it belonged to. A draft whose
    digest matches no game was already void."""
    connection.execute("ALTER TABLE games ADD COLUMN entry_at INTEGER")
    connection.execute("ALTER TABLE games ADD COLUMN entry TEXT")
    for game, key, inner_key in _OLD_DRAFTS:
        for (text,) in connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchall():
            try:
                setting = json.loads(text)
                digest = setting.pop("moment")
                draft = json.dumps(setting if inner_key is None else setting[inner_key])
            except (ValueError, LookupError, TypeError, AttributeError):
                continue  # no draft, or an unreadable one
            match = _find_game_by_digest(connection, game, digest)
            if match is not None:
                connection.execute(
                    "UPDATE games SET entry_at = ?, entry = ? WHERE id = ?", (match[1], draft, match[0])
                )
        connection.execute("DELETE FROM settings WHERE key = ?", (key,))


def _find_game_by_digest(connection: sqlite3.Connection, game: str, digest: object) -> tuple[int, int] | None:
    """Find the recent game with this digest of set-up and first moves; return its id and move count."""
    # Imported lazily: runs once per file and must not slow down every start.
    import hashlib

    latest = connection.execute(
        "SELECT id, setup FROM games WHERE game = ? AND deleted IS NULL ORDER BY updated DESC LIMIT 20",
        (game,),
    ).fetchall()
    for game_id, setup in latest:
        texts = connection.execute("SELECT move FROM moves WHERE game_id = ? ORDER BY number", (game_id,))
        try:
            moves = [json.loads(text) for (text,) in texts.fetchall()]
            for move_count in range(len(moves), -1, -1):
                record = json.dumps([game, json.loads(setup), moves[:move_count]])
                if hashlib.sha256(record.encode()).hexdigest() == digest:
                    return game_id, move_count
        except (ValueError, TypeError):
            continue  # an unreadable game cannot have a readable draft
    return None


MIGRATIONS: tuple[Migration, ...] = (
    run_statements(
        # AUTOINCREMENT: ids of purged games are never reused, so that stale references cannot write into
        # another game.
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            setup TEXT NOT NULL,
            started REAL NOT NULL,
            updated REAL NOT NULL,
            position INTEGER NOT NULL DEFAULT 0,
            ended REAL,
            outcome TEXT,
            deleted REAL
        )""",
        "CREATE INDEX games_unfinished ON games (updated) WHERE ended IS NULL AND deleted IS NULL",
        "CREATE INDEX games_deleted ON games (deleted) WHERE deleted IS NOT NULL",
        """CREATE TABLE moves (
            game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            move TEXT NOT NULL,
            at REAL NOT NULL,
            PRIMARY KEY (game_id, number)
        ) WITHOUT ROWID""",
        # Updated by triggers, because SQLite counts rows by scanning all of them.
        "CREATE TABLE counts (game TEXT PRIMARY KEY, games INTEGER NOT NULL) WITHOUT ROWID",
        """CREATE TRIGGER game_started AFTER INSERT ON games WHEN NEW.deleted IS NULL BEGIN
            INSERT INTO counts (game, games) VALUES (NEW.game, 1)
            ON CONFLICT (game) DO UPDATE SET games = games + 1;
        END""",
        """CREATE TRIGGER game_deleted AFTER UPDATE OF deleted ON games
        WHEN OLD.deleted IS NULL AND NEW.deleted IS NOT NULL BEGIN
            UPDATE counts SET games = games - 1 WHERE game = NEW.game;
        END""",
        """CREATE TRIGGER game_restored AFTER UPDATE OF deleted ON games
        WHEN OLD.deleted IS NOT NULL AND NEW.deleted IS NULL BEGIN
            UPDATE counts SET games = games + 1 WHERE game = NEW.game;
        END""",
        """CREATE TRIGGER game_removed AFTER DELETE ON games WHEN OLD.deleted IS NULL BEGIN
            UPDATE counts SET games = games - 1 WHERE game = OLD.game;
        END""",
        "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, last_used REAL NOT NULL)",
        "CREATE TABLE groups (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, last_used REAL NOT NULL)",
        """CREATE TABLE group_players (
            group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (group_id, seat)
        ) WITHOUT ROWID""",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
    count_by_pulse_decks,
    move_drafts_to_games,
    # A restored backup adds games that are older than local ones: ids no longer give the order.
    run_statements("CREATE INDEX games_by_start ON games (started, id) WHERE deleted IS NULL"),
    # A campaign record grows long, so it is a rowid table and not stored in its key's index.
    run_statements(
        """CREATE TABLE campaigns (
            id TEXT PRIMARY KEY NOT NULL,
            game TEXT NOT NULL,
            campaign TEXT NOT NULL,
            updated REAL NOT NULL
        )"""
    ),
    add_game_nights,
    run_statements(*SUMS),
    run_statements(*STREAKS),
)

# One short query for each B-tree that the first page needs: a few disk pages, however many games there are.
FIRST_READS = (
    "SELECT setup FROM games ORDER BY id DESC LIMIT 1",
    "SELECT id FROM games WHERE ended IS NULL AND deleted IS NULL ORDER BY updated DESC LIMIT 1",
    "SELECT move FROM moves ORDER BY game_id DESC, number DESC LIMIT 1",
    "SELECT game, games FROM counts",
    "SELECT name FROM players ORDER BY id DESC LIMIT 1",
    "SELECT name FROM groups ORDER BY id DESC LIMIT 1",
    "SELECT name FROM group_players LIMIT 1",
    "SELECT key, value FROM settings",
)


def read_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Bring the file to the newest version, one transaction per version. Foreign keys are off meanwhile, so
    that a table can be rebuilt without deleting dependent rows."""
    connection.execute("PRAGMA foreign_keys=OFF")
    for version in range(read_version(connection) + 1, len(migrations) + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            migrations[version - 1](connection)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={version}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
