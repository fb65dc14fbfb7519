"""Remembered players and groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.players import MAX_NAME_LENGTH
from companion.storage.rosters import MAX_PLAYERS, MAX_SEATS, InvalidRoster, group_problems
from companion.storage.store import Store


def list_names(store: Store) -> list[str]:
    return [player.name for player in store.rosters.list_players()]


def list_group_names(store: Store) -> list[tuple[str, tuple[str, ...]]]:
    return [(group.name, group.players) for group in store.rosters.list_groups()]


def test_the_last_players_come_first_in_seat_order(store: Store, reopen: Callable[[], Store]) -> None:
    store.rosters.remember(["Anna", "Bahar", "Chloé"])
    store.rosters.remember(["Dimitris", "Bahar"])
    assert list_names(reopen()) == ["Dimitris", "Bahar", "Anna", "Chloé"]


def test_a_clock_set_back_does_not_change_the_order(store: Store, clock: Any) -> None:
    store.rosters.remember(["Anna"])
    clock.on(-86_400)
    store.rosters.remember(["Bahar"])
    assert list_names(store) == ["Bahar", "Anna"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("anna", "ANNA"),
        ("Chloe\u0301", "Chloé"),
        ("علي", "علی"),
        ("Anna", "  An\u200bna "),
    ],
)
def test_spellings_of_a_name_are_one_player_with_the_last_spelling(
    first: str, then: str, store: Store
) -> None:
    store.rosters.remember(["Zoe", first])
    store.rosters.remember([then])
    assert len(list_names(store)) == 2
    assert list_names(store)[0] == then.replace("\u200b", "").strip()


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        (["Anna", "  "], "app.problem.name_empty"),
        (["x" * (MAX_NAME_LENGTH + 1)], "app.problem.name_long"),
        (["Anna", "anna"], "app.problem.name_taken"),
        ([f"p{n}" for n in range(MAX_SEATS + 1)], "app.problem.seats_many"),
    ],
)
def test_invalid_seats_are_not_remembered(typed: list[str], key: str, store: Store) -> None:
    store.rosters.remember(["Bahar"])
    for keep in (store.rosters.remember, lambda players: store.rosters.save_group("Fridays", players)):
        with pytest.raises(InvalidRoster) as wrong:
            keep(typed)
        assert wrong.value.problem.key == key
    assert list_names(store) == ["Bahar"]
    assert list_group_names(store) == []


def test_only_the_latest_players_are_remembered(store: Store) -> None:
    for start in range(0, MAX_PLAYERS + 20, 20):
        store.rosters.remember([f"p{n}" for n in range(start, start + 20)])
    assert len(list_names(store)) == MAX_PLAYERS
    assert list_names(store)[0] == f"p{MAX_PLAYERS}"
    assert "p19" not in list_names(store)
    assert "p20" in list_names(store)


def test_a_forgotten_player_is_restored_to_the_same_position(store: Store) -> None:
    store.rosters.remember(["Anna", "Bahar", "Chloé"])
    gone = store.rosters.forget("BAHAR")
    assert gone is not None
    assert list_names(store) == ["Anna", "Chloé"]
    assert store.rosters.forget("Bahar") is None
    store.rosters.restore_player(gone)
    store.rosters.restore_player(gone)
    assert list_names(store) == ["Anna", "Bahar", "Chloé"]


def test_a_player_whose_id_was_reused_is_still_restored(store: Store) -> None:
    store.rosters.remember(["Anna"])
    gone = store.rosters.forget("Anna")
    assert gone is not None
    store.rosters.remember(["Bahar"])
    store.rosters.restore_player(gone)
    assert sorted(list_names(store)) == ["Anna", "Bahar"]


def test_groups_keep_their_seats_and_are_sorted_by_last_use(
    store: Store, clock: Any, reopen: Callable[[], Store]
) -> None:
    fridays = store.rosters.save_group("  Fridays ", ["Chloé", "Anna ", "Bahar"])
    clock.on()
    store.rosters.save_group("Family", ["Zoe"])
    assert list_group_names(reopen()) == [("Family", ("Zoe",)), ("Fridays", ("Chloé", "Anna", "Bahar"))]
    clock.on()
    store = reopen()
    assert store.rosters.use_group(fridays.id).last_used == clock.now
    assert [name for name, _ in list_group_names(store)] == ["Fridays", "Family"]


def test_two_groups_cannot_share_a_name(store: Store) -> None:
    store.rosters.save_group("Fridays", ["Anna"])
    with pytest.raises(InvalidRoster) as wrong:
        store.rosters.save_group("fridays", ["Zoe"])
    assert wrong.value.problem.key == "app.problem.group_taken"
    assert wrong.value.problem.args == {"group": "Fridays"}
    assert list_group_names(store) == [("Fridays", ("Anna",))]


def test_a_deleted_group_can_be_restored(store: Store, clock: Any) -> None:
    first = store.rosters.save_group("Fridays", ["Anna", "Bahar"])
    clock.on()
    store.rosters.save_group("Family", ["Zoe"])
    gone = store.rosters.delete_group(first.id)
    assert gone == first
    assert list_group_names(store) == [("Family", ("Zoe",))]
    assert store.database.rows("SELECT name FROM group_players") == [("Zoe",)]
    assert store.rosters.restore_group(gone) == first
    assert [name for name, _ in list_group_names(store)] == ["Family", "Fridays"]


def test_a_restored_group_gets_a_new_id_if_its_own_is_used(store: Store) -> None:
    first = store.rosters.save_group("Fridays", ["Anna"])
    store.rosters.delete_group(first.id)
    other = store.rosters.save_group("Family", ["Zoe"])
    back = store.rosters.restore_group(first)
    assert back.id != other.id
    assert sorted(list_group_names(store)) == [("Family", ("Zoe",)), ("Fridays", ("Anna",))]


@pytest.mark.parametrize("act", ["use_group", "delete_group"])
def test_an_unknown_group_is_reported_as_missing(act: str, store: Store) -> None:
    with pytest.raises(InvalidRoster) as wrong:
        getattr(store.rosters, act)(4)
    assert wrong.value.problem.key == "app.problem.group_missing"


def test_all_problems_of_a_group_are_returned() -> None:
    problems = group_problems(" ", ["Anna", "anna", ""], ["Fridays"])
    assert [problem.key for problem in problems] == [
        "app.problem.name_empty",
        "app.problem.name_taken",
        "app.problem.name_empty",
    ]
    assert [problem.key for problem in group_problems("x", [], [])] == ["app.problem.seats_few"]


def test_a_group_keeps_the_last_seat_order(store: Store) -> None:
    store.rosters.save_group("Thursday", ["Ada", "Bruno", "Chloe"])
    store.rosters.save_seat_order(["CHLOE", "2", "Ada", "Dario", "Bruno"])
    assert store.rosters.list_groups()[0].players == ("Chloe", "Ada", "Bruno")


def test_an_incomplete_group_keeps_its_seat_order(store: Store) -> None:
    store.rosters.save_group("Thursday", ["Ada", "Bruno", "Chloe"])
    store.rosters.save_seat_order(["Chloe", "Ada"])
    assert store.rosters.list_groups()[0].players == ("Ada", "Bruno", "Chloe")


def test_unnamed_seats_of_a_group_keep_their_position(store: Store) -> None:
    store.rosters.save_group("Thursday", ["Ada", "2", "Bruno"])
    store.rosters.save_seat_order(["Bruno", "Ada", "3"])
    assert store.rosters.list_groups()[0].players == ("Bruno", "2", "Ada")
