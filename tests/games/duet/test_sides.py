"""Who gives the clue: a side whose words are all covered, and loose turns."""

from companion.games.duet.setup import Side
from companion.games.duet.state import Agent, Bystander, IllegalClue, NextClue, PhaseKind, SideDone, Stop


def find(session, agents):
    for _ in range(agents):
        session.play(Agent())


def test_only_the_other_side_gives_clues_once_a_key_is_covered(mission):
    session = mission()
    find(session, 9)
    session.play(SideDone(Side.B))
    assert session.state.phase.clues is Side.A
    for _ in range(3):
        session.play(Bystander())
        assert (session.state.phase.clues, session.state.phase.guesses) == (Side.A, (Side.B,))


def test_a_clue_giver_who_finds_the_key_covered_passes_the_clue_at_once(mission):
    session = mission()
    find(session, 9)
    session.play(Stop())
    assert session.state.phase.clues is Side.B
    session.play(SideDone(Side.B))
    assert (session.state.phase.clues, session.state.turn, session.state.bank.tokens_left) == (Side.A, 2, 8)


def test_no_agent_is_left_to_find_on_a_covered_key(mission, refused):
    session = mission()
    find(session, 9)
    session.play(SideDone(Side.A))
    assert refused(session, Agent()) == "key_covered"
    session.play(Stop())
    assert session.state.phase.clues is Side.B
    session.play(Agent())
    session.play(Stop())
    assert session.state.phase.clues is Side.B


def test_a_key_cannot_be_covered_before_nine_agents_are_found(mission, refused):
    session = mission()
    find(session, 8)
    assert refused(session, SideDone(Side.A)) == "done_too_soon"


def test_both_keys_cannot_be_covered_while_agents_are_left(mission, refused):
    session = mission()
    find(session, 12)
    session.play(SideDone(Side.B))
    assert refused(session, SideDone(Side.B)) == "done_already"
    assert refused(session, SideDone(Side.A)) == "both_done"


def test_in_sudden_death_only_the_covered_side_has_words_to_guess(mission):
    session = mission(tokens=1)
    find(session, 9)
    session.play(SideDone(Side.B))
    session.play(Stop())
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert session.state.phase.guesses == (Side.B,)
    find(session, 6)
    assert session.outcome.winner == "team"


def test_sudden_death_goes_on_after_a_turn_that_covered_the_givers_own_key(mission):
    session = mission(tokens=1)
    find(session, 9)
    session.play(SideDone(Side.A))
    session.play(Stop())
    assert session.state.phase.guesses == (Side.A,)
    find(session, 6)
    assert session.outcome.winner == "team"


def test_a_key_may_be_reported_covered_in_sudden_death(mission):
    session = mission("s", tokens=1)
    find(session, 8)
    session.play(SideDone(Side.A))
    assert session.state.phase.guesses == (Side.A,)


def test_clues_alternate_unless_the_table_plays_loose_turns(mission, refused):
    assert refused(mission("s"), NextClue(Side.A)) == "turns_alternate"


def test_in_loose_turns_a_side_gives_two_clues_in_a_row_and_no_third(mission, refused):
    session = mission("s", loose_turns=True)
    assert session.state.phase.clues is Side.B
    assert session.play(NextClue(Side.A)).phase.clues is Side.A
    session.play(Bystander())
    assert session.state.phase.clues is Side.B
    assert refused(session, NextClue(Side.A)) == "two_in_a_row"
    session.play(Bystander())
    session.play(NextClue(Side.B))
    assert session.state.phase.clues is Side.B


def test_loose_turns_change_the_giver_only_before_the_clue_has_led_to_anything(mission, refused):
    session = mission(loose_turns=True)
    session.play(NextClue(Side.B))
    session.play(NextClue(Side.A))
    session.play(IllegalClue())
    assert refused(session, NextClue(Side.B)) == "turn_under_way"
    other = mission(loose_turns=True)
    find(other, 1)
    assert refused(other, NextClue(Side.B)) == "turn_under_way"


def test_loose_turns_leave_a_covered_side_silent(mission, refused):
    session = mission(loose_turns=True)
    find(session, 9)
    session.play(SideDone(Side.B))
    session.play(Stop())
    assert refused(session, NextClue(Side.B)) == "key_covered"
    session.play(NextClue(Side.A))
    session.play(Bystander())
    session.play(Bystander())
    session.play(NextClue(Side.A))
    assert session.state.streak == 3


def test_loose_turns_end_with_sudden_death(mission, refused):
    assert refused(mission("s", tokens=1, loose_turns=True), NextClue(Side.A)) == "sudden_death"
