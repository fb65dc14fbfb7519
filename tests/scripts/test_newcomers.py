"""Who is new to a game is asked once, remembered by name, and over with a finished game."""

from __future__ import annotations

import pytest

from companion.games.registry import get_game
from companion.scripts.coach import (
    coach_override,
    confirm_new_players,
    has_new_guest,
    has_new_player,
    is_marked_new,
    mark_guest_new,
    mark_new,
    players_marked_new,
    players_to_ask,
    set_coach,
)
from tests.scripts.test_learning import Notebook

AVALON, DUET = get_game("avalon"), get_game("duet")
PEOPLE = ("Ada", "Bruno", "3")


@pytest.fixture
def memory() -> Notebook:
    return Notebook()


def test_those_are_asked_about_who_have_a_name_and_no_finished_game(memory: Notebook) -> None:
    assert players_to_ask(memory, AVALON, PEOPLE, ()) == ("Ada", "Bruno")
    assert players_to_ask(memory, AVALON, PEOPLE, {"ada"}) == ("Bruno",)


def test_the_answer_is_remembered_for_this_game_alone(memory: Notebook) -> None:
    mark_new(memory, AVALON, "Ada", True)
    confirm_new_players(memory, AVALON, PEOPLE)
    # Bruno was not called new, so he is not: nobody asks again. Ada can still be taken back.
    assert players_to_ask(memory, AVALON, PEOPLE, ()) == ("Ada",)
    assert is_marked_new(memory, AVALON, "ADA")
    assert not is_marked_new(memory, AVALON, "Bruno")
    assert players_to_ask(memory, DUET, PEOPLE, ()) == ("Ada", "Bruno")
    mark_new(memory, AVALON, "Ada", False)
    confirm_new_players(memory, AVALON, PEOPLE)
    assert players_to_ask(memory, AVALON, PEOPLE, ()) == ()


def test_whoever_has_finished_a_game_is_no_longer_new(memory: Notebook) -> None:
    mark_new(memory, AVALON, "Ada", True)
    new = players_marked_new(memory, AVALON, PEOPLE)
    assert new == ("Ada",)
    assert has_new_player(new, ())
    assert not has_new_player(new, {"Ada", "Bruno"})


def test_a_guest_without_a_name_is_new_at_one_table_alone(memory: Notebook) -> None:
    mark_guest_new(memory, AVALON, True)
    assert has_new_guest(memory, AVALON)
    assert confirm_new_players(memory, AVALON, PEOPLE)
    assert not has_new_guest(memory, AVALON)
    assert not confirm_new_players(memory, AVALON, PEOPLE)
    mark_guest_new(memory, AVALON, True)
    # By then everybody has got a name.
    assert not confirm_new_players(memory, AVALON, ("Ada", "Bruno"))


def test_of_very_many_people_the_latest_are_known(memory: Notebook) -> None:
    confirm_new_players(memory, AVALON, [f"Player {number}" for number in range(400)])
    assert players_to_ask(memory, AVALON, ("Player 0", "Player 399"), ()) == ("Player 0",)


def test_whoever_turns_the_coach_on_or_off_at_a_table_has_the_last_word(memory: Notebook) -> None:
    assert coach_override(memory, 7) is None
    set_coach(memory, 7, True)
    assert coach_override(memory, 7) is True
    set_coach(memory, 7, False)
    assert coach_override(memory, 7) is False
    assert coach_override(memory, 8) is None
    assert coach_override(memory, None) is None
