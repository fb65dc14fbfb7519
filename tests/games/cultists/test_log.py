"""A log cut into rounds and phases, and what was forgotten put into one of them."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from companion.core.serialization import encode
from companion.games.cultists.edits import restore_saved, start_edit, to_edit_record
from companion.games.cultists.moves import Correct, Event, Explored, Next, Vote
from companion.games.cultists.state import RoundPhase
from companion.games.cultists.text import insert_missing, make_rounds


def cut(session):
    return make_rounds(session.states, session.moves)


def test_the_log_is_cut_into_rounds_and_phases(game):
    found = cut(game())
    assert [each.number for each in found] == [1, 2, 3, 4]
    assert [part.round_phase for part in found[0].phases] == list(RoundPhase)
    assert [part.round_phase for part in found[3].phases] == list(RoundPhase)[:3]
    assert [step.move_index for each in found for step in each.steps] == list(range(len(game().moves)))
    assert [each.event.event for each in found if each.event is not None] == [
        "secret_entrances",
        "gate_opens",
        "lightning",
        "evil_eyes",
    ]
    assert [each.points for each in found] == [0, 0, 4, 0]
    assert [each.ghosts for each in found] == [(), (4, 5), (), ()]


def test_a_new_game_has_one_empty_round(game):
    (only,) = cut(game(moves=()))
    assert (only.number, only.notable_steps, only.event) == (1, (), None)


def test_a_corrected_round_begins_where_it_was_corrected(game):
    moves = (Explored("red"), Correct(round=3), Next(), Event("evil_eyes"))
    found = cut(game(moves=moves))
    assert [each.number for each in found] == [1, 3]
    assert [len(each.steps) for each in found] == [2, 2]


@pytest.mark.parametrize(("at", "phase"), list(itertools.product((0, 2, 3), range(3))))
def test_what_was_forgotten_goes_to_the_end_of_its_phase(game, at, phase):
    session = game()
    part = cut(session)[at].phases[phase]
    revision = session.preview_edit(insert_missing(part, session.moves, Explored("red")))
    session.commit_edit(revision)
    found = cut(session)[at].phases[phase]
    assert [step.move for step in found.steps if not isinstance(step.move, Next)][-1] == Explored("red")
    assert not revision.dropped_moves


def test_a_change_in_the_making_is_found_again_wherever_it_is_made(game):
    found = cut(game())
    for part in (part for each in found for part in each.phases):
        for place in (part, *part.steps):
            made = replace(start_edit(place), moves=(Explored("red"), Vote((None, 2))), voter=3)
            assert restore_saved(found, encode(to_edit_record(found, made))) == made


@pytest.mark.parametrize(
    "wrong",
    [{"part": 99}, {"part": -1}, {"step": 0}, {"voter": 6}, {"moves": [{"move": "moonlight"}]}, {"hue": 1}],
)
def test_a_change_that_cannot_be_is_not_found_again(game, wrong):
    found = cut(game())
    kept = encode(to_edit_record(found, start_edit(found[1].phases[0].steps[0])))
    assert restore_saved(found, kept) is not None
    assert restore_saved(found, {**kept, **wrong}) is None
