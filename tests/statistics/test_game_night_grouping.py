"""Evenings gather their games by themselves."""

from __future__ import annotations

import pytest

from companion.statistics.game_night import (
    MAX_BREAK_SECONDS,
    MAX_GAME_NIGHT_SECONDS,
    SessionSpan,
    collect_name_keys,
    is_same_game_night,
)

START = 1_790_000_000.0
ADA_AND_BRUNO = collect_name_keys(("Ada", "Bruno", "3"))


def sat(last: float = START + 3_600, evening: float = START) -> SessionSpan:
    return SessionSpan(START, last, evening, ADA_AND_BRUNO)


def test_people_are_read_without_regard_to_case_and_seats_without_names_are_nobody() -> None:
    assert collect_name_keys(("ADA", "2", "Άννα")) == collect_name_keys(("Ada", "άννα"))
    assert collect_name_keys(("1", "2")) == frozenset()


def test_the_next_game_of_the_same_people_belongs_to_the_evening() -> None:
    assert is_same_game_night(sat(), START + 4_000, collect_name_keys(("Bruno", "Chloe")))


def test_a_table_that_does_not_say_who_sits_there_belongs_to_it_too() -> None:
    assert is_same_game_night(sat(), START + 4_000, frozenset())


def test_other_people_have_an_evening_of_their_own() -> None:
    assert not is_same_game_night(sat(), START + 4_000, collect_name_keys(("Dario", "Elena")))


@pytest.mark.parametrize(("late", "same"), [(0.0, True), (1.0, False)])
def test_after_a_long_break_they_have_come_together_anew(late: float, same: bool) -> None:
    assert (
        is_same_game_night(sat(last=START + 60), START + 60 + MAX_BREAK_SECONDS + late, ADA_AND_BRUNO) is same
    )


@pytest.mark.parametrize(("late", "same"), [(0.0, True), (1.0, False)])
def test_no_evening_goes_on_into_the_next(late: float, same: bool) -> None:
    now = START + MAX_GAME_NIGHT_SECONDS + late
    assert is_same_game_night(sat(last=now - 60), now, ADA_AND_BRUNO) is same


def test_a_clock_that_was_set_back_begins_another_evening() -> None:
    assert not is_same_game_night(sat(), START - 1, ADA_AND_BRUNO)
