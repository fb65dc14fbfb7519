"""The log of a mission cut into turns, and the clues that are still owed."""

from hypothesis import given, settings

from companion.games.duet.setup import Side, TrackingMode, Unlimited, WordKind
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    IllegalClue,
    NextClue,
    SideDone,
    Stop,
)
from companion.games.duet.text import RecordedGuess, TurnEnd, make_turns, turns_with_open_clues
from tests.games.duet.missions_played import table_of, tables

RIVER = Clue("river", 3)


def the_turns(*moves, **options):
    return make_turns(table_of(*moves, **options))


def test_before_the_first_move_there_is_no_turn():
    assert the_turns() == ()


def test_a_turn_tells_its_clue_its_guesses_and_what_it_cost():
    (turn,) = the_turns(RIVER, Agent(), Agent(), Stop())
    assert (turn.number, turn.giver, turn.clue, turn.end) == (1, Side.A, RIVER, TurnEnd.STOP)
    assert (
        turn.first_move_index,
        turn.last_move_index,
        turn.agents_found,
        turn.tokens_spent,
        turn.open_words,
    ) == (0, 3, 2, 1, 1)
    assert turn.guesses == (RecordedGuess(1, WordKind.AGENT), RecordedGuess(2, WordKind.AGENT))


def test_the_turn_under_way_is_the_last():
    first, second = the_turns(Agent(), Stop(), RIVER)
    assert first.end is TurnEnd.STOP
    assert (second.giver, second.clue, second.end, second.tokens_spent) == (
        Side.B,
        RIVER,
        TurnEnd.UNDER_WAY,
        0,
    )


def test_a_guess_on_a_grid_has_its_place():
    (turn,) = the_turns(Agent(7), keeps=TrackingMode.GRID)
    assert turn.guesses == (RecordedGuess(0, WordKind.AGENT, 7),)


def test_what_was_read_of_the_cards_belongs_to_the_turn_it_was_told_in_and_is_nothing_to_tell():
    (turn,) = the_turns(CardWord(3, "bank"), keeps=TrackingMode.GRID)
    assert not turn.has_events
    assert turn.guesses == ()
    (turn,) = the_turns(CardWord(3, "bank"), Agent(3), keeps=TrackingMode.GRID)
    assert turn.has_events
    assert turn.first_move_index == 0


def test_a_bystander_ends_a_turn_and_costs_two_checks_where_no_bystander_token_is_left():
    cheap, dear = the_turns(Bystander(), Bystander(), tokens=9, mistakes=1)
    assert (cheap.end, cheap.tokens_spent) == (TurnEnd.BYSTANDER, 1)
    assert (dear.end, dear.tokens_spent) == (TurnEnd.COSTLY_BYSTANDER, 2)


def test_a_fine_is_among_what_a_turn_cost():
    (turn,) = the_turns(IllegalClue(), Agent(), Stop())
    assert turn.is_fined
    assert turn.tokens_spent == 2


def test_the_assassin_and_a_bystander_that_cannot_be_paid_end_the_mission():
    assert the_turns(Assassin())[-1].end is TurnEnd.ASSASSIN
    assert the_turns(Bystander(), tokens=1, mistakes=0)[-1].end is TurnEnd.DEFEAT


def test_a_turn_ends_by_itself_where_the_giver_s_key_is_covered_and_the_bank_is_empty():
    nine = (Agent(),) * 9
    told = the_turns(IllegalClue(), *nine, SideDone(Side.A), tokens=1)
    assert [turn.end for turn in told] == [TurnEnd.AUTOMATIC]


def test_sudden_death_is_a_turn_of_its_own_that_nobody_gives_a_clue_for():
    last, sudden = the_turns(Agent(), Stop(), Agent(), Agent(), tokens=1)
    assert (last.giver, last.end) == (Side.A, TurnEnd.STOP)
    assert (sudden.giver, sudden.clue, sudden.agents_found, sudden.end) == (None, None, 2, TurnEnd.UNDER_WAY)


def test_the_last_agent_wins_in_whichever_turn():
    fifteen = (*(Agent(),) * 8, Stop(), *(Agent(),) * 7)
    assert the_turns(*fifteen)[-1].end is TurnEnd.WIN


def test_a_clue_of_a_side_whose_key_is_covered_is_void_and_the_other_side_s_counts():
    moves = ((Agent(),) * 9, (Stop(),), (Agent(), Stop()), (RIVER, SideDone(Side.A), Clue("sky", 1)))
    turn = the_turns(*(move for group in moves for move in group))[-1]
    assert (turn.giver, turn.clue) == (Side.B, Clue("sky", 1))


def test_in_loose_turns_the_side_that_took_the_clue_is_its_giver():
    assert the_turns(NextClue(Side.B), RIVER, loose_turns=True)[-1].giver is Side.B


# -- clues that are still owed ------------------------------------------------------------------------------


def test_a_clue_keeps_the_words_open_that_it_did_not_bring():
    told = the_turns(RIVER, Agent(), Stop(), Clue("sky", 2), Bystander(), Clue("moon", 1))
    assert [(turn.clue, turn.open_words) for turn in turns_with_open_clues(told)] == [
        (Clue("sky", 2), 2),
        (RIVER, 2),
    ]
    assert [turn.clue for turn in turns_with_open_clues(told, Side.A)] == [RIVER]


def test_zero_and_unlimited_count_no_words():
    for number in (0, Unlimited.UNLIMITED, None):
        (turn,) = the_turns(Clue("sky", number), Agent(), Stop())
        assert turn.open_words is None
        assert turns_with_open_clues((turn,)) == ()


def test_more_agents_than_the_clue_named_leave_nothing_open():
    (turn,) = the_turns(Clue("sky", 1), Agent(), Agent(), Stop())
    assert turn.open_words == 0


def test_nothing_of_a_covered_key_is_open():
    told = the_turns(RIVER, Agent(), Stop(), Bystander(), *(Agent(),) * 8, SideDone(Side.A))
    assert turns_with_open_clues(told) == ()


def test_no_more_words_are_open_than_the_key_still_hides():
    told = the_turns(Clue("sky", 9), Agent(), Stop(), Bystander(), *(Agent(),) * 6)
    assert [turn.open_words for turn in turns_with_open_clues(told)] == [2]


def test_nothing_is_open_once_the_mission_is_over():
    assert turns_with_open_clues(the_turns(RIVER, Bystander(), Assassin())) == ()


def test_in_sudden_death_older_clues_are_remembered():
    told = the_turns(RIVER, Agent(), Stop(), Agent(), tokens=1)
    assert [turn.clue for turn in turns_with_open_clues(told)] == [RIVER]


@settings(max_examples=60, deadline=None)
@given(session=tables())
def test_every_move_belongs_to_one_turn_and_all_is_accounted_for(session):
    told = make_turns(session)
    assert [n for turn in told for n in range(turn.first_move_index, turn.last_move_index + 1)] == list(
        range(len(session.moves))
    )
    assert sum(turn.agents_found for turn in told) == session.state.agents
    assert sum(turn.tokens_spent for turn in told) == session.setup.tokens - session.state.bank.tokens_left
    assert all(turn.end is not TurnEnd.UNDER_WAY for turn in told[:-1])
