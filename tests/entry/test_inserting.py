"""Moves that were forgotten are put in before one that was recorded, whatever the game."""

import pytest

from companion.entry.inserting import inserted
from companion.games.duet.moves import Agent, Assassin, Clue, NextClue, SideDone, Stop
from companion.games.duet.setup import Side
from companion.games.game import IllegalMove
from tests.entry.duet.missions_played import table_of


def test_what_is_put_in_comes_right_before_the_move_of_that_number():
    table = table_of(Agent(), Stop(), Agent())
    assert inserted(table, 2, (Agent(), Stop())).kept == (Agent(), Stop(), Agent(), Stop(), Agent())
    assert inserted(table, 0, (Agent(), Agent())).kept == (*(Agent(),) * 3, Stop(), Agent())
    assert inserted(table, 2, ()).changes is False


def test_the_move_it_stands_before_is_dropped_too_if_it_no_longer_fits():
    river, sky = Clue("river", 1), Clue("sky", 1)
    for before in ((), (Agent(), Stop())):
        table = table_of(*before, river, Agent(), Stop())
        revision = inserted(table, len(before), (sky,))
        assert revision.kept == (*before, sky, Agent(), Stop())
        assert [(lost.number, lost.move) for lost in revision.dropped] == [(len(before), river)]


@pytest.mark.parametrize("number", [0, 2])
def test_what_the_rules_refuse_of_it_is_refused_outright(number):
    table = table_of(Agent(), Stop(), Agent())
    with pytest.raises(IllegalMove):
        inserted(table, number, (NextClue(Side.B),))
    with pytest.raises(IllegalMove):
        inserted(table, number, (Agent(), SideDone(Side.A)))


def test_nothing_is_changed_yet():
    table = table_of(Agent(), Stop())
    revision = inserted(table, 0, (Assassin(),))
    assert table.moves == (Agent(), Stop())
    assert [lost.number for lost in revision.dropped] == [0, 1]
    table.accept(revision)
    assert table.moves == (Assassin(),)
