"""Everybody who plays here: looks, two names of one person, other names everywhere, forgotten everywhere."""

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
from companion.statistics.people import PERSON_COLOURS, PERSON_ICONS, Person, PersonAlias
from companion.statistics.query import GameFilter
from companion.storage.database import dump_json
from companion.storage.games import open_session
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock
from tools.random_games import random_game

# Names that nothing else in the file is called.
NAME, OTHER, GREEK = "Zdenka", "Zdeni", "Ζηνοβία"


def played(store: Store, clock: Clock, *players: str, game: str = "silver") -> int:
    clock.on(60)
    return store.games.start(game, {"players": list(players), "mode": "rounds"}).id


def person(store: Store, name: str) -> Person:
    index_all(store.database)
    found = store.people.find(name)
    assert found is not None, name
    return found


def same(store: Store, one: str, other: str) -> None:
    store.people.merge(person(store, one), person(store, other))


def note(store: Store, game: int, text: str) -> None:
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (?, 0, 0, ?, 1.0)", (game, text))


def rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All that is in the file, but for what is counted again when somebody asks."""
    tables = [name for (name,) in store.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {table: store.database.rows(f"SELECT * FROM {table}") for table in sorted(tables)}
    return {table: sorted(rows, key=repr) for table, rows in found.items()}


def counted_rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    index_all(store.database)
    return rows(store)


def cells(store: Store) -> Iterator[tuple[str, str]]:
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

    for table, found in rows(store).items():
        for row in found:
            for cell in row:
                if isinstance(cell, str):
                    yield table, cell
                    with suppress(ValueError):
                        yield from ((table, text) for text in within(json.loads(cell)))


def places_of(store: Store, name: str) -> set[str]:
    reading = normalize_name(name)
    return {table for table, text in cells(store) if reading in normalize_name(text)}


@pytest.fixture
def everywhere(store: Store, clock: Clock) -> Store:
    """Somebody with two names and a third in another script, in every place that keeps one."""
    first = played(store, clock, "Bruno", NAME, "Chloe")
    played(store, clock, OTHER, "Bruno")
    played(store, clock, "3", GREEK, game="duet")
    gone = played(store, clock, NAME, "Dario")
    store.games.delete(gone)
    store.games.set_title(first, f"{NAME}'s first win")
    note(store, first, f"Here {NAME.upper()} laughed,\nand Bruno did not.")
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
    same(store, NAME, OTHER)
    store.people.set_look(person(store, NAME), "star", "sea")
    index_all(store.database)
    return store


# -- who there is -------------------------------------------------------------------------------------------


def test_whoever_has_played_is_remembered_or_is_in_a_group_is_there_once(store: Store, clock: Clock) -> None:
    played(store, clock, "Ada", "2", "Bruno")
    played(store, clock, "ADA", "Chloe", game="duet")
    last = clock()
    store.rosters.remember(["ada", "Dario"])
    store.rosters.save_group("All", ["Bruno", "Eleni"])
    index_all(store.database)
    people = {person.name: person for person in store.people.list_people()}
    assert list(people) == ["ADA", "Bruno", "Chloe", "Dario", "Eleni"]
    assert [person.game_count for person in people.values()] == [2, 1, 1, 0, 0]
    assert people["ADA"].last_started == last
    assert people["Eleni"].last_started is None


def test_a_deleted_game_counts_for_nobody(store: Store, clock: Clock) -> None:
    store.games.delete(played(store, clock, "Ada", "Bruno"))
    played(store, clock, "Ada", "Chloe")
    assert person(store, "Ada").game_count == 1
    assert store.people.find("Bruno") is None


def test_somebody_is_found_by_any_of_their_names(store: Store, clock: Clock) -> None:
    played(store, clock, "Ada", "Bruno")
    played(store, clock, "Addie", "Bruno")
    same(store, "Ada", "Addie")
    found = person(store, "addie")
    assert (found.name, found.aliases, found.game_count) == ("Ada", (PersonAlias("addie", "Addie"),), 2)


# -- looks --------------------------------------------------------------------------------------------------


def test_a_mark_and_a_colour_are_kept_and_taken_off_again(store: Store, clock: Clock) -> None:
    played(store, clock, "Ada", "Bruno")
    before = counted_rows(store)
    store.people.set_look(person(store, "Ada"), PERSON_ICONS[0], PERSON_COLOURS[1])
    shown = person(store, "Ada")
    assert (shown.icon, shown.colour) == (PERSON_ICONS[0], PERSON_COLOURS[1])
    assert store.people.load_looks() == {"ada": (PERSON_ICONS[0], PERSON_COLOURS[1])}
    store.people.set_look(shown, None, None)
    assert rows(store) == before


def test_another_name_looks_like_the_one_who_is_shown(store: Store, clock: Clock) -> None:
    played(store, clock, "Ada", "Bruno")
    played(store, clock, "Addie", "Bruno")
    store.people.set_look(person(store, "Ada"), "star", None)
    same(store, "Ada", "Addie")
    assert store.people.load_looks()["addie"] == ("star", None)


def test_a_mark_that_is_not_known_is_refused_and_one_from_elsewhere_is_none(store: Store) -> None:
    with pytest.raises(ValueError, match="skyscraper"):
        store.people.set_look(Person("ada", "Ada"), "skyscraper", None)
    with store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'skyscraper', 'mauve', NULL)", ())
    assert store.people.list_people() == (Person("ada", "Ada"),)


# -- two names of one person --------------------------------------------------------------------------------


def test_two_names_are_one_person_in_all_numbers_at_once(store: Store, clock: Clock) -> None:
    played(store, clock, "Ada", "Bruno")
    played(store, clock, "Addie", "Bruno")
    index_all(store.database)
    same(store, "Ada", "Addie")
    assert store.statistics.stale_count == 0
    assert {played.person: played.games for played in store.statistics.sum_person_results(GameFilter())} == {
        "ada": 2,
        "bruno": 2,
    }
    assert store.statistics.load_names()["ada"] == "Ada"


def test_taken_apart_everything_is_as_it_was(store: Store, clock: Clock) -> None:
    for name in ("Ada", "Addie", "Adele"):
        played(store, clock, name, "Bruno")
    same(store, "Addie", "Adele")
    store.people.set_look(person(store, "Ada"), "moon", None)
    before = counted_rows(store)
    other = person(store, "Addie")
    store.people.merge(person(store, "Ada"), other)
    assert {name.name for name in person(store, "Ada").aliases} == {"Addie", "Adele"}
    store.people.split(PersonAlias(other.name_key, other.name))
    assert rows(store) == before


def test_however_often_they_became_one_they_are_taken_apart_as_they_were(store: Store, clock: Clock) -> None:
    for name in ("Ada", "Addie", "Adele", "Zoe"):
        played(store, clock, name, "Bruno")
    steps = [counted_rows(store)]
    for one, other in (("Addie", "Adele"), ("Ada", "Addie"), ("Zoe", "Ada")):
        same(store, one, other)
        steps.append(rows(store))
    for name in ("Ada", "Addie", "Adele"):
        assert rows(store) == steps.pop()
        store.people.split(PersonAlias(normalize_name(name), name))
    assert rows(store) == steps.pop()


def test_what_came_along_is_called_otherwise_and_forgotten_too(store: Store, clock: Clock) -> None:
    for name in ("Ada", "Addie", "Adele", "Zoe"):
        played(store, clock, name, "Bruno")
    for one, other in (("Addie", "Adele"), ("Ada", "Addie")):
        same(store, one, other)
    store.people.rename(person(store, "Ada"), "Zdenka")
    store.people.split(PersonAlias("addie", "Addie"))
    assert [other.name for other in person(store, "Addie").aliases] == ["Adele"]
    same(store, "Zoe", "Addie")
    store.people.forget(person(store, "Zoe"))
    for name in ("Addie", "Adele", "Zoe"):
        assert places_of(store, name) == set()


def test_a_merge_gives_what_counting_all_anew_would_give(store: Store, clock: Clock) -> None:
    for names in (("Ada", "Bruno"), ("Addie", "Chloe"), ("Bruno", "Addie")):
        played(store, clock, *names)
    same(store, "Addie", "Ada")
    at_once = rows(store)
    with store.database.transaction() as execute:
        execute("UPDATE games SET counted = 0", ())
    assert counted_rows(store) == at_once


def test_those_who_sat_at_one_table_are_two(store: Store, clock: Clock) -> None:
    played(store, clock, "Ada", "Addie")
    before = counted_rows(store)
    with pytest.raises(ProblemError) as refused:
        same(store, "Ada", "Addie")
    assert refused.value.problem.key == "people.problem.together"
    assert rows(store) == before


# -- called otherwise ---------------------------------------------------------------------------------------


def test_a_new_name_stands_everywhere_and_the_old_one_only_in_what_people_wrote(everywhere: Store) -> None:
    everywhere.people.rename(person(everywhere, NAME), "Wilhelmina")
    index_all(everywhere.database)
    # Titles, remarks and groups are called what people called them; tallies are searched by those words.
    assert places_of(everywhere, NAME) == {"games", "notes", "groups", "tallies", "settings"}
    assert everywhere.games.load(1).setup["players"] == ["Bruno", "Wilhelmina", "Chloe"]
    assert everywhere.games.load(1).title == f"{NAME}'s first win"
    assert everywhere.rosters.list_players()[1].name == "Wilhelmina"
    found = person(everywhere, "Wilhelmina")
    assert (found.icon, found.colour) == ("star", "sea")
    assert [other.name for other in found.aliases] == [OTHER]
    assert found.game_count == 2
    kept = everywhere.campaigns.find("m1")
    assert kept is not None
    assert (kept.record["team"], kept.record["players"]) == ("Wilhelmina & Bruno", ["Wilhelmina", "Bruno"])


def test_another_spelling_of_the_same_name_is_a_new_name(everywhere: Store) -> None:
    everywhere.people.rename(person(everywhere, NAME), NAME.upper())
    assert everywhere.games.load(1).setup["players"][1] == NAME.upper()
    assert person(everywhere, NAME).name == NAME.upper()
    assert person(everywhere, NAME).icon == "star"


def test_somebody_may_be_called_by_another_name_of_theirs(everywhere: Store) -> None:
    everywhere.people.rename(person(everywhere, NAME), OTHER)
    found = person(everywhere, OTHER)
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
def test_a_name_that_cannot_be_is_refused_whole(everywhere: Store, typed: str, key: str) -> None:
    before = rows(everywhere)
    with pytest.raises(ProblemError) as refused:
        everywhere.people.rename(person(everywhere, NAME), typed)
    assert refused.value.problem.key == key
    assert rows(everywhere) == before


def test_two_of_a_table_never_get_the_same_name(store: Store, clock: Clock) -> None:
    played(store, clock, "Ada", "Addie")
    # As a backup may bring it: nobody here would make them one.
    with store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('addie', 'Addie', NULL, NULL, 'ada')", ())
    before = counted_rows(store)
    with pytest.raises(ProblemError) as refused:
        store.people.rename(person(store, "Ada"), "Addie")
    assert refused.value.problem.key == "people.problem.same_table"
    assert rows(store) == before


# -- forgotten ----------------------------------------------------------------------------------------------


def test_a_forgotten_name_is_nowhere(everywhere: Store) -> None:
    assert len(places_of(everywhere, NAME)) >= 8
    everywhere.people.forget(person(everywhere, NAME))
    for name in (NAME, OTHER):
        assert places_of(everywhere, name) == set()
    index_all(everywhere.database)
    for name in (NAME, OTHER):
        assert places_of(everywhere, name) == set()


def test_games_stay_and_so_does_everybody_else(everywhere: Store) -> None:
    games = everywhere.games.count()
    everywhere.people.forget(person(everywhere, NAME))
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
    assert person(everywhere, "Bruno").game_count == 2


@pytest.mark.parametrize("act", ["rename", "forget"])
def test_taken_back_all_is_as_it_was(everywhere: Store, act: str) -> None:
    before = counted_rows(everywhere)
    someone = person(everywhere, NAME)
    people = everywhere.people
    changes = people.forget(someone) if act == "forget" else people.rename(someone, "Wilhelmina")
    assert counted_rows(everywhere) != before
    people.undo_rename(changes)
    assert counted_rows(everywhere) == before


def test_what_was_changed_meanwhile_stays_so_when_it_is_taken_back(everywhere: Store) -> None:
    changes = everywhere.people.forget(person(everywhere, NAME))
    everywhere.games.set_title(1, "Something else")
    everywhere.people.undo_rename(changes)
    stored = everywhere.games.load(1)
    assert (stored.title, stored.setup["players"]) == ("Something else", ["Bruno", NAME, "Chloe"])


@pytest.mark.parametrize("act", ["rename", "forget"])
def test_all_that_was_counted_is_right_at_once(everywhere: Store, act: str) -> None:
    someone, people = person(everywhere, NAME), everywhere.people
    _ = people.forget(someone) if act == "forget" else people.rename(someone, "Wilhelmina")
    assert everywhere.statistics.stale_count == 0
    at_once = rows(everywhere)
    with everywhere.database.transaction() as execute:
        execute("UPDATE games SET counted = 0 WHERE deleted IS NULL", ())
    assert counted_rows(everywhere) == at_once


@pytest.mark.parametrize("act", ["rename", "forget"])
def test_a_step_that_breaks_off_changes_nothing(
    everywhere: Store, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, someone = rows(everywhere), person(everywhere, NAME)

    def breaks(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("companion.storage.people.refresh_search_words", breaks)
    people = everywhere.people
    with pytest.raises(OSError, match="no room"):
        people.forget(someone) if act == "forget" else people.rename(someone, "W")
    assert rows(everywhere) == before


def test_whose_facts_are_whose_follows_at_once(store: Store, clock: Clock) -> None:
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
    store.people.forget(person(store, NAME))
    at_once = store.database.rows(facts)
    index_all(store.database)
    assert store.database.rows(facts) == at_once


# -- and nothing is left of it on the disk ------------------------------------------------------------------


def written(name: str) -> set[bytes]:
    """The name as it may stand in the file: as it is, as it is read, and as JSON writes either."""
    forms = {name, name.upper(), normalize_name(name)}
    return {form.encode() for form in forms} | {dump_json(form).strip('"').encode() for form in forms}


def holds(folder: Path, name: str) -> set[str]:
    return {
        path.name
        for path in folder.iterdir()
        if path.is_file() and any(form in path.read_bytes() for form in written(name))
    }


@pytest.mark.parametrize("name", [NAME, GREEK])
def test_when_it_is_final_no_byte_of_the_name_is_left(everywhere: Store, tmp_path: Path, name: str) -> None:
    earlier = tmp_path / "companion.before-v6-20260101-000000.db"
    earlier.write_bytes(name.encode())
    # A page that held the name once and is used no more.
    for at in range(400):
        everywhere.settings.save(f"old.{at}", {"typed": f"{name} " * 20})
    for at in range(400):
        everywhere.settings.delete(f"old.{at}")
    everywhere.database.checkpoint()
    assert "companion.db" in holds(tmp_path, name)
    everywhere.people.forget(person(everywhere, name))
    everywhere.people.secure_delete()
    assert holds(tmp_path, name) == set()
    assert everywhere.settings.find("forgotten.sweep") is None


def test_killed_before_that_the_next_time_sees_to_it(
    everywhere: Store, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    everywhere.people.forget(person(everywhere, NAME))
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
        assert places_of(again, NAME) == set()
        again.checkpoint()
        assert holds(killed, NAME) == set()
    finally:
        again.close()


def test_taken_back_there_is_nothing_to_sweep(everywhere: Store) -> None:
    everywhere.people.undo_rename(everywhere.people.forget(person(everywhere, NAME)))
    assert everywhere.settings.find("forgotten.sweep") is None


def test_a_group_is_found_by_any_name_of_its_people(store: Store, clock: Clock) -> None:
    for one in ("Ada", "Addie"):
        played(store, clock, one, "Bruno")
    same(store, "Ada", "Addie")
    group = GameFilter(group=("Addie", "Bruno"))
    assert store.statistics.count_games(group) == 2
    assert store.statistics.count_games(GameFilter(people=("addie",))) == 2


def test_whoever_sat_beside_themselves_is_counted_once_and_forgotten_by_both_names(
    store: Store, clock: Clock
) -> None:
    for one in (NAME, OTHER):
        played(store, clock, one, "Bruno")
    same(store, NAME, OTHER)
    played(store, clock, NAME, OTHER, "Bruno")
    played(store, clock, "Max", "Bruno")
    assert person(store, NAME).game_count == 3
    same(store, "Max", NAME)
    assert person(store, "Max").game_count == 4
    store.people.forget(person(store, "Max"))
    seated = store.database.rows("SELECT name, reading FROM seats")
    assert {name for name, _ in seated} == {"1", "2", "Bruno"}
