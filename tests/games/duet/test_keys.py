"""Tables that count the agents of each key: whose they are, and when a key is covered."""

import pytest

from companion.core.game import IllegalMove
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import KEY_AGENTS, Side, TrackingMode
from companion.games.duet.state import (
    Agent,
    Bystander,
    IllegalClue,
    NextClue,
    PhaseKind,
    SideDone,
    Stop,
    max_findable_agents,
)
from tests.games.duet.touching import touching

COUNTED = pytest.mark.parametrize("keeps", TrackingMode)


def find(session, agents):
    for _ in range(agents):
        session.play(touching(session.state, Agent))


@COUNTED
def test_an_agent_is_of_the_key_of_those_who_gave_the_clue(mission, keeps):
    session = mission("sb", keeps=keeps)
    find(session, 1)
    assert (session.state.key_counts, session.state.agents) == ((3, 0), 3)
    session.play(Stop())
    find(session, 1)
    assert session.state.key_counts == (3, 1)
    assert DUET.public_state(session.state)["keys"] == [3, 1]


@COUNTED
def test_the_ninth_agent_of_a_key_covers_it_without_anybody_saying_so(mission, refused, keeps):
    session = mission(keeps=keeps)
    find(session, KEY_AGENTS - 1)
    assert (session.state.done_side, max_findable_agents(session.state)) == (None, 1)
    find(session, 1)
    assert (session.state.done_side, session.state.key_counts, max_findable_agents(session.state)) == (
        Side.A,
        (9, 0),
        0,
    )
    assert refused(session, touching(session.state, Agent)) == "key_covered"
    assert refused(session, SideDone(Side.A)) == "done_already"
    assert refused(session, SideDone(Side.B)) == "both_done"
    for _ in range(3):
        session.play(touching(session.state, Bystander))
        assert session.state.phase.clues is Side.B
    assert max_findable_agents(session.state) == 6


def test_where_keys_are_not_counted_nobody_is_done_unless_they_say_so(mission):
    session = mission()
    find(session, KEY_AGENTS)
    assert session.state.done_side is None
    assert "keys" not in DUET.public_state(session.state)


@COUNTED
def test_the_last_guesses_end_with_the_ninth_agent_of_the_key(mission, keeps):
    session = mission(tokens=1, keeps=keeps)
    session.play(IllegalClue())
    find(session, KEY_AGENTS)
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert (session.state.phase.guesses, session.state.correct_guesses) == ((Side.A,), 0)


@COUNTED
@pytest.mark.parametrize(("first", "second"), [(5, 6), (3, 6), (8, 6), (2, 7), (1, 8)])
def test_a_key_may_be_covered_by_its_own_agents_and_those_that_both_keys_share(found, keeps, first, second):
    session = found(first, second, keeps=keeps)
    session.play(SideDone(Side.B))
    assert (session.state.done_side, session.state.phase.clues) == (Side.B, Side.A)
    assert session.state.key_counts == (first, second)


@COUNTED
@pytest.mark.parametrize(("first", "second", "at_most"), [(8, 5, 8), (4, 5, 8), (8, 1, 4)])
def test_a_key_of_which_too_few_can_be_covered_is_not(found, refused, keeps, first, second, at_most):
    """Nine agents are found, but no more than three of the other key's can be of this one."""
    session = found(first, second, keeps=keeps)
    assert refused(session, SideDone(Side.B)) == "done_miscounted"
    with pytest.raises(IllegalMove) as refusal:
        session.play(SideDone(Side.B))
    assert refusal.value.problem.args == {"n": at_most, "needed": KEY_AGENTS}


@COUNTED
def test_what_is_found_in_sudden_death_may_be_of_either_key(found, refused, keeps):
    session = found(4, 4, tokens=2, keeps=keeps)
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert refused(session, SideDone(Side.B)) == "done_too_soon"
    find(session, 1)
    assert session.state.key_counts == (4, 4)
    assert refused(session, SideDone(Side.B)) == "done_miscounted"
    find(session, 1)
    session.play(SideDone(Side.B))
    assert session.state.phase.guesses == (Side.B,)
    find(session, 1)
    assert session.state.key_counts == (5, 4)
    find(session, 4)
    assert session.state.outcome.winner == "team"


@COUNTED
def test_a_covered_side_stays_silent_in_loose_turns(mission, refused, keeps):
    session = mission(loose_turns=True, keeps=keeps)
    find(session, KEY_AGENTS)
    session.play(Stop())
    assert refused(session, NextClue(Side.A)) == "key_covered"
