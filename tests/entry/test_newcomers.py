"""Who is new to a game is asked once, remembered by name, and over with a finished game."""

from __future__ import annotations

import pytest

from companion.entry.learning import coach, coach_chosen
from companion.entry.newcomers import (
    asked_about,
    call_guest_new,
    call_new,
    called_new,
    has_new_guest,
    is_new,
    somebody_new,
    table_begins,
)
from companion.games.shelf import game_of
from tests.entry.test_learning import Notebook

AVALON, DUET = game_of("avalon"), game_of("duet")
PEOPLE = ("Ada", "Bruno", "3")


@pytest.fixture
def memory() -> Notebook:
    return Notebook()


def test_those_are_asked_about_who_have_a_name_and_no_finished_game(memory: Notebook) -> None:
    assert asked_about(memory, AVALON, PEOPLE, ()) == ("Ada", "Bruno")
    assert asked_about(memory, AVALON, PEOPLE, {"ada"}) == ("Bruno",)


def test_the_answer_is_remembered_for_this_game_alone(memory: Notebook) -> None:
    call_new(memory, AVALON, "Ada", True)
    table_begins(memory, AVALON, PEOPLE)
    # Bruno was not called new, so he is not: nobody asks again. Ada can still be taken back.
    assert asked_about(memory, AVALON, PEOPLE, ()) == ("Ada",)
    assert is_new(memory, AVALON, "ADA")
    assert not is_new(memory, AVALON, "Bruno")
    assert asked_about(memory, DUET, PEOPLE, ()) == ("Ada", "Bruno")
    call_new(memory, AVALON, "Ada", False)
    table_begins(memory, AVALON, PEOPLE)
    assert asked_about(memory, AVALON, PEOPLE, ()) == ()


def test_whoever_has_finished_a_game_is_no_longer_new(memory: Notebook) -> None:
    call_new(memory, AVALON, "Ada", True)
    new = called_new(memory, AVALON, PEOPLE)
    assert new == ("Ada",)
    assert somebody_new(new, ())
    assert not somebody_new(new, {"Ada", "Bruno"})


def test_a_guest_without_a_name_is_new_at_one_table_alone(memory: Notebook) -> None:
    call_guest_new(memory, AVALON, True)
    assert has_new_guest(memory, AVALON)
    assert table_begins(memory, AVALON, PEOPLE)
    assert not has_new_guest(memory, AVALON)
    assert not table_begins(memory, AVALON, PEOPLE)
    call_guest_new(memory, AVALON, True)
    # By then everybody has got a name.
    assert not table_begins(memory, AVALON, ("Ada", "Bruno"))


def test_of_very_many_people_the_latest_are_known(memory: Notebook) -> None:
    table_begins(memory, AVALON, [f"Player {number}" for number in range(400)])
    assert asked_about(memory, AVALON, ("Player 0", "Player 399"), ()) == ("Player 0",)


def test_whoever_turns_the_coach_on_or_off_at_a_table_has_the_last_word(memory: Notebook) -> None:
    assert coach_chosen(memory, 7) is None
    coach(memory, 7, True)
    assert coach_chosen(memory, 7) is True
    coach(memory, 7, False)
    assert coach_chosen(memory, 7) is False
    assert coach_chosen(memory, 8) is None
    assert coach_chosen(memory, None) is None
