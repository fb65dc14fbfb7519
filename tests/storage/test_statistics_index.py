"""The statistics index: computed on demand, and again after every change."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from companion.core.serialization import encode_move
from companion.statistics.query import CompletionFilter, GameFilter
from companion.storage.statistics import Statistics
from companion.storage.statistics_index import BATCH_SIZE, count_stale, index_all, index_batch
from companion.storage.store import Store
from tests.storage.exchange import Clock, save_game, save_random_games
from tools.random_games import random_game

DERIVED = ("tallies", "seats", "facts")


def read_index(store: Store) -> dict[str, list[tuple[object, ...]]]:
    return {table: store.database.rows(f"SELECT * FROM {table}") for table in DERIVED}


def test_a_game_is_indexed_on_demand(store: Store, clock: Clock) -> None:
    save_random_games(store, clock, 3)
    assert read_index(store) == {table: [] for table in DERIVED}
    assert count_stale(store.database) == 3
    index_all(store.database)
    assert count_stale(store.database) == 0
    assert Statistics(store.database).count_games(GameFilter()) == 3


def test_games_are_indexed_in_batches(store: Store, clock: Clock) -> None:
    for _ in range(BATCH_SIZE + 2):
        store.games.start("silver", {"players": ["Ada", "Bruno"]})
    assert index_batch(store.database) == 2
    assert index_batch(store.database) == 0


def test_indexing_twice_changes_nothing(store: Store, clock: Clock) -> None:
    save_random_games(store, clock, 8)
    index_all(store.database)
    once = read_index(store)
    with store.database.transaction() as execute:
        execute("UPDATE games SET counted = 0", ())
    index_all(store.database)
    assert read_index(store) == once


@pytest.mark.parametrize(
    "change",
    [
        lambda store, number: store.games.open_journal(number, dict).move_to(0, None),
        lambda store, number: store.games.set_title(number, "The long one"),
        lambda store, number: store.games.set_starred(number, True),
    ],
    ids=["undone", "renamed", "starred"],
)
def test_a_change_marks_the_game_stale(
    store: Store, clock: Clock, change: Callable[[Store, int], None]
) -> None:
    first, second = save_random_games(store, clock, 2)
    index_all(store.database)
    change(store, first)
    assert store.database.rows("SELECT id FROM games WHERE counted = 0") == [(first,)]
    index_all(store.database)
    assert {number for (number,) in store.database.rows("SELECT game_id FROM tallies")} == {first, second}


def test_a_move_marks_its_game_stale(store: Store) -> None:
    stored = store.games.start("silver", {"players": ["Ada", "Bruno"]})
    journal = store.games.open_journal(stored.id, dict)
    for position in range(3):
        index_all(store.database)
        assert count_stale(store.database) == 0
        journal.append(position, {"move": "next"}, None)
        assert count_stale(store.database) == 1


def test_a_deleted_game_is_not_indexed_until_it_is_restored(store: Store, clock: Clock) -> None:
    first, _ = save_random_games(store, clock, 2)
    index_all(store.database)
    before = read_index(store)
    store.games.delete(first)
    for table in DERIVED:
        assert store.database.rows(f"SELECT 1 FROM {table} WHERE game_id = ?", (first,)) == []
    assert count_stale(store.database) == 0
    store.games.restore(first)
    index_all(store.database)
    assert {table: sorted(map(repr, found)) for table, found in read_index(store).items()} == {
        table: sorted(map(repr, found)) for table, found in before.items()
    }


def test_a_game_that_cannot_be_replayed_is_indexed_by_its_players(store: Store, clock: Clock) -> None:
    stored = store.games.start("silver", {"players": ["Ada", "Bruno", "3"], "mode": "of another version"})
    index_all(store.database)
    seats = store.database.rows("SELECT seat, name, person, won FROM seats WHERE game_id = ?", (stored.id,))
    assert seats == [(0, "Ada", "ada", None), (1, "Bruno", "bruno", None), (2, "3", "", None)]
    assert store.database.rows("SELECT * FROM facts") == []


def test_an_unreadable_game_does_not_stop_indexing(store: Store, clock: Clock) -> None:
    first, second = save_random_games(store, clock, 2)
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = '{' WHERE id = ?", (first,))
    index_all(store.database)
    assert count_stale(store.database) == 0
    assert store.database.rows("SELECT game_id FROM tallies") == [(second,)]


def test_aliases_are_indexed_as_one_person(store: Store, clock: Clock) -> None:
    with store.database.transaction() as execute:
        execute("INSERT INTO people (reading, name, same_as) VALUES ('addie', 'Addie', 'ada')", ())
    store.games.start("silver", {"players": ["Addie", "Bruno"]})
    index_all(store.database)
    assert store.database.rows("SELECT reading, person FROM seats WHERE seat = 0") == [("addie", "ada")]
    assert Statistics(store.database).count_games(GameFilter(people=("Ada",))) == 1


def test_the_duration_of_a_game_comes_from_its_move_times(store: Store, clock: Clock) -> None:
    played = random_game(Random(5), "silver", left=0.0)
    number = save_game(store, clock, played)
    index_all(store.database)
    (length,) = store.database.rows("SELECT length FROM tallies WHERE game_id = ?", (number,))
    assert length == (20.0 * len(played.moves),)


def test_unfinished_games_are_indexed_as_such(store: Store, clock: Clock) -> None:
    save_random_games(store, clock, 40, seed=3)
    index_all(store.database)
    numbers = Statistics(store.database)
    over = sum(game.ended is not None for game in store.games.list_recent(99).games)
    assert 0 < over < 40
    assert numbers.count_games(GameFilter(completion=CompletionFilter.FINISHED)) == over
    assert numbers.count_games(GameFilter(completion=CompletionFilter.UNFINISHED)) == 40 - over


def test_a_game_is_found_by_names_title_and_game_in_any_language(store: Store, clock: Clock) -> None:
    stored = store.games.start("duet", {"players": ["Άννα", "بهار"]})
    store.games.start("duet", {"players": ["Kim", "Lea"]})
    store.games.set_title(stored.id, "Rainy Sunday")
    index_all(store.database)
    numbers = Statistics(store.database)
    for text in ("αννα", "بهار", "rain", "sunday άννα"):
        assert numbers.count_games(GameFilter(text=text)) == 1, text
    assert numbers.count_games(GameFilter(text="duet")) == 2
    assert numbers.count_games(GameFilter(text="sunday kim")) == 0
    # Signs are nobody's name: they ask for nothing, and are never read as SQL would.
    assert numbers.count_games(GameFilter(text="% _ ~ '")) == 2


def test_indexed_rows_match_the_played_games(store: Store, clock: Clock) -> None:
    played = random_game(Random(9), "avalon", left=0.0)
    number = save_game(store, clock, played)
    stored = store.games.load(number)
    assert list(stored.moves) == [encode_move(played.game, move) for move in played.moves]
