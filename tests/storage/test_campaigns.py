"""Mission maps: stored, exported, imported and merged."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import ProblemError
from companion.core.serialization import decode, encode
from companion.games.duet.campaign import (
    Attempt,
    Campaign,
    City,
    add_city,
    get_city,
    merge_campaigns,
    new_campaign,
)
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Mission, Setup
from companion.games.duet.state import Agent, Assassin
from companion.storage.campaigns import (
    FORMAT,
    CampaignRow,
    MapFile,
    export_map,
    import_map,
    is_map,
    read_map,
    undo_import,
    validate_map,
)
from companion.storage.database import DATABASE_FILE, StorageError
from companion.storage.games import start_session
from companion.storage.journal import StoredGame
from companion.storage.schema import MIGRATIONS
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock

RECORD = {"id": "one", "team": "آرش و Ada"}


def test_a_map_is_loaded_after_a_restart(store: Store, reopen: Callable[[], Store], clock: Clock) -> None:
    store.campaigns.save("duet", "one", RECORD)
    assert reopen().campaigns.list_campaigns("duet") == (CampaignRow("one", "duet", RECORD, clock.now),)


def test_maps_are_listed_by_game_with_the_last_changed_first(store: Store, clock: Clock) -> None:
    for game, id in (("duet", "one"), ("duet", "two"), ("other", "three"), ("duet", "one")):
        clock.on()
        store.campaigns.save(game, id, {"id": id})
    assert [kept.id for kept in store.campaigns.list_campaigns("duet")] == ["one", "two"]
    assert [kept.id for kept in store.campaigns.list_campaigns("other")] == ["three"]


def test_saving_a_map_again_replaces_it(store: Store) -> None:
    store.campaigns.save("duet", "one", RECORD)
    store.campaigns.save("duet", "one", {**RECORD, "team": "Zoe"})
    assert [kept.record["team"] for kept in store.campaigns.list_campaigns("duet")] == ["Zoe"]


def test_a_deleted_map_can_be_saved_again(store: Store) -> None:
    store.campaigns.save("duet", "one", RECORD)
    store.campaigns.delete("one")
    assert store.campaigns.list_campaigns("duet") == ()
    assert store.campaigns.find("one") is None
    store.campaigns.save("duet", "one", RECORD)
    found = store.campaigns.find("one")
    assert found is not None
    assert found.record == RECORD


@pytest.mark.parametrize("text", ["{", "[1]", "3", "null", b"\xff"])
def test_an_invalid_row_does_not_hide_other_maps(store: Store, text: str | bytes) -> None:
    store.campaigns.save("duet", "one", RECORD)
    with store.database.transaction() as execute:
        execute("INSERT INTO campaigns VALUES ('two', 'duet', ?, 1.0)", (text,))
    assert [kept.id for kept in store.campaigns.list_campaigns("duet")] == ["one"]
    assert store.campaigns.find("two") is None


def test_a_failed_save_leaves_the_previous_map(store: Store) -> None:
    store.campaigns.save("duet", "one", RECORD)
    store.database.connection.execute("PRAGMA query_only=ON")
    with pytest.raises(StorageError):
        store.campaigns.save("duet", "one", {**RECORD, "team": "Zoe"})
    with pytest.raises(StorageError):
        store.campaigns.delete("one")
    store.database.connection.execute("PRAGMA query_only=OFF")
    assert [kept.record for kept in store.campaigns.list_campaigns("duet")] == [RECORD]


def test_a_database_from_before_maps_is_migrated(
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


def list_ids(games: Iterable[StoredGame]) -> list[int]:
    return [stored.id for stored in games]


def test_all_games_of_a_map_are_found_and_no_others(store: Store, clock: Clock) -> None:
    over = play(store, clock, Mission("one", "prague"), Assassin())
    going_on = play(store, clock, Mission("one", "x1", "Λάρισα"), Agent())
    play(store, clock, Mission("two", "prague"), Assassin())
    play(store, clock, None, Assassin())
    store.games.delete(play(store, clock, Mission("one", "prague"), Assassin()))
    store.games.start("silver", {"mission": {"campaign": "one"}})
    assert list_ids(store.games.games_of_campaign("duet", "one")) == [going_on, over]
    assert list_ids(store.games.games_of_campaign("duet", "nobody's")) == []


def test_without_a_map_the_latest_finished_games_are_found(store: Store, clock: Clock) -> None:
    play(store, clock, Mission("one", "prague"), Assassin())
    play(store, clock, None, Agent())
    ended = [play(store, clock, None, Assassin()) for _ in range(102)]
    assert list_ids(store.games.games_of_campaign("duet", None)) == ended[:1:-1]


@pytest.mark.parametrize("setup", ["{", '{"mission": 3}', "[]", "7", '{"mission": {"campaign": [1]}}'])
def test_an_unreadable_game_is_skipped(store: Store, clock: Clock, setup: str) -> None:
    sound = play(store, clock, Mission("one", "prague"))
    spoiled = play(store, clock, Mission("one", "prague"))
    hurt = play(store, clock, Mission("one", "prague"), Agent())
    with store.database.transaction() as execute:
        execute("UPDATE games SET setup = ? WHERE id = ?", (setup, spoiled))
        execute("UPDATE moves SET move = '{' WHERE game_id = ?", (hurt,))
    assert list_ids(store.games.games_of_campaign("duet", "one")) == [sound]


def test_a_map_can_be_saved_while_its_games_are_iterated(store: Store, clock: Clock) -> None:
    for _ in range(3):
        play(store, clock, Mission("one", "prague"), Assassin())
    for stored in store.games.games_of_campaign("duet", "one"):
        store.campaigns.save("duet", "one", {**RECORD, "last": stored.id})
    assert store.campaigns.list_campaigns("duet")[0].record["last"] == 1


# A moment of a day that is the same day everywhere.
NOON = 1_763_467_200.0
OURS = add_city(new_campaign("a1", "Ada & Bruno", ("Ada", "Bruno")), City("x1", 10, 20, 7, None, "Λάρισα"))
WON = Attempt("prague", 1_700_000_000.5, 1_700_000_900.25, True, 12)


def create_campaign(campaign: Campaign) -> CampaignRow:
    return CampaignRow(campaign.id, "duet", encode(campaign), 1.0)


def write_map(campaign: Campaign, folder: Path) -> bytes:
    parcel = export_map(create_campaign(campaign), NOON)
    parcel.write(folder / parcel.name)
    return (folder / parcel.name).read_bytes()


def read_written_map(**changed: Any) -> bytes:
    data = {"format": FORMAT, "version": 1, "game": "duet", "campaign": encode(OURS), **changed}
    return json.dumps({name: value for name, value in data.items() if value is not ...}).encode()


def list_local_maps(store: Store) -> Campaign:
    (found,) = store.campaigns.list_campaigns("duet")
    return decode(Campaign, found.record, "campaign")


def test_a_map_file_round_trips(tmp_path: Path) -> None:
    whole = replace(OURS, attempts=(WON,))
    came = read_map(write_map(whole, tmp_path), "map.json")
    assert (came.id, came.game, came.team) == ("a1", "duet", "Ada & Bruno")
    assert decode(Campaign, came.record, "campaign") == whole


def test_a_map_file_is_named_after_team_and_day() -> None:
    assert export_map(create_campaign(OURS), NOON).name == "map-ada-bruno-2025-11-18.json"


def test_teams_in_another_script_get_different_file_names() -> None:
    names = {
        export_map(create_campaign(replace(OURS, id=id, team="آرش و نیلوفر")), NOON).name
        for id in ("a1", "b2")
    }
    assert names == {"map-a1-2025-11-18.json", "map-b2-2025-11-18.json"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "damaged"),
        (b"not json", "damaged"),
        (read_written_map()[:-20], "damaged"),
        (b"[" * 50_000, "damaged"),
        (b"[1]", "unknown"),
        (read_written_map(format=1), "unknown"),
        (read_written_map(format="table-companion-backup"), "unknown"),
        (read_written_map(version=2, more="of something"), "newer"),
        (read_written_map(version=True), "damaged"),
        (read_written_map(version=0), "damaged"),
        (read_written_map(version=...), "damaged"),
        (read_written_map(more=1), "damaged"),
        (read_written_map(campaign=...), "damaged"),
        (read_written_map(game="chess"), "map_game"),
        (read_written_map(game="silver"), "map_game"),
        (read_written_map(game=["duet"]), "damaged"),
        (read_written_map(campaign=[]), "damaged"),
        (read_written_map(campaign={}), "damaged"),
        (read_written_map(campaign={**encode(OURS), "secret": 1}), "damaged"),
        (read_written_map(campaign={**encode(OURS), "id": ""}), "damaged"),
        (read_written_map(campaign={**encode(OURS), "team": "Ada\u202e"}), "damaged"),
        (read_written_map(campaign={**encode(OURS), "cities": []}), "damaged"),
        (read_written_map(campaign={**encode(OURS), "routes": [["prague", "atlantis"]]}), "damaged"),
        (read_written_map().replace(b'"team"', b'"id": "a1", "team"'), "damaged"),
        (read_written_map().replace(b"7", b"NaN"), "damaged"),
        (read_written_map().replace(b"7", b"9" * 5000), "damaged"),
    ],
)
def test_an_invalid_map_file_is_rejected_with_the_reason(data: bytes, code: str) -> None:
    with pytest.raises(ProblemError) as refused:
        read_map(data, "map.json")
    assert refused.value.problem.key == f"app.files.problem.{code}"
    assert refused.value.problem.args["file"] == "map.json"


# Whatever JSON there is, in the places where a map has something.
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3),
    max_leaves=6,
)


@st.composite
def list_invalid_maps(draw: st.DrawFn) -> bytes:
    """A sound map file in which a few values are others."""
    data = json.loads(read_written_map(campaign=encode(replace(OURS, attempts=(WON,)))))
    for _ in range(draw(st.integers(1, 3))):
        place: Any = data
        while True:
            at = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if not isinstance(place[at], dict | list) or not place[at] or draw(st.integers(0, 3)) == 0:
                place[at] = draw(anything)
                break
            place = place[at]
    return json.dumps(data).encode()


@settings(max_examples=50, deadline=None)
@given(data=list_invalid_maps() | st.binary(max_size=60))
def test_any_content_is_a_map_or_rejected(data: bytes) -> None:
    is_map(data)
    try:
        came = read_map(data, "map.json")
    except ProblemError:
        return
    # What was let in can be kept, and is as sound when it is read again.
    assert validate_map("duet", json.loads(json.dumps(came.record))) == came


# -- taken -------------------------------------------------------------------------------------------------


def import_from(campaign: Campaign) -> MapFile:
    return MapFile(campaign.id, "duet", encode(campaign))


def test_a_new_map_is_imported_and_the_import_undone(store: Store) -> None:
    taken = import_map(import_from(OURS), store.campaigns)
    assert taken is not None
    assert taken.previous is None
    assert list_local_maps(store) == OURS
    undo_import(taken, store.campaigns)
    assert store.campaigns.list_campaigns("duet") == ()


def test_an_incoming_map_is_merged_and_local_values_win(
    store: Store,
) -> None:
    store.campaigns.save("duet", "a1", encode(OURS))
    theirs = replace(OURS, team="Others", attempts=(WON,))
    taken = import_map(import_from(theirs), store.campaigns)
    assert taken is not None
    assert list_local_maps(store) == replace(OURS, attempts=(WON,))
    undo_import(taken, store.campaigns)
    assert list_local_maps(store) == OURS


def test_an_incoming_map_without_news_changes_nothing(store: Store) -> None:
    # Not in the order in which the rules would keep them.
    later = replace(WON, started=WON.started + 9, ended=WON.ended + 9)
    ours = replace(OURS, attempts=(later, WON), routes=OURS.routes[::-1])
    store.campaigns.save("duet", "a1", encode(ours))
    assert import_map(import_from(ours), store.campaigns) is None
    assert import_map(import_from(OURS), store.campaigns) is None
    assert list_local_maps(store) == ours


def test_undo_of_an_import_keeps_later_changes(store: Store) -> None:
    taken = import_map(import_from(OURS), store.campaigns)
    assert taken is not None
    store.campaigns.save("duet", "a1", encode(replace(OURS, attempts=(WON,))))
    undo_import(taken, store.campaigns)
    assert list_local_maps(store).attempts == (WON,)


def test_an_unreadable_local_map_is_replaced(store: Store) -> None:
    store.campaigns.save("duet", "a1", {"id": "a1", "team": 3})
    assert import_map(import_from(OURS), store.campaigns) is not None
    assert list_local_maps(store) == OURS


def test_a_map_of_another_game_with_the_same_id_is_not_replaced(store: Store) -> None:
    store.campaigns.save("chess", "a1", {"id": "a1"})
    assert import_map(import_from(OURS), store.campaigns) is None
    assert [found.record for found in store.campaigns.list_campaigns("chess")] == [{"id": "a1"}]


def test_a_map_is_not_imported_on_a_full_disk(store: Store) -> None:
    store.database.connection.execute("PRAGMA query_only=ON")
    with pytest.raises(StorageError):
        import_map(import_from(OURS), store.campaigns)


def test_two_diverged_maps_are_equal_after_an_exchange(store: Store, tmp_path: Path) -> None:
    lost = Attempt("prague", 1_700_000_100.0, 1_700_000_400.0, False)
    here = replace(OURS, attempts=(WON,))
    numbered = replace(get_city(OURS, "x1"), mistakes=4)
    there = replace(OURS, cities=(*OURS.cities[:-1], numbered), attempts=(lost,))
    store.campaigns.save("duet", "a1", encode(here))
    import_map(read_map(write_map(there, tmp_path), "map.json"), store.campaigns)
    back = read_map(write_map(list_local_maps(store), tmp_path), "map.json")
    assert merge_campaigns(there, decode(Campaign, back.record, "campaign")) == list_local_maps(store)
    assert list_local_maps(store).attempts == (lost, WON)
    assert get_city(list_local_maps(store), "x1").mistakes == 4
