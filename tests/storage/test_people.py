"""People: looks, merged names, renaming and forgetting everywhere, with undo."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.game import ProblemError
from companion.core.players import normalize_name
from companion.core.serialization import encode
from companion.statistics.person import PERSON_COLOURS, PERSON_ICONS, Person, PersonAlias
from companion.statistics.query import GameFilter
from companion.storage.database import dump_json
from companion.storage.games import open_session
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock
from tools.random_games import random_game

# Names that nothing else in the file is called.
NAME, OTHER, GREEK = "Zdenka", "Zdeni", "Ζηνοβία"


def save_game(store: Store, clock: Clock, *players: str, game: str = "silver") -> int:
    clock.on(60)
    return store.games.start(game, {"players": list(players), "mode": "rounds"}).id


def find_person(store: Store, name: str) -> Person:
    index_all(store.database)
    found = store.people.find(name)
    assert found is not None, name
    return found


def merge_names(store: Store, one: str, other: str) -> None:
    store.people.merge(find_person(store, one), find_person(store, other))


def add_note(store: Store, game: int, text: str) -> None:
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (?, 0, 0, ?, 1.0)", (game, text))


def read_table(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All that is in the file, but for what is counted again when somebody asks."""
    tables = [name for (name,) in store.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {table: store.database.rows(f"SELECT * FROM {table}") for table in sorted(tables)}
    return {table: sorted(rows, key=repr) for table, rows in found.items()}


def read_index(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    index_all(store.database)
    return read_table(store)


def list_cells(store: Store) -> Iterator[tuple[str, str]]:
    """Every text in every table, and every text inside of those that are JSON."""

    def within(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for key, held in value.items():
                yield from within(key)
                yield from within(held)
        elif isinstance(value, list):
            for held in value:
                yield from within(held)

    for table, found in read_table(store).items():
        for row in found:
            for cell in row:
                if isinstance(cell, str):
                    yield table, cell
                    with suppress(ValueError):
                        yield from ((table, text) for text in within(json.loads(cell)))


def find_places(store: Store, name: str) -> set[str]:
    reading = normalize_name(name)
    return {table for table, text in list_cells(store) if reading in normalize_name(text)}


@pytest.fixture
def everywhere(store: Store, clock: Clock) -> Store:
    """Somebody with two names and a third in another script, in every place that keeps one."""
    first = save_game(store, clock, "Bruno", NAME, "Chloe")
    save_game(store, clock, OTHER, "Bruno")
    save_game(store, clock, "3", GREEK, game="duet")
    gone = save_game(store, clock, NAME, "Dario")
    store.games.delete(gone)
    store.games.set_title(first, f"{NAME}'s first win")
    add_note(store, first, f"Here {NAME.upper()} laughed,\nand Bruno did not.")
    store.rosters.remember(["Bruno", NAME, OTHER])
    store.rosters.save_group(f"{NAME} and friends", [NAME, "Bruno"])
    store.rosters.save_group("Alone", [OTHER])
    store.campaigns.save("duet", "m1", {"id": "m1", "team": f"{NAME} & Bruno", "players": [NAME, "Bruno"]})
    read = normalize_name(NAME)
    kept = {
        "last.silver": {"players": [NAME, "Bruno"], "limit": 100},
        "last.silver.people": {"new": [read], "versed": ["bruno", normalize_name(OTHER)], "guest": False},
        "last.avalon.rule_notes": {"by_entry": {"vote": f"{NAME} counts"}},
        "last.whereabouts": {
            "mark": {"game": "silver", "players": ["Bruno", NAME], "typed": {"name": NAME, "seat.1": "Bru"}},
            "renaming": {"table": first, "seat": 1, "typed": NAME},
        },
    }
    for key, value in kept.items():
        store.settings.save(key, value)
    merge_names(store, NAME, OTHER)
    store.people.set_look(find_person(store, NAME), "star", "sea")
    index_all(store.database)
    return store


# -- who there is -------------------------------------------------------------------------------------------


def test_everybody_who_played_or_is_in_a_roster_is_listed_once(store: Store, clock: Clock) -> None:
    save_game(store, clock, "Ada", "2", "Bruno")
    save_game(store, clock, "ADA", "Chloe", game="duet")
    last = clock()
    store.rosters.remember(["ada", "Dario"])
    store.rosters.save_group("All", ["Bruno", "Eleni"])
    index_all(store.database)
    people = {person.name: person for person in store.people.list_people()}
    assert list(people) == ["ADA", "Bruno", "Chloe", "Dario", "Eleni"]
    assert [person.game_count for person in people.values()] == [2, 1, 1, 0, 0]
    assert people["ADA"].last_started == last
    assert people["Eleni"].last_started is None


def test_a_deleted_game_does_not_count(store: Store, clock: Clock) -> None:
    store.games.delete(save_game(store, clock, "Ada", "Bruno"))
    save_game(store, clock, "Ada", "Chloe")
    assert find_person(store, "Ada").game_count == 1
    assert store.people.find("Bruno") is None


def test_a_person_is_found_by_any_alias(store: Store, clock: Clock) -> None:
    save_game(store, clock, "Ada", "Bruno")
    save_game(store, clock, "Addie", "Bruno")
    merge_names(store, "Ada", "Addie")
    found = find_person(store, "addie")
    assert (found.name, found.aliases, found.game_count) == ("Ada", (PersonAlias("addie", "Addie"),), 2)


# -- looks --------------------------------------------------------------------------------------------------


def test_icon_and_colour_are_stored_and_removed(store: Store, clock: Clock) -> None:
    save_game(store, clock, "Ada", "Bruno")
    before = read_index(store)
    store.people.set_look(find_person(store, "Ada"), PERSON_ICONS[0], PERSON_COLOURS[1])
    shown = find_person(store, "Ada")
    assert (shown.icon, shown.colour) == (PERSON_ICONS[0], PERSON_COLOURS[1])
    assert store.people.load_looks() == {"ada": (PERSON_ICONS[0], PERSON_COLOURS[1])}
    store.people.set_look(shown, None, None)
    assert read_table(store) == before


def test_an_alias_has_the_look_of_its_person(store: Store, clock: Clock) -> None:
    save_game(store, clock, "Ada", "Bruno")
    save_game(store, clock, "Addie", "Bruno")
    store.people.set_look(find_person(store, "Ada"), "star", None)
    merge_names(store, "Ada", "Addie")
    assert store.people.load_looks()["addie"] == ("star", None)


def test_an_unknown_icon_is_rejected_and_a_stored_one_ignored(store: Store) -> None:
    with pytest.raises(ValueError, match="skyscraper"):
        store.people.set_look(Person("ada", "Ada"), "skyscraper", None)
    with store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'skyscraper', 'mauve', NULL)", ())
    assert store.people.list_people() == (Person("ada", "Ada"),)


# -- two names of one person --------------------------------------------------------------------------------


def test_a_merge_updates_all_statistics_at_once(store: Store, clock: Clock) -> None:
    save_game(store, clock, "Ada", "Bruno")
    save_game(store, clock, "Addie", "Bruno")
    index_all(store.database)
    merge_names(store, "Ada", "Addie")
    assert store.statistics.stale_count == 0
    assert {played.person: played.games for played in store.statistics.sum_person_results(GameFilter())} == {
        "ada": 2,
        "bruno": 2,
    }
    assert store.statistics.load_names()["ada"] == "Ada"


def test_a_split_undoes_a_merge(store: Store, clock: Clock) -> None:
    for name in ("Ada", "Addie", "Adele"):
        save_game(store, clock, name, "Bruno")
    merge_names(store, "Addie", "Adele")
    store.people.set_look(find_person(store, "Ada"), "moon", None)
    before = read_index(store)
    other = find_person(store, "Addie")
    store.people.merge(find_person(store, "Ada"), other)
    assert {name.name for name in find_person(store, "Ada").aliases} == {"Addie", "Adele"}
    store.people.split(PersonAlias(other.name_key, other.name))
    assert read_table(store) == before


def test_repeated_merges_are_split_in_any_order(store: Store, clock: Clock) -> None:
    for name in ("Ada", "Addie", "Adele", "Zoe"):
        save_game(store, clock, name, "Bruno")
    steps = [read_index(store)]
    for one, other in (("Addie", "Adele"), ("Ada", "Addie"), ("Zoe", "Ada")):
        merge_names(store, one, other)
        steps.append(read_table(store))
    for name in ("Ada", "Addie", "Adele"):
        assert read_table(store) == steps.pop()
        store.people.split(PersonAlias(normalize_name(name), name))
    assert read_table(store) == steps.pop()


def test_merged_names_are_renamed_and_forgotten_too(store: Store, clock: Clock) -> None:
    for name in ("Ada", "Addie", "Adele", "Zoe"):
        save_game(store, clock, name, "Bruno")
    for one, other in (("Addie", "Adele"), ("Ada", "Addie")):
        merge_names(store, one, other)
    store.people.rename(find_person(store, "Ada"), "Zdenka")
    store.people.split(PersonAlias("addie", "Addie"))
    assert [other.name for other in find_person(store, "Addie").aliases] == ["Adele"]
    merge_names(store, "Zoe", "Addie")
    store.people.forget(find_person(store, "Zoe"))
    for name in ("Addie", "Adele", "Zoe"):
        assert find_places(store, name) == set()


def test_a_merge_equals_a_new_index(store: Store, clock: Clock) -> None:
    for names in (("Ada", "Bruno"), ("Addie", "Chloe"), ("Bruno", "Addie")):
        save_game(store, clock, *names)
    merge_names(store, "Addie", "Ada")
    at_once = read_table(store)
    with store.database.transaction() as execute:
        execute("UPDATE games SET counted = 0", ())
    assert read_index(store) == at_once


def test_players_of_one_game_cannot_be_merged(store: Store, clock: Clock) -> None:
    save_game(store, clock, "Ada", "Addie")
    before = read_index(store)
    with pytest.raises(ProblemError) as refused:
        merge_names(store, "Ada", "Addie")
    assert refused.value.problem.key == "people.problem.together"
    assert read_table(store) == before


# -- called otherwise ---------------------------------------------------------------------------------------


def test_a_rename_changes_every_place_but_written_text(everywhere: Store) -> None:
    everywhere.people.rename(find_person(everywhere, NAME), "Wilhelmina")
    index_all(everywhere.database)
    # Titles, remarks and groups are called what people called them; tallies are searched by those words.
    assert find_places(everywhere, NAME) == {"games", "notes", "groups", "tallies", "settings"}
    assert everywhere.games.load(1).setup["players"] == ["Bruno", "Wilhelmina", "Chloe"]
    assert everywhere.games.load(1).title == f"{NAME}'s first win"
    assert everywhere.rosters.list_players()[1].name == "Wilhelmina"
    found = find_person(everywhere, "Wilhelmina")
    assert (found.icon, found.colour) == ("star", "sea")
    assert [other.name for other in found.aliases] == [OTHER]
    assert found.game_count == 2
    kept = everywhere.campaigns.find("m1")
    assert kept is not None
    assert (kept.record["team"], kept.record["players"]) == ("Wilhelmina & Bruno", ["Wilhelmina", "Bruno"])


def test_another_spelling_is_a_rename(everywhere: Store) -> None:
    everywhere.people.rename(find_person(everywhere, NAME), NAME.upper())
    assert everywhere.games.load(1).setup["players"][1] == NAME.upper()
    assert find_person(everywhere, NAME).name == NAME.upper()
    assert find_person(everywhere, NAME).icon == "star"


def test_a_person_can_be_renamed_to_their_alias(everywhere: Store) -> None:
    everywhere.people.rename(find_person(everywhere, NAME), OTHER)
    found = find_person(everywhere, OTHER)
    assert (found.name, found.aliases, found.game_count, found.icon) == (OTHER, (), 2, "star")
    assert [player.name for player in everywhere.rosters.list_players()] == ["Bruno", OTHER]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("bruno", "people.problem.taken"),
        ("Dario", "people.problem.taken"),
        ("", "app.problem.name_empty"),
        ("12", "app.problem.name_number"),
        ("x" * 41, "app.problem.name_long"),
    ],
)
def test_an_invalid_name_is_rejected(everywhere: Store, typed: str, key: str) -> None:
    before = read_table(everywhere)
    with pytest.raises(ProblemError) as refused:
        everywhere.people.rename(find_person(everywhere, NAME), typed)
    assert refused.value.problem.key == key
    assert read_table(everywhere) == before


