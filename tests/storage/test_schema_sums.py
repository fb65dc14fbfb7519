"""The sums of all games of a kind are those of the games that were counted, whatever happens to a game."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.statistics.query import CompletionFilter, GameFilter, Streak
from companion.storage.database import DATABASE_FILE
from companion.storage.schema import MIGRATIONS, migrate
from companion.storage.statistics_index import compute_streak, index_all
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock
from tests.storage.test_counting import kept, some
from tools.random_games import random_game

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


def bring_back(store: Store, number: int) -> None:
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
        *(delete, delete_for_good, remove_at_once, bring_back),
        *(undo_all, make_unreadable, give_a_seat_to_another),
    ],
)
def test_the_sums_follow_every_change_of_a_game(
    store: Store, clock: Clock, change: Callable[[Store, int], None]
) -> None:
    numbers = some(store, clock, 6)
    index_all(store.database)
    compare(store)
    for number in numbers[::2]:
        change(store, number)
    compare(store)
    index_all(store.database)
    compare(store)


def test_whole_games_are_told_as_a_choice_of_them_is(store: Store, clock: Clock) -> None:
    some(store, clock, 24, seed=3)
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


def test_the_sums_do_not_read_the_facts_of_each_game(store: Store) -> None:
    asked: list[str] = []
    store.database.connection.set_trace_callback(asked.append)
    store.statistics.sum_metrics(GameFilter(game="avalon", completion=CompletionFilter.FINISHED))
    store.statistics.sum_person_metrics(GameFilter(game="avalon"))
    store.statistics.sum_person_results(GameFilter(game="avalon"))
    store.database.connection.set_trace_callback(None)
    assert asked
    assert all("_sums" in sql and "game_id" not in sql for sql in asked)


def test_streaks_are_stored_once_all_games_are_counted(store: Store, clock: Clock) -> None:
    some(store, clock, 12, seed=3)
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


def test_of_two_streaks_of_one_length_the_earlier_counts() -> None:
    results = [(1, 1.0), (1, 2.0), (0, 3.0), (1, 4.0), (1, 5.0)]
    assert compute_streak("ada", results) == Streak(
        "ada", best=2, current=2, since=1.0, until=2.0, current_since=4.0
    )


def test_a_lost_game_ends_the_streak() -> None:
    assert compute_streak("ada", [(1, 1.0), (0, 2.0)]) == Streak("ada", 1, 0, 1.0, 1.0, None)
    assert compute_streak("ada", [(0, 1.0)]).best == 0


def test_a_file_from_before_the_sums_gets_them(tmp_path: Path, clock: Clock) -> None:
    dice = Random(5)
    with closing(open_store(tmp_path / "new", clock)) as new:
        for _ in range(8):
            kept(new, clock, random_game(dice))
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
