"""Maps as they lie in the file, and the games that were played on them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing

import pytest

from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Mission, Setup
from companion.games.duet.state import Agent, Assassin
from companion.storage.campaigns import CampaignRow
from companion.storage.database import DATABASE_FILE, StorageError
from companion.storage.games import start_session
from companion.storage.journal import StoredGame
from companion.storage.schema import MIGRATIONS
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock

RECORD = {"id": "one", "team": "آرش و Ada"}


def test_a_map_is_there_after_the_app_was_closed(
    store: Store, reopen: Callable[[], Store], clock: Clock
) -> None:
    store.campaigns.save("duet", "one", RECORD)
    assert reopen().campaigns.list_campaigns("duet") == (CampaignRow("one", "duet", RECORD, clock.now),)


def test_maps_are_listed_by_their_game_and_the_one_changed_last_comes_first(
    store: Store, clock: Clock
) -> None:
    for game, id in (("duet", "one"), ("duet", "two"), ("other", "three"), ("duet", "one")):
        clock.on()
        store.campaigns.save(game, id, {"id": id})
    assert [kept.id for kept in store.campaigns.list_campaigns("duet")] == ["one", "two"]
    assert [kept.id for kept in store.campaigns.list_campaigns("other")] == ["three"]


def test_a_map_saved_again_takes_its_own_place(store: Store) -> None:
    store.campaigns.save("duet", "one", RECORD)
    store.campaigns.save("duet", "one", {**RECORD, "team": "Zoe"})
    assert [kept.record["team"] for kept in store.campaigns.list_campaigns("duet")] == ["Zoe"]


def test_a_map_that_was_deleted_is_gone_and_can_be_saved_again(store: Store) -> None:
    store.campaigns.save("duet", "one", RECORD)
    store.campaigns.delete("one")
    assert store.campaigns.list_campaigns("duet") == ()
    assert store.campaigns.find("one") is None
    store.campaigns.save("duet", "one", RECORD)
    found = store.campaigns.find("one")
    assert found is not None
    assert found.record == RECORD


@pytest.mark.parametrize("text", ["{", "[1]", "3", "null", b"\xff"])
def test_a_row_that_is_no_map_hides_no_other(store: Store, text: str | bytes) -> None:
    store.campaigns.save("duet", "one", RECORD)
    with store.database.transaction() as execute:
        execute("INSERT INTO campaigns VALUES ('two', 'duet', ?, 1.0)", (text,))
    assert [kept.id for kept in store.campaigns.list_campaigns("duet")] == ["one"]
    assert store.campaigns.find("two") is None


def test_a_map_that_cannot_be_written_leaves_the_one_before(store: Store) -> None:
    store.campaigns.save("duet", "one", RECORD)
    store.database.connection.execute("PRAGMA query_only=ON")
    with pytest.raises(StorageError):
        store.campaigns.save("duet", "one", {**RECORD, "team": "Zoe"})
    with pytest.raises(StorageError):
        store.campaigns.delete("one")
    store.database.connection.execute("PRAGMA query_only=OFF")
    assert [kept.record for kept in store.campaigns.list_campaigns("duet")] == [RECORD]


def test_a_file_from_before_there_were_maps_has_room_for_them(
    clock: Clock, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("old")
    with closing(open_store(folder, clock, MIGRATIONS[:4])) as old, old.database.transaction() as execute:
        setup = json.dumps({"players": ["Ada", "Bruno"]})
        execute("INSERT INTO games (game, setup, started, updated) VALUES ('duet', ?, 9.0, 9.0)", (setup,))
    with closing(open_store(folder, clock)) as store:
        assert store.problems == ()
        assert store.campaigns.list_campaigns("duet") == ()
        store.campaigns.save("duet", "one", RECORD)
        assert store.games.count() == 1
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as file:
        assert file.execute("SELECT id, game FROM campaigns").fetchall() == [("one", "duet")]


# -- the games of a map ------------------------------------------------------------------------------------


def play(store: Store, clock: Clock, mission: Mission | None, *moves: Agent | Assassin) -> int:
    clock.on()
    session, number = start_session(DUET, Setup(("Ada", "Bruno"), mission=mission), store.games)
    for move in moves:
        session.play(move)
    return number


def numbers(games: Iterable[StoredGame]) -> list[int]:
    return [stored.id for stored in games]


def test_the_games_of_a_map_are_found_over_or_not_and_no_others(store: Store, clock: Clock) -> None:
    over = play(store, clock, Mission("one", "prague"), Assassin())
    going_on = play(store, clock, Mission("one", "x1", "Λάρισα"), Agent())
    play(store, clock, Mission("two", "prague"), Assassin())
    play(store, clock, None, Assassin())
    store.games.delete(play(store, clock, Mission("one", "prague"), Assassin()))
    store.games.start("silver", {"mission": {"campaign": "one"}})
    assert numbers(store.games.games_of_campaign("duet", "one")) == [going_on, over]
    assert numbers(store.games.games_of_campaign("duet", "nobody's")) == []


def test_without_a_map_the_last_that_ended_are_found(store: Store, clock: Clock) -> None:
    play(store, clock, Mission("one", "prague"), Assassin())
    play(store, clock, None, Agent())
    ended = [play(store, clock, None, Assassin()) for _ in range(102)]
    assert numbers(store.games.games_of_campaign("duet", None)) == ended[:1:-1]


@pytest.mark.parametrize("setup", ["{", '{"mission": 3}', "[]", "7", '{"mission": {"campaign": [1]}}'])
def test_a_game_that_cannot_be_read_is_passed_over(store: Store, clock: Clock, setup: str) -> None:
    sound = play(store, clock, Mission("one", "prague"))
    spoiled = play(store, clock, Mission("one", "prague"))
    hurt = play(store, clock, Mission("one", "prague"), Agent())
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = ? WHERE id = ?", (setup, spoiled))
        execute("UPDATE moves SET move = '{' WHERE game_id = ?", (hurt,))
    assert numbers(store.games.games_of_campaign("duet", "one")) == [sound]


def test_a_map_may_be_saved_while_its_games_are_gone_through(store: Store, clock: Clock) -> None:
    for _ in range(3):
        play(store, clock, Mission("one", "prague"), Assassin())
    for stored in store.games.games_of_campaign("duet", "one"):
        store.campaigns.save("duet", "one", {**RECORD, "last": stored.id})
    assert store.campaigns.list_campaigns("duet")[0].record["last"] == 1