def test_two_players_of_one_game_never_get_the_same_name(store: Store, clock: Clock) -> None:
    save_game(store, clock, "Ada", "Addie")
    # As a backup may bring it: nobody here would make them one.
    with store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('addie', 'Addie', NULL, NULL, 'ada')", ())
    before = read_index(store)
    with pytest.raises(ProblemError) as refused:
        store.people.rename(find_person(store, "Ada"), "Addie")
    assert refused.value.problem.key == "people.problem.same_table"
    assert read_table(store) == before


# -- forgotten ----------------------------------------------------------------------------------------------


def test_a_forgotten_name_is_stored_nowhere(everywhere: Store) -> None:
    assert len(find_places(everywhere, NAME)) >= 8
    everywhere.people.forget(find_person(everywhere, NAME))
    for name in (NAME, OTHER):
        assert find_places(everywhere, name) == set()
    index_all(everywhere.database)
    for name in (NAME, OTHER):
        assert find_places(everywhere, name) == set()


def test_forgetting_keeps_games_and_everybody_else(everywhere: Store) -> None:
    games = everywhere.games.count()
    everywhere.people.forget(find_person(everywhere, NAME))
    index_all(everywhere.database)
    assert everywhere.games.count() == games
    assert everywhere.games.load(1).setup["players"] == ["Bruno", "2", "Chloe"]
    assert everywhere.games.load(1).title == "…'s first win"
    assert everywhere.database.rows("SELECT text FROM notes") == [("Here … laughed,\nand Bruno did not.",)]
    assert [(group.name, group.players) for group in everywhere.rosters.list_groups()] == [
        ("… and friends", ("Bruno",))
    ]
    assert [player.name for player in everywhere.rosters.list_players()] == ["Bruno"]
    assert everywhere.settings.find("last.silver.people") == {"new": [], "versed": ["bruno"], "guest": False}
    assert {person.name for person in everywhere.people.list_people()} == {"Bruno", "Chloe", GREEK}
    assert find_person(everywhere, "Bruno").game_count == 2


