"""What was noted or thought at which moment of a game."""

import pytest

from companion.games.shelf import game_of
from companion.past.moments import (
    UNMARKED,
    Mark,
    Note,
    marks_at,
    marks_for,
    minutes_between,
    next_noted,
    noted,
    notes_at,
    thoughts_of,
)

FIRST, SECOND, LATE = Note(0, 2, "a laugh", 1.0), Note(1, 2, "a sigh", 2.0), Note(2, 9, "the end", 3.0)
NOTES = (FIRST, SECOND, LATE)


def test_notes_stand_at_the_moment_they_were_pinned_to():
    assert notes_at(NOTES, 2, last=9) == (FIRST, SECOND)
    assert notes_at(NOTES, 3, last=9) == ()
    assert noted(NOTES, last=9) == (2, 9)


def test_a_note_on_moves_that_were_taken_back_stands_at_the_end():
    assert notes_at(NOTES, 5, last=5) == (LATE,)
    assert noted(NOTES, last=5) == (2, 5)
    assert notes_at(NOTES, 0, last=0) == NOTES


@pytest.mark.parametrize(("here", "following"), [(0, 2), (2, 9), (5, 9), (9, 2)])
def test_the_next_note_is_the_one_that_follows_and_after_the_last_the_first(here, following):
    assert next_noted(NOTES, here, last=9) == following


def test_where_no_other_moment_has_a_note_there_is_no_next_one():
    assert next_noted((), 3, last=9) is None
    assert next_noted((FIRST,), 2, last=9) is None


MARKS = (Mark(0, 1, "trusted"), Mark(0, 4, "doubted"), Mark(1, 2, "evil"), Mark(1, 6, UNMARKED))


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
    assert marks_at(MARKS, position, last=9) == thought
    assert marks_at(tuple(reversed(MARKS)), position, last=9) == thought


def test_marks_on_moves_that_were_taken_back_are_still_thought():
    assert marks_at(MARKS, 3, last=3) == {0: "doubted"}


def test_all_that_was_thought_of_somebody_is_told_by_moment():
    assert thoughts_of(MARKS, 0, last=9) == ((1, "trusted"), (4, "doubted"))
    assert thoughts_of(MARKS, 2, last=9) == ()


def test_every_game_has_marks_of_its_own_beside_those_of_any():
    assert {"trusted", "doubted", "merlin"} <= set(marks_for(game_of("avalon")))
    assert {"trusted", "cultist"} <= set(marks_for(game_of("cultists")))
    assert "merlin" not in marks_for(game_of("duet"))


@pytest.mark.parametrize(("at", "minutes"), [(1_000.0, 0), (1_119.0, 1), (1_120.0, 2), (900.0, None)])
def test_minutes_are_counted_from_the_start(at, minutes):
    assert minutes_between(1_000.0, at) == minutes
