"""Tables that count the agents of each key: whose they are, and when a key is covered."""

import pytest

from companion.games.duet.moves import Agent, Bystander, IllegalClue, NextClue, SideDone, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import KEY_AGENTS, Keeps, Side
from companion.games.duet.state import What, found_at_most
from companion.games.game import IllegalMove
from tests.games.duet.touching import touching

COUNTED = pytest.mark.parametrize("keeps", Keeps)


def find(table, agents):
    for _ in range(agents):
        table.play(touching(table.state, Agent))


@COUNTED
def test_an_agent_is_of_the_key_of_those_who_gave_the_clue(mission, keeps):
    table = mission("sb", keeps=keeps)
    find(table, 1)
    assert (table.state.keys, table.state.agents) == ((3, 0), 3)
    table.play(Stop())
    find(table, 1)
    assert table.state.keys == (3, 1)
    assert DUET.public(table.state)["keys"] == [3, 1]


@COUNTED
def test_the_ninth_agent_of_a_key_covers_it_without_anybody_saying_so(mission, refused, keeps):
    table = mission(keeps=keeps)
    find(table, KEY_AGENTS - 1)
    assert (table.state.done, found_at_most(table.state)) == (None, 1)
    find(table, 1)
    assert (table.state.done, table.state.keys, found_at_most(table.state)) == (Side.A, (9, 0), 0)
    assert refused(table, touching(table.state, Agent)) == "key_covered"
    assert refused(table, SideDone(Side.A)) == "done_already"
    assert refused(table, SideDone(Side.B)) == "both_done"
    for _ in range(3):
        table.play(touching(table.state, Bystander))
        assert table.state.awaits.clues is Side.B
    assert found_at_most(table.state) == 6


def test_where_keys_are_not_counted_nobody_is_done_unless_they_say_so(mission):
    table = mission()
    find(table, KEY_AGENTS)
    assert table.state.done is None
    assert "keys" not in DUET.public(table.state)


@COUNTED
def test_the_last_guesses_end_with_the_ninth_agent_of_the_key(mission, keeps):
    table = mission(tokens=1, keeps=keeps)
    table.play(IllegalClue())
    find(table, KEY_AGENTS)
    assert table.state.awaits.what is What.SUDDEN_DEATH
    assert (table.state.awaits.guesses, table.state.right) == ((Side.A,), 0)


@COUNTED
@pytest.mark.parametrize(("first", "second"), [(5, 6), (3, 6), (8, 6), (2, 7), (1, 8)])
def test_a_key_may_be_covered_by_its_own_agents_and_those_that_both_keys_share(found, keeps, first, second):
    table = found(first, second, keeps=keeps)
    table.play(SideDone(Side.B))
    assert (table.state.done, table.state.awaits.clues) == (Side.B, Side.A)
    assert table.state.keys == (first, second)


@COUNTED
@pytest.mark.parametrize(("first", "second", "at_most"), [(8, 5, 8), (4, 5, 8), (8, 1, 4)])
def test_a_key_of_which_too_few_can_be_covered_is_not(found, refused, keeps, first, second, at_most):
    """Nine agents are found, but no more than three of the other key's can be of this one."""
    table = found(first, second, keeps=keeps)
    assert refused(table, SideDone(Side.B)) == "done_miscounted"
    with pytest.raises(IllegalMove) as refusal:
        table.play(SideDone(Side.B))
    assert refusal.value.problem.args == {"n": at_most, "needed": KEY_AGENTS}


@COUNTED
def test_what_is_found_in_sudden_death_may_be_of_either_key(found, refused, keeps):
    table = found(4, 4, tokens=2, keeps=keeps)
    assert table.state.awaits.what is What.SUDDEN_DEATH
    assert refused(table, SideDone(Side.B)) == "done_too_soon"
    find(table, 1)
    assert table.state.keys == (4, 4)
    assert refused(table, SideDone(Side.B)) == "done_miscounted"
    find(table, 1)
    table.play(SideDone(Side.B))
    assert table.state.awaits.guesses == (Side.B,)
    find(table, 1)
    assert table.state.keys == (5, 4)
    find(table, 4)
    assert table.state.outcome.winner == "team"


@COUNTED
def test_a_covered_side_stays_silent_in_loose_turns(mission, refused, keeps):
    table = mission(loose_turns=True, keeps=keeps)
    find(table, KEY_AGENTS)
    table.play(Stop())
    assert refused(table, NextClue(Side.A)) == "key_covered"
