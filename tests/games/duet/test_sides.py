"""Who gives the clue: a side whose words are all covered, and loose turns."""

from companion.games.duet.moves import Agent, Bystander, IllegalClue, NextClue, SideDone, Stop
from companion.games.duet.setup import Side
from companion.games.duet.state import What


def find(table, agents):
    for _ in range(agents):
        table.play(Agent())


def test_only_the_other_side_gives_clues_once_a_key_is_covered(mission):
    table = mission()
    find(table, 9)
    table.play(SideDone(Side.B))
    assert table.state.awaits.clues is Side.A
    for _ in range(3):
        table.play(Bystander())
        assert (table.state.awaits.clues, table.state.awaits.guesses) == (Side.A, (Side.B,))


def test_a_clue_giver_who_finds_the_key_covered_passes_the_clue_at_once(mission):
    table = mission()
    find(table, 9)
    table.play(Stop())
    assert table.state.awaits.clues is Side.B
    table.play(SideDone(Side.B))
    assert (table.state.awaits.clues, table.state.turn, table.state.bank.left) == (Side.A, 2, 8)


def test_no_agent_is_left_to_find_on_a_covered_key(mission, refused):
    table = mission()
    find(table, 9)
    table.play(SideDone(Side.A))
    assert refused(table, Agent()) == "key_covered"
    table.play(Stop())
    assert table.state.awaits.clues is Side.B
    table.play(Agent())
    table.play(Stop())
    assert table.state.awaits.clues is Side.B


def test_a_key_cannot_be_covered_before_nine_agents_are_found(mission, refused):
    table = mission()
    find(table, 8)
    assert refused(table, SideDone(Side.A)) == "done_too_soon"


def test_both_keys_cannot_be_covered_while_agents_are_left(mission, refused):
    table = mission()
    find(table, 12)
    table.play(SideDone(Side.B))
    assert refused(table, SideDone(Side.B)) == "done_already"
    assert refused(table, SideDone(Side.A)) == "both_done"


def test_in_sudden_death_only_the_covered_side_has_words_to_guess(mission):
    table = mission(tokens=1)
    find(table, 9)
    table.play(SideDone(Side.B))
    table.play(Stop())
    assert table.state.awaits.what is What.SUDDEN_DEATH
    assert table.state.awaits.guesses == (Side.B,)
    find(table, 6)
    assert table.outcome.winner == "team"


def test_sudden_death_goes_on_after_a_turn_that_covered_the_givers_own_key(mission):
    table = mission(tokens=1)
    find(table, 9)
    table.play(SideDone(Side.A))
    table.play(Stop())
    assert table.state.awaits.guesses == (Side.A,)
    find(table, 6)
    assert table.outcome.winner == "team"


def test_a_key_may_be_reported_covered_in_sudden_death(mission):
    table = mission("s", tokens=1)
    find(table, 8)
    table.play(SideDone(Side.A))
    assert table.state.awaits.guesses == (Side.A,)


def test_clues_alternate_unless_the_table_plays_loose_turns(mission, refused):
    assert refused(mission("s"), NextClue(Side.A)) == "turns_alternate"


def test_in_loose_turns_a_side_gives_two_clues_in_a_row_and_no_third(mission, refused):
    table = mission("s", loose_turns=True)
    assert table.state.awaits.clues is Side.B
    assert table.play(NextClue(Side.A)).awaits.clues is Side.A
    table.play(Bystander())
    assert table.state.awaits.clues is Side.B
    assert refused(table, NextClue(Side.A)) == "two_in_a_row"
    table.play(Bystander())
    table.play(NextClue(Side.B))
    assert table.state.awaits.clues is Side.B


def test_loose_turns_change_the_giver_only_before_the_clue_has_led_to_anything(mission, refused):
    table = mission(loose_turns=True)
    table.play(NextClue(Side.B))
    table.play(NextClue(Side.A))
    table.play(IllegalClue())
    assert refused(table, NextClue(Side.B)) == "turn_under_way"
    other = mission(loose_turns=True)
    find(other, 1)
    assert refused(other, NextClue(Side.B)) == "turn_under_way"


def test_loose_turns_leave_a_covered_side_silent(mission, refused):
    table = mission(loose_turns=True)
    find(table, 9)
    table.play(SideDone(Side.B))
    table.play(Stop())
    assert refused(table, NextClue(Side.B)) == "key_covered"
    table.play(NextClue(Side.A))
    table.play(Bystander())
    table.play(Bystander())
    table.play(NextClue(Side.A))
    assert table.state.streak == 3


def test_loose_turns_end_with_sudden_death(mission, refused):
    assert refused(mission("s", tokens=1, loose_turns=True), NextClue(Side.A)) == "sudden_death"
