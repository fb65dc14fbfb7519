"""What was noted or thought at which moment of a game."""

import pytest

from companion.core.annotations import (
    NO_MARK,
    Mark,
    Note,
    find_marks_at,
    find_next_noted,
    find_notes_at,
    list_mark_history,
    list_marks,
    list_noted_moves,
    minutes_between,
)
from companion.games.registry import get_game

FIRST, SECOND, LATE = Note(0, 2, "a laugh", 1.0), Note(1, 2, "a sigh", 2.0), Note(2, 9, "the end", 3.0)
NOTES = (FIRST, SECOND, LATE)


def test_notes_stand_at_the_moment_they_were_pinned_to():
    assert find_notes_at(NOTES, 2, total_moves=9) == (FIRST, SECOND)
    assert find_notes_at(NOTES, 3, total_moves=9) == ()
    assert list_noted_moves(NOTES, total_moves=9) == (2, 9)


def test_a_note_on_moves_that_were_taken_back_stands_at_the_end():
    assert find_notes_at(NOTES, 5, total_moves=5) == (LATE,)
    assert list_noted_moves(NOTES, total_moves=5) == (2, 5)
    assert find_notes_at(NOTES, 0, total_moves=0) == NOTES


@pytest.mark.parametrize(("here", "following"), [(0, 2), (2, 9), (5, 9), (9, 2)])
def test_the_next_note_is_the_one_that_follows_and_after_the_last_the_first(here, following):
    assert find_next_noted(NOTES, here, total_moves=9) == following


def test_where_no_other_moment_has_a_note_there_is_no_next_one():
    assert find_next_noted((), 3, total_moves=9) is None
    assert find_next_noted((FIRST,), 2, total_moves=9) is None


MARKS = (Mark(0, 1, "trusted"), Mark(0, 4, "doubted"), Mark(1, 2, "evil"), Mark(1, 6, NO_MARK))


@pytest.mark.parametrize(
    ("position", "thought"),
    [
        (0, {}),
        (1, {0: "trusted"}),
        (3, {0: "trusted", 1: "evil"}),
        (5, {0: "doubted", 1: "evil"}),
        (6, {0: "doubted"}),
    ],
)
def test_the_latest_mark_up_to_a_moment_is_in_force(position, thought):
    assert find_marks_at(MARKS, position, total_moves=9) == thought
    assert find_marks_at(tuple(reversed(MARKS)), position, total_moves=9) == thought


def test_marks_on_moves_that_were_taken_back_are_still_thought():
    assert find_marks_at(MARKS, 3, total_moves=3) == {0: "doubted"}


def test_all_that_was_thought_of_somebody_is_told_by_moment():
    assert list_mark_history(MARKS, 0, total_moves=9) == ((1, "trusted"), (4, "doubted"))
    assert list_mark_history(MARKS, 2, total_moves=9) == ()


def test_every_game_has_marks_of_its_own_beside_those_of_any():
    assert {"trusted", "doubted", "merlin"} <= set(list_marks(get_game("avalon")))
    assert {"trusted", "cultist"} <= set(list_marks(get_game("cultists")))
    assert "merlin" not in list_marks(get_game("duet"))


@pytest.mark.parametrize(("at", "minutes"), [(1_000.0, 0), (1_119.0, 1), (1_120.0, 2), (900.0, None)])
def test_minutes_are_counted_from_the_start(at, minutes):
    assert minutes_between(1_000.0, at) == minutes
