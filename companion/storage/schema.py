"""The tables, as the ordered steps that built them. A released step never changes; a new one is added."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence

from companion.storage.schema_game_night import add_game_nights
from companion.storage.schema_sums import STREAKS, SUMS

# "TbCo" in the file's header: how we know our own file.
APPLICATION_ID = 0x5462436F

Migration = Callable[[sqlite3.Connection], None]


def run_statements(*sql: str) -> Migration:
    """A migration of plain SQL. Not `executescript`, which would commit half way."""

    def run(connection: sqlite3.Connection) -> None:
        for statement in sql:
            connection.execute(statement)

    return run


def count_by_pulse_decks(connection: sqlite3.Connection) -> None:
    """What was chosen last for Among Cultists holds every option, so also one that was on by a mistaken
    reading of the rules. Nobody had chosen it: it goes off. Saved games keep what they were played with."""
    for (text,) in connection.execute("SELECT value FROM settings WHERE key = 'last.cultists'").fetchall():
        try:
            setting = json.loads(text)
            setting["setup"]["options"]["voted_out_count_as_dead"] = False
        except (ValueError, LookupError, TypeError):
            continue  # whoever reads it next says that it cannot be read
        connection.execute(
            "UPDATE settings SET value = ? WHERE key = 'last.cultists'", (json.dumps(setting),)
        )


# Under which names the newest draft of each game lay in the settings, and where in it the draft was.
_OLD_DRAFTS = (
    ("avalon", "last.avalon-draft", None),
    ("avalon", "last.avalon-roles", None),
    ("cultists", "last.cultists-vote", None),
    ("silver", "last.silver_round", "draft"),
)


def move_drafts_to_games(connection: sqlite3.Connection) -> None:
    """What is being entered lies in its table's own row: `draft`, and how many moves were made before it.

    So far one draft a game was kept among the settings, with a digest of the set-up and the moves that it
    belonged to. The table with that digest takes it along; a draft that belongs to none was void already.
    """
    connection.execute("ALTER TABLE games ADD COLUMN entry_at INTEGER")
    connection.execute("ALTER TABLE games ADD COLUMN entry TEXT")
    for game, key, inner_key in _OLD_DRAFTS:
        for (text,) in connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchall():
            try:
                setting = json.loads(text)
                digest = setting.pop("moment")
                draft = json.dumps(setting if inner_key is None else setting[inner_key])
            except (ValueError, LookupError, TypeError, AttributeError):
                continue  # nothing was being entered, or nothing that can be read
            match = _find_game_by_digest(connection, game, digest)
            if match is not None:
                connection.execute(
                    "UPDATE games SET entry_at = ?, entry = ? WHERE id = ?", (match[1], draft, match[0])
                )
        connection.execute("DELETE FROM settings WHERE key = ?", (key,))


def _find_game_by_digest(connection: sqlite3.Connection, game: str, digest: object) -> tuple[int, int] | None:
    """The game of this kind whose set-up and first so many moves had this digest, among those played last."""
    # Once in the life of a file, and no start should wait for it.
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
            continue  # a game that cannot be read has no draft that could be
    return None


MIGRATIONS: tuple[Migration, ...] = (
    run_statements(
        # AUTOINCREMENT: the number of a purged game is never given again, so that nothing
        # still holding it can write into another game.
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
        # Kept by triggers, because SQLite counts rows by walking over all of them.
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
    # A backup brings games that began before those that are here: their numbers no longer tell the order.
    run_statements("CREATE INDEX games_by_start ON games (started, id) WHERE deleted IS NULL"),
    # A map grows long, so it lies beside its key and not in it.
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

# One short look into each tree that the first screen needs: a few pages, however many games there are.
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
    """Bring the file to the newest version, one transaction a version.

    Links between rows are not enforced meanwhile, so that a table can be rebuilt without its
    rows taking others along.
    """
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