@pytest.mark.parametrize("act", ["rename", "forget"])
def test_undo_restores_every_row(everywhere: Store, act: str) -> None:
    before = read_index(everywhere)
    someone = find_person(everywhere, NAME)
    people = everywhere.people
    changes = people.forget(someone) if act == "forget" else people.rename(someone, "Wilhelmina")
    assert read_index(everywhere) != before
    people.undo_rename(changes)
    assert read_index(everywhere) == before


def test_undo_keeps_rows_that_were_changed_since(everywhere: Store) -> None:
    changes = everywhere.people.forget(find_person(everywhere, NAME))
    everywhere.games.set_title(1, "Something else")
    everywhere.people.undo_rename(changes)
    stored = everywhere.games.load(1)
    assert (stored.title, stored.setup["players"]) == ("Something else", ["Bruno", NAME, "Chloe"])


@pytest.mark.parametrize("act", ["rename", "forget"])
def test_a_rename_updates_the_index_at_once(everywhere: Store, act: str) -> None:
    someone, people = find_person(everywhere, NAME), everywhere.people
    _ = people.forget(someone) if act == "forget" else people.rename(someone, "Wilhelmina")
    assert everywhere.statistics.stale_count == 0
    at_once = read_table(everywhere)
    with everywhere.database.transaction() as execute:
        execute("UPDATE games SET counted = 0 WHERE deleted IS NULL", ())
    assert read_index(everywhere) == at_once


