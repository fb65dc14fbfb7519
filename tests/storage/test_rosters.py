from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.players import MAX_NAME_LENGTH
from companion.storage.rosters import MAX_PLAYERS, MAX_SEATS, InvalidRoster, group_problems
from companion.storage.store import Store


def names(store: Store) -> list[str]:
    return [player.name for player in store.rosters.list_players()]


def groups(store: Store) -> list[tuple[str, tuple[str, ...]]]:
    return [(group.name, group.players) for group in store.rosters.list_groups()]


def test_the_last_table_comes_first_in_its_order(store: Store, reopen: Callable[[], Store]) -> None:
    store.rosters.remember(["Anna", "Bahar", "Chloé"])
    store.rosters.remember(["Dimitris", "Bahar"])
    assert names(reopen()) == ["Dimitris", "Bahar", "Anna", "Chloé"]


def test_a_clock_put_back_does_not_spoil_the_order(store: Store, clock: Any) -> None:
    store.rosters.remember(["Anna"])
    clock.on(-86_400)
    store.rosters.remember(["Bahar"])
    assert names(store) == ["Bahar", "Anna"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("anna", "ANNA"),
        ("Chloe\u0301", "Chloé"),
        ("علي", "علی"),
        ("Anna", "  An\u200bna "),
    ],
)
def test_variants_of_a_name_are_one_player_as_written_last(first: str, then: str, store: Store) -> None:
    store.rosters.remember(["Zoe", first])
    store.rosters.remember([then])
    assert len(names(store)) == 2
    assert names(store)[0] == then.replace("\u200b", "").strip()


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        (["Anna", "  "], "app.problem.name_empty"),
        (["x" * (MAX_NAME_LENGTH + 1)], "app.problem.name_long"),
        (["Anna", "anna"], "app.problem.name_taken"),
        ([f"p{n}" for n in range(MAX_SEATS + 1)], "app.problem.seats_many"),
    ],
)
def test_names_that_cannot_sit_together_are_not_kept(typed: list[str], key: str, store: Store) -> None:
    store.rosters.remember(["Bahar"])
    for keep in (store.rosters.remember, lambda players: store.rosters.save_group("Fridays", players)):
        with pytest.raises(InvalidRoster) as wrong:
            keep(typed)
        assert wrong.value.problem.key == key
    assert names(store) == ["Bahar"]
    assert groups(store) == []


def test_only_the_latest_players_are_remembered(store: Store) -> None:
    for start in range(0, MAX_PLAYERS + 20, 20):
        store.rosters.remember([f"p{n}" for n in range(start, start + 20)])
    assert len(names(store)) == MAX_PLAYERS
    assert names(store)[0] == f"p{MAX_PLAYERS}"
    assert "p19" not in names(store)
    assert "p20" in names(store)


def test_a_forgotten_player_can_be_taken_back_to_the_same_place(store: Store) -> None:
    store.rosters.remember(["Anna", "Bahar", "Chloé"])
    gone = store.rosters.forget("BAHAR")
    assert gone is not None
    assert names(store) == ["Anna", "Chloé"]
    assert store.rosters.forget("Bahar") is None
    store.rosters.restore_player(gone)
    store.rosters.restore_player(gone)
    assert names(store) == ["Anna", "Bahar", "Chloé"]


def test_a_player_whose_place_was_taken_still_comes_back(store: Store) -> None:
    store.rosters.remember(["Anna"])
    gone = store.rosters.forget("Anna")
    assert gone is not None
    store.rosters.remember(["Bahar"])
    store.rosters.restore_player(gone)
    assert sorted(names(store)) == ["Anna", "Bahar"]


def test_groups_keep_their_seats_and_come_by_last_use(
    store: Store, clock: Any, reopen: Callable[[], Store]
) -> None:
    fridays = store.rosters.save_group("  Fridays ", ["Chloé", "Anna ", "Bahar"])
    clock.on()
    store.rosters.save_group("Family", ["Zoe"])
    assert groups(reopen()) == [("Family", ("Zoe",)), ("Fridays", ("Chloé", "Anna", "Bahar"))]
    clock.on()
    store = reopen()
    assert store.rosters.use_group(fridays.id).last_used == clock.now
    assert [name for name, _ in groups(store)] == ["Fridays", "Family"]


def test_two_groups_cannot_share_a_name(store: Store) -> None:
    store.rosters.save_group("Fridays", ["Anna"])
    with pytest.raises(InvalidRoster) as wrong:
        store.rosters.save_group("fridays", ["Zoe"])
    assert wrong.value.problem.key == "app.problem.group_taken"
    assert wrong.value.problem.args == {"group": "Fridays"}
    assert groups(store) == [("Fridays", ("Anna",))]


def test_a_deleted_group_can_be_taken_back(store: Store, clock: Any) -> None:
    first = store.rosters.save_group("Fridays", ["Anna", "Bahar"])
    clock.on()
    store.rosters.save_group("Family", ["Zoe"])
    gone = store.rosters.delete_group(first.id)
    assert gone == first
    assert groups(store) == [("Family", ("Zoe",))]
    assert store.database.rows("SELECT name FROM group_players") == [("Zoe",)]
    assert store.rosters.restore_group(gone) == first
    assert [name for name, _ in groups(store)] == ["Family", "Fridays"]


def test_a_group_taken_back_after_others_came_gets_its_own_number(store: Store) -> None:
    first = store.rosters.save_group("Fridays", ["Anna"])
    store.rosters.delete_group(first.id)
    other = store.rosters.save_group("Family", ["Zoe"])
    back = store.rosters.restore_group(first)
    assert back.id != other.id
    assert sorted(groups(store)) == [("Family", ("Zoe",)), ("Fridays", ("Anna",))]


@pytest.mark.parametrize("act", ["use_group", "delete_group"])
def test_a_group_that_never_was_is_missing(act: str, store: Store) -> None:
    with pytest.raises(InvalidRoster) as wrong:
        getattr(store.rosters, act)(4)
    assert wrong.value.problem.key == "app.problem.group_missing"


def test_all_that_is_wrong_with_a_group_is_said_at_once() -> None:
    problems = group_problems(" ", ["Anna", "anna", ""], ["Fridays"])
    assert [problem.key for problem in problems] == [
        "app.problem.name_empty",
        "app.problem.name_taken",
        "app.problem.name_empty",
    ]
    assert [problem.key for problem in group_problems("x", [], [])] == ["app.problem.seats_few"]


def test_a_group_sits_the_next_time_as_it_sat_last(store: Store) -> None:
    store.rosters.save_group("Thursday", ["Ada", "Bruno", "Chloe"])
    store.rosters.save_seat_order(["CHLOE", "2", "Ada", "Dario", "Bruno"])
    assert store.rosters.list_groups()[0].players == ("Chloe", "Ada", "Bruno")


def test_a_group_of_whom_somebody_is_missing_keeps_its_seats(store: Store) -> None:
    store.rosters.save_group("Thursday", ["Ada", "Bruno", "Chloe"])
    store.rosters.save_seat_order(["Chloe", "Ada"])
    assert store.rosters.list_groups()[0].players == ("Ada", "Bruno", "Chloe")


def test_seats_without_a_name_stay_where_they_are_in_a_group(store: Store) -> None:
    store.rosters.save_group("Thursday", ["Ada", "2", "Bruno"])
    store.rosters.save_seat_order(["Bruno", "Ada", "3"])
    assert store.rosters.list_groups()[0].players == ("Bruno", "2", "Ada")
