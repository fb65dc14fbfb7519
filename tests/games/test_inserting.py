"""Moves that were forgotten are put in before one that was recorded, whatever the game."""

import pytest

from companion.core.game import IllegalMove
from companion.core.session import insert_moves
from companion.games.duet.setup import Side
from companion.games.duet.state import Agent, Assassin, Clue, NextClue, SideDone, Stop
from tests.games.duet.builders import make_session


def test_what_is_put_in_comes_right_before_the_move_of_that_number():
    session = make_session(Agent(), Stop(), Agent())
    assert insert_moves(session, 2, (Agent(), Stop())).moves == (Agent(), Stop(), Agent(), Stop(), Agent())
    assert insert_moves(session, 0, (Agent(), Agent())).moves == (*(Agent(),) * 3, Stop(), Agent())
    assert insert_moves(session, 2, ()).has_changes is False


def test_the_move_it_stands_before_is_dropped_too_if_it_no_longer_fits():
    river, sky = Clue("river", 1), Clue("sky", 1)
    for before in ((), (Agent(), Stop())):
        session = make_session(*before, river, Agent(), Stop())
        revision = insert_moves(session, len(before), (sky,))
        assert revision.moves == (*before, sky, Agent(), Stop())
        assert [(lost.move_index, lost.move) for lost in revision.dropped_moves] == [(len(before), river)]


@pytest.mark.parametrize("number", [0, 2])
def test_what_the_rules_refuse_of_it_is_refused_outright(number):
    session = make_session(Agent(), Stop(), Agent())
    with pytest.raises(IllegalMove):
        insert_moves(session, number, (NextClue(Side.B),))
    with pytest.raises(IllegalMove):
        insert_moves(session, number, (Agent(), SideDone(Side.A)))


def test_nothing_is_changed_yet():
    session = make_session(Agent(), Stop())
    revision = insert_moves(session, 0, (Assassin(),))
    assert session.moves == (Agent(), Stop())
    assert [lost.move_index for lost in revision.dropped_moves] == [0, 1]
    session.commit_edit(revision)
    assert session.moves == (Assassin(),)
