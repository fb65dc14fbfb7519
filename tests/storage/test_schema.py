"""Migrations: complete or not at all, with a copy; triggers keep the sums right."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import companion
from companion.core.session import SavedDraft
from companion.settings import UNREADABLE
from companion.statistics.query import CompletionFilter, GameFilter, Streak
from companion.storage.database import DATABASE_FILE
from companion.storage.games import start_session
from companion.storage.schema import APPLICATION_ID, MIGRATIONS, Migration, migrate, run_statements
from companion.storage.statistics_index import compute_streak, index_all
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock, save_game, save_random_games
from tools.random_games import random_game

ROOT = Path(companion.__file__).parents[1]
STAMP = "20260921-141320"
TABLES = (
    "games",
    "moves",
    "players",
    "groups",
    "group_players",
    "settings",
    "counts",
    "campaigns",
    "notes",
    "marks",
    "people",
)

add_colour = run_statements("ALTER TABLE players ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")
# The way SQLite wants a table changed beyond adding columns; with links enforced, dropping the
# old table would take all moves along.
rebuild_games = run_statements(
    """CREATE TABLE games_next (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, setup TEXT NOT NULL,
        started REAL NOT NULL, updated REAL NOT NULL, position INTEGER NOT NULL DEFAULT 0,
        ended REAL, outcome TEXT, deleted REAL, entry_at INTEGER, entry TEXT, uid TEXT,
        title TEXT NOT NULL DEFAULT '', starred INTEGER NOT NULL DEFAULT 0, evening REAL, night REAL,
        counted INTEGER NOT NULL DEFAULT 0, place TEXT
    )""",
    "INSERT INTO games_next SELECT *, 'home' FROM games",
    "DROP TABLE games",
    "ALTER TABLE games_next RENAME TO games",
)
NEXT: tuple[Migration, ...] = (*MIGRATIONS, add_colour, rebuild_games)


def read_contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as file:
        return {table: file.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        return int(file.execute("PRAGMA user_version").fetchone()[0])


def fill_store(store: Store, counter: ModuleType) -> None:
    for _ in range(3):
        session, _ = start_session(counter.COUNTER, counter.SETUP, store.games)
        for points in range(1, 8):
            session.play(counter.Add(points % 3, points))
        session.undo()
    store.rosters.remember(["Anna", "Bahar"])
    store.rosters.save_group("Fridays", ["Anna", "Bahar", "Chloé"])
    store.settings.save("pace", 1.2)
    store.campaigns.save("counter", "a1", {"id": "a1", "team": "Άννα"})


@pytest.fixture
def old_file(store: Store, counter: ModuleType, tmp_path: Path) -> Path:
    fill_store(store, counter)
    store.close()
    return tmp_path / DATABASE_FILE


def problem_keys(store: Store) -> list[str]:
    return [problem.key for problem in store.problems]


def test_a_new_file_has_the_application_id_and_newest_version(store: Store, tmp_path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as file:
        assert file.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert [file.name for file in tmp_path.iterdir()] == [DATABASE_FILE]


def test_a_migrated_file_keeps_every_row(old_file: Path, clock: Callable[[], float]) -> None:
    before = read_contents(old_file)
    with closing(open_store(old_file.parent, clock, NEXT)) as store:
        assert store.problems == ()
        assert store.is_durable
        assert store.database.rows("PRAGMA foreign_keys") == [(1,)]
        assert [game.move_count for game in store.games.list_recent(9).games] == [6, 6, 6]
    after = read_contents(old_file)
    assert version_of(old_file) == len(NEXT)
    assert {table: len(rows) for table, rows in after.items()} == {
        table: len(rows) for table, rows in before.items()
    }
    assert after["moves"] == before["moves"]
    assert after["games"] == [(*row, "home") for row in before["games"]]
    assert after["players"] == [(*row, "red") for row in before["players"]]


def write_last_setting(folder: Path, clock: Callable[[], float], kept: str) -> object:
    """What a file of the first version, in which this text was kept, is read as today."""
    open_store(folder, clock, MIGRATIONS[:1]).close()
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as file, file:
        file.execute("INSERT INTO settings VALUES ('last.cultists', ?)", (kept,))
    with closing(open_store(folder, clock)) as store:
        assert store.problems == ()
        return store.settings.find("last.cultists")


def test_the_last_cultists_set_up_is_migrated(tmp_path: Path, clock: Callable[[], float]) -> None:
    options = {"points_beat_kills": False, "voted_out_count_as_dead": True}
    kept = {"setup": {"players": ["Ada", "Βασίλης"], "options": options}, "own": True}
    options_now = {**options, "voted_out_count_as_dead": False}
    assert write_last_setting(tmp_path, clock, json.dumps(kept)) == {
        "setup": {"players": ["Ada", "Βασίλης"], "options": options_now},
        "own": True,
    }


@pytest.mark.parametrize("kept", ["[]", "{", '{"setup": 3}', '{"setup": {}}'])
def test_unreadable_values_do_not_stop_a_migration(
    kept: str, tmp_path: Path, clock: Callable[[], float]
) -> None:
    found = write_last_setting(tmp_path, clock, kept)
    assert found is UNREADABLE if kept == "{" else found == json.loads(kept)


# -- drafts, which lay among the settings ------------------------------------------------------------------

FIVE = {"players": ["Ada", "Βασίλης", "Chloe", "Dario", "الناز"], "leader": 2}
PROPOSED = {"move": "propose", "team": [0, 1]}


def compute_digest(game: str, setup: object, *moves: object) -> str:
    """As drafts were tied to their moment until then."""
    return hashlib.sha256(json.dumps([game, setup, list(moves)]).encode()).hexdigest()


def write_draft(folder: Path, clock: Callable[[], float], kept: dict[str, object]) -> list[SavedDraft | None]:
    """What two tables of Avalon and one of Silver, stored by the second version, hold half entered today."""
    with closing(open_store(folder, clock, MIGRATIONS[:2])) as store:
        for key, value in kept.items():
            store.settings.save(key, value)
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as file, file:
        for number, (game, setup) in enumerate((("avalon", FIVE), ("avalon", FIVE), ("silver", FIVE)), 1):
            row = (number, game, json.dumps(setup, separators=(",", ":")), float(number))
            file.execute("INSERT INTO games VALUES (?, ?, ?, 1.0, ?, 1, NULL, NULL, NULL)", row)
        for number in (1, 3):
            file.execute("INSERT INTO moves VALUES (?, 0, ?, 1.0)", (number, json.dumps(PROPOSED)))
        file.execute("UPDATE games SET position = 0 WHERE id = 2")
    with closing(open_store(folder, clock)) as store:
        assert store.problems == ()
        assert [key for key in store.settings.load() if "draft" in key or "round" in key] == []
        return [store.games.load(number).draft for number in (1, 2, 3)]


def test_a_draft_of_an_older_version_is_moved_to_its_game(tmp_path: Path, clock: Callable[[], float]) -> None:
    kept: dict[str, object] = {
        "last.avalon-draft": {"seats": [4], "moment": compute_digest("avalon", FIVE, PROPOSED)},
        "last.silver_round": {"draft": {"seat": 2}, "moment": compute_digest("silver", FIVE)},
    }
    assert write_draft(tmp_path, clock, kept) == [
        SavedDraft(1, {"seats": [4]}),
        None,
        SavedDraft(0, {"seat": 2}),
    ]


@pytest.mark.parametrize(
    "kept",
    [None, [], "half", {}, {"moment": 3}, {"seats": [4], "moment": compute_digest("avalon", {}, PROPOSED)}],
)
def test_a_draft_without_a_game_is_dropped(kept: object, tmp_path: Path, clock: Callable[[], float]) -> None:
    assert write_draft(tmp_path, clock, {"last.avalon-draft": kept}) == [None, None, None]


def test_a_copy_is_made_before_a_migration(old_file: Path, clock: Callable[[], float]) -> None:
    before = read_contents(old_file)
    open_store(old_file.parent, clock, NEXT).close()
    copy = old_file.with_name(f"companion.before-v{len(NEXT)}-{STAMP}.db")
    assert version_of(copy) == len(MIGRATIONS)
    assert read_contents(copy) == before
    assert sorted(file.name for file in old_file.parent.iterdir()) == [copy.name, DATABASE_FILE]


def test_a_current_file_is_neither_copied_nor_changed(old_file: Path, clock: Callable[[], float]) -> None:
    before = old_file.read_bytes()
    open_store(old_file.parent, clock).close()
    assert old_file.read_bytes() == before
    assert [file.name for file in old_file.parent.iterdir()] == [DATABASE_FILE]


def unforeseen_rows(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM moves")
    connection.execute("CREATE UNIQUE INDEX only_one_of_a_kind ON games (game)")


def unforeseen_values(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM moves")
    for (name,) in connection.execute("SELECT name FROM players").fetchall():
        int(name)


def unforeseen_tables(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM moves")
    if connection.execute("SELECT 1 FROM players").fetchone():
        connection.execute("DROP TABLE never_there")


@pytest.mark.parametrize("broken", [unforeseen_rows, unforeseen_values, unforeseen_tables])
def test_a_failing_migration_leaves_the_previous_version(
    broken: Migration, old_file: Path, clock: Callable[[], float]
) -> None:
    before = read_contents(old_file)
    with closing(open_store(old_file.parent, clock, (*MIGRATIONS, add_colour, broken))) as store:
        assert problem_keys(store) == ["app.problem.storage_not_migrated"]
        assert not store.is_durable
    assert version_of(old_file) == len(MIGRATIONS) + 1
    assert read_contents(old_file)["moves"] == before["moves"]

    with closing(open_store(old_file.parent, clock, NEXT)) as store:
        assert store.problems == ()
    assert read_contents(old_file)["moves"] == before["moves"]


KILLED_HALF_WAY = """
import os, sys, time
from pathlib import Path
from companion.storage.schema import MIGRATIONS
from companion.storage.store import open_store