@pytest.mark.parametrize("act", ["rename", "forget"])
def test_a_failing_rename_changes_nothing(
    everywhere: Store, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, someone = read_table(everywhere), find_person(everywhere, NAME)

    def breaks(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("companion.storage.people.refresh_search_words", breaks)
    people = everywhere.people
    with pytest.raises(OSError, match="no room"):
        people.forget(someone) if act == "forget" else people.rename(someone, "W")
    assert read_table(everywhere) == before


def test_metrics_follow_their_person_at_once(store: Store, clock: Clock) -> None:
    dice = Random(5)
    for _ in range(12):
        clock.on(600)
        game = random_game(dice)
        session = open_session(game.game, store.games.start(game.game.id, encode(game.setup)), store.games)
        for move in game.moves:
            session.play(move)
    index_all(store.database)
    facts = "SELECT * FROM facts ORDER BY 1, 2, 3, 4, 5, 6"
    busiest = max(store.people.list_people(), key=lambda person: person.game_count)
    store.people.rename(busiest, NAME)
    at_once = store.database.rows(facts)
    assert any(normalize_name(NAME) in row for row in at_once)
    index_all(store.database)
    assert store.database.rows(facts) == at_once
    store.people.forget(find_person(store, NAME))
    at_once = store.database.rows(facts)
    index_all(store.database)
    assert store.database.rows(facts) == at_once


# -- and nothing is left of it on the disk ------------------------------------------------------------------


def read_bytes_of(name: str) -> set[bytes]:
    """The name as it may stand in the file: as it is, as it is read, and as JSON writes either."""
    forms = {name, name.upper(), normalize_name(name)}
    return {form.encode() for form in forms} | {dump_json(form).strip('"').encode() for form in forms}


def contains_name(folder: Path, name: str) -> set[str]:
    return {
        path.name
        for path in folder.iterdir()
        if path.is_file() and any(form in path.read_bytes() for form in read_bytes_of(name))
    }


@pytest.mark.parametrize("name", [NAME, GREEK])
def test_secure_delete_leaves_no_byte_of_the_name(everywhere: Store, tmp_path: Path, name: str) -> None:
    earlier = tmp_path / "companion.before-v6-20260101-000000.db"
    earlier.write_bytes(name.encode())
    # A page that held the name once and is used no more.
    for at in range(400):
        everywhere.settings.save(f"old.{at}", {"typed": f"{name} " * 20})
    for at in range(400):
        everywhere.settings.delete(f"old.{at}")
    everywhere.database.checkpoint()
    assert "companion.db" in contains_name(tmp_path, name)
    everywhere.people.forget(find_person(everywhere, name))
    everywhere.people.secure_delete()
    assert contains_name(tmp_path, name) == set()
    assert everywhere.settings.find("forgotten.sweep") is None


def test_secure_delete_is_done_at_the_next_start_after_a_kill(
    everywhere: Store, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    everywhere.people.forget(find_person(everywhere, NAME))
    # As a kill leaves it: the file and its log as they lie there.
    with (
        sqlite3.connect(tmp_path / "companion.db", timeout=0) as held,
        pytest.raises(sqlite3.OperationalError),
    ):
        held.execute("SELECT 1 FROM games")
    killed = tmp_path / "killed"
    killed.mkdir()
    for path in tmp_path.glob("companion.db*"):
        (killed / path.name).write_bytes(path.read_bytes())
    again = open_store(killed, Clock())
    try:
        assert again.is_durable
        assert find_places(again, NAME) == set()
        again.checkpoint()
        assert contains_name(killed, NAME) == set()
    finally:
        again.close()


def test_undo_cancels_the_secure_delete(everywhere: Store) -> None:
    everywhere.people.undo_rename(everywhere.people.forget(find_person(everywhere, NAME)))
    assert everywhere.settings.find("forgotten.sweep") is None


def test_a_group_filter_accepts_any_alias(store: Store, clock: Clock) -> None:
    for one in ("Ada", "Addie"):
        save_game(store, clock, one, "Bruno")
    merge_names(store, "Ada", "Addie")
    group = GameFilter(group=("Addie", "Bruno"))
    assert store.statistics.count_games(group) == 2
    assert store.statistics.count_games(GameFilter(people=("addie",))) == 2


def test_a_person_with_two_seats_counts_once_and_is_forgotten_by_both_names(
    store: Store, clock: Clock
) -> None:
    for one in (NAME, OTHER):
        save_game(store, clock, one, "Bruno")
    merge_names(store, NAME, OTHER)
    save_game(store, clock, NAME, OTHER, "Bruno")
    save_game(store, clock, "Max", "Bruno")
    assert find_person(store, NAME).game_count == 3
    merge_names(store, "Max", NAME)
    assert find_person(store, "Max").game_count == 4
    store.people.forget(find_person(store, "Max"))
    seated = store.database.rows("SELECT name, reading FROM seats")
    assert {name for name, _ in seated} == {"1", "2", "Bruno"}