def kill_during_migration(connection):
    connection.execute("PRAGMA cache_size=1")
    connection.execute("UPDATE moves SET move = 'half way'")
    connection.execute("DELETE FROM settings")
    os.kill(os.getpid(), 9)

open_store(Path(sys.argv[1]), time.time, (*MIGRATIONS, kill_during_migration))
"""


def test_a_kill_during_a_migration_leaves_the_old_version(
    old_file: Path, reopen: Callable[[], Store]
) -> None:
    before = read_contents(old_file)
    child = subprocess.run(
        [sys.executable, "-c", KILLED_HALF_WAY, old_file.parent],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert child.returncode == -signal.SIGKILL
    store = reopen()
    assert store.problems == ()
    store.close()
    assert version_of(old_file) == len(MIGRATIONS)
    assert read_contents(old_file) == before


def test_without_space_for_the_copy_nothing_is_changed(old_file: Path, clock: Callable[[], float]) -> None:
    before = old_file.read_bytes()
    # The copy's name is taken by a folder, so it cannot be made.
    old_file.with_name(f"companion.before-v{len(NEXT)}-{STAMP}.db-part").mkdir()
    with closing(open_store(old_file.parent, clock, NEXT)) as store:
        assert problem_keys(store) == ["app.problem.storage_unwritable"]
    assert old_file.read_bytes() == before


HOUR = 3_600.0
START = 1_790_000_000.0


def write_version_5(
    folder: Path, clock: Callable[[], float], games: Sequence[tuple[float, Sequence[str]]]
) -> None:
    """One of the version before, with games that began so long after the first, of these people."""
    with closing(open_store(folder, clock, MIGRATIONS[:5])) as old, old.database.transaction() as execute:
        for after, players in games:
            setup = json.dumps({"players": list(players)})
            started = START + after
            add = "INSERT INTO games (game, setup, started, updated, position) VALUES ('silver', ?, ?, ?, 1)"
            number = execute(add, (setup, started, started)).lastrowid
            execute("INSERT INTO moves VALUES (?, 0, '{}', ?)", (number, started + 60))


def game_nights_of(store: Store) -> list[float]:
    return [at - START for (at,) in store.database.rows("SELECT evening FROM games ORDER BY id")]


def test_games_of_one_game_night_are_grouped(tmp_path: Path, clock: Callable[[], float]) -> None:
    write_version_5(
        tmp_path,
        clock,
        [
            (0.0, ("Ada", "Bruno")),
            (HOUR, ("Bruno", "Chloe")),
            (2 * HOUR, ("Dario", "Elena")),
            (24 * HOUR, ("Ada", "Bruno")),
        ],
    )
    with closing(open_store(tmp_path, clock)) as store:
        assert store.problems == ()
        assert game_nights_of(store) == [0.0, 0.0, 2 * HOUR, 24 * HOUR]


def test_two_groups_playing_at_the_same_time_have_two_game_nights(
    tmp_path: Path, clock: Callable[[], float]
) -> None:
    tables = [(600.0 * at, (("Ada", "Bruno"), ("Kim", "Lea"))[at % 2]) for at in range(6)]
    write_version_5(tmp_path, clock, tables)
    with closing(open_store(tmp_path, clock)) as store:
        assert game_nights_of(store) == [0.0, 600.0] * 3


def test_the_same_game_gets_the_same_uid_on_every_device(tmp_path: Path, clock: Callable[[], float]) -> None:
    uids = []
    for folder, names in (("one", ("Ada", "Bruno")), ("two", ("Ada", "Brunello"))):
        (tmp_path / folder).mkdir()
        write_version_5(tmp_path / folder, clock, [(0.0, names), (0.0, names), (9.0, names)])
        with closing(open_store(tmp_path / folder, clock)) as store:
            uids.append([uid for (uid,) in store.database.rows("SELECT uid FROM games ORDER BY id")])
    assert uids[0] == uids[1]
    assert len(set(uids[0])) == 3


def test_unreadable_rows_do_not_stop_the_migration(tmp_path: Path, clock: Callable[[], float]) -> None:
    write_version_5(tmp_path, clock, [(0.0, ("Ada", "Bruno"))])
    with closing(open_store(tmp_path, clock, MIGRATIONS[:5])) as old, old.database.transaction() as execute:
        for setup, started in (("{", 1.0), ("[]", 2.0), ('{"players": 3}', 3.0), ("{}", "soon")):
            add = "INSERT INTO games (game, setup, started, updated) VALUES ('silver', ?, ?, 1.0)"
            execute(add, (setup, started))
    with closing(open_store(tmp_path, clock)) as store:
        assert store.problems == ()
        ((games, uids),) = store.database.rows("SELECT count(*), count(DISTINCT uid) FROM games")
        assert (games, uids) == (5, 5)


FACTS = """SELECT facts.game, person, fact, part, over, total(times), total(total), count(*)
    FROM facts JOIN tallies USING (game_id) WHERE person <> '' OR seat < 0 GROUP BY 1, 2, 3, 4, 5"""
SEATS = """SELECT game, person, side, over, count(*), count(won), total(won), count(score), total(score)
    FROM seats JOIN tallies USING (game_id) WHERE person <> '' GROUP BY 1, 2, 3, 4"""


def compare(store: Store) -> None:
    for table, recount in (("fact_sums", FACTS), ("seat_sums", SEATS)):
        kept_sums = store.database.rows(f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4, 5")
        assert kept_sums == sorted(store.database.rows(recount), key=lambda row: row[:5])
    for game in ("avalon", "cultists", "silver", "duet"):
        # Every game meets the second choice, and its streaks are walked from the games themselves.
        whole, chosen = GameFilter(game=game), GameFilter(game=game, since=0.0)
        assert store.statistics.list_streaks(whole) == store.statistics.list_streaks(chosen)


def delete(store: Store, number: int) -> None:
    store.games.delete(number)


def delete_for_good(store: Store, number: int) -> None:
    delete(store, number)
    store.games.purge(1e12)


def remove_at_once(store: Store, number: int) -> None:
    """Its rows go with it by their links."""
    with store.database.transaction() as execute:
        execute("DELETE FROM games WHERE id = ?", (number,))


def restore_game(store: Store, number: int) -> None:
    delete(store, number)
    store.games.restore(number)


def undo_all(store: Store, number: int) -> None:
    store.games.open_journal(number, dict).move_to(0, None)


def make_unreadable(store: Store, number: int) -> None:
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = '{', counted = 0 WHERE id = ?", (number,))


def give_a_seat_to_another(store: Store, number: int) -> None:
    with store.database.transaction() as execute:
        execute("UPDATE seats SET person = 'zoe' WHERE game_id = ? AND seat = 0", (number,))
        execute("UPDATE facts SET person = 'zoe' WHERE game_id = ? AND seat = 0", (number,))


@pytest.mark.parametrize(
    "change",
    [
        *(delete, delete_for_good, remove_at_once, restore_game),
        *(undo_all, make_unreadable, give_a_seat_to_another),
    ],
)
def test_the_sums_follow_every_change_of_a_game(
    store: Store, clock: Clock, change: Callable[[Store, int], None]
) -> None:
    numbers = save_random_games(store, clock, 6)
    index_all(store.database)
    compare(store)
    for number in numbers[::2]:
        change(store, number)
    compare(store)
    index_all(store.database)
    compare(store)


def test_sums_over_all_games_equal_filtered_sums(store: Store, clock: Clock) -> None:
    save_random_games(store, clock, 24, seed=3)
    index_all(store.database)
    numbers = store.statistics
    for game in ("avalon", "cultists", "silver", "duet"):
        for over in CompletionFilter:
            # Every game meets it, and it is summed up from the games themselves.
            whole, chosen = (
                GameFilter(game=game, completion=over),
                GameFilter(game=game, completion=over, since=0.0),
            )
            assert numbers.sum_metrics(whole) == numbers.sum_metrics(chosen)
            assert numbers.sum_person_metrics(whole) == numbers.sum_person_metrics(chosen)
            assert numbers.sum_person_results(whole) == numbers.sum_person_results(chosen)
            assert numbers.list_streaks(whole) == numbers.list_streaks(chosen)
            names = [found.metric for found in numbers.sum_metrics(chosen)][:2]
            assert numbers.sum_metrics(whole, *names) == numbers.sum_metrics(chosen, *names)


def test_sums_over_all_games_do_not_read_the_facts(store: Store) -> None:
    asked: list[str] = []
    store.database.connection.set_trace_callback(asked.append)
    store.statistics.sum_metrics(GameFilter(game="avalon", completion=CompletionFilter.FINISHED))
    store.statistics.sum_person_metrics(GameFilter(game="avalon"))
    store.statistics.sum_person_results(GameFilter(game="avalon"))
    store.database.connection.set_trace_callback(None)
    assert asked
    assert all("_sums" in sql and "game_id" not in sql for sql in asked)


def test_streaks_are_stored_once_all_games_are_indexed(store: Store, clock: Clock) -> None:
    save_random_games(store, clock, 12, seed=3)
    index_all(store.database)
    asked: list[str] = []
    store.database.connection.set_trace_callback(asked.append)
    found = [
        store.statistics.list_streaks(GameFilter(game=game))
        for game in ("avalon", "cultists", "silver", "duet")
    ]
    store.database.connection.set_trace_callback(None)
    assert any(found)
    assert not any("tallies" in sql for sql in asked)


def test_the_earlier_of_two_equal_streaks_counts() -> None:
    results = [(1, 1.0), (1, 2.0), (0, 3.0), (1, 4.0), (1, 5.0)]
    assert compute_streak("ada", results) == Streak(
        "ada", best=2, current=2, since=1.0, until=2.0, current_since=4.0
    )


def test_a_lost_game_ends_the_streak() -> None:
    assert compute_streak("ada", [(1, 1.0), (0, 2.0)]) == Streak("ada", 1, 0, 1.0, 1.0, None)
    assert compute_streak("ada", [(0, 1.0)]).best == 0


def test_a_file_from_before_the_sums_is_migrated(tmp_path: Path, clock: Clock) -> None:
    dice = Random(5)
    with closing(open_store(tmp_path / "new", clock)) as new:
        for _ in range(8):
            save_game(new, clock, random_game(dice))
        index_all(new.database)
        games = new.database.rows("SELECT * FROM games ORDER BY id")
        moves = new.database.rows("SELECT * FROM moves ORDER BY game_id, number")
    (tmp_path / "old").mkdir()
    with closing(sqlite3.connect(tmp_path / "old" / DATABASE_FILE, isolation_level=None)) as old:
        migrate(old, MIGRATIONS[:6])
        old.execute("ATTACH DATABASE ? AS new", (str(tmp_path / "new" / DATABASE_FILE),))
        for table in ("games", "moves", "tallies", "seats", "facts"):
            old.execute(f"INSERT INTO {table} SELECT * FROM new.{table}")
    with closing(open_store(tmp_path / "old", clock)) as store:
        assert store.problems == ()
        assert store.database.rows("SELECT * FROM games ORDER BY id") == games
        assert store.database.rows("SELECT * FROM moves ORDER BY game_id, number") == moves
        assert store.database.rows("SELECT count(*) FROM fact_sums")[0][0] > 0
        compare(store)
