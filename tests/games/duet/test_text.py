"""A mission in words, and its log as turns with the open words of their clues."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from companion.games.duet import text
from companion.games.duet.edits import preview_edit, start_edit
from companion.games.duet.setup import (
    BYSTANDER_CHECKS,
    KEY_AGENTS,
    Mission,
    Side,
    TrackingMode,
    Unlimited,
    WordKind,
)
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
from companion.games.duet.text import RecordedGuess, TurnEnd, make_turns, summarize, turns_with_open_clues
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tests.games.duet.builders import RIVER, make_session, random_sessions


@pytest.fixture
def tr():
    return Translator("en")


@pytest.mark.parametrize(
    ("clue", "words"),
    [
        (RIVER, "river · 3"),
        (Clue("river", 0), "river · 0"),
        (Clue("river", Unlimited.UNLIMITED), "river · ∞"),
        (Clue("river"), "river"),
        (Clue("", 2), "A clue for 2"),
        (Clue("", None, 1), "Clue not written down"),
        (None, "Clue not written down"),
    ],
)
def test_clue_text_has_the_recorded_parts(tr, clue, words):
    assert text.clue_text(tr, clue) == words


def test_the_number_of_a_clue_has_the_digits_of_the_language():
    assert text.clue_text(Translator("fa"), Clue("رود", 3)).endswith("۳")


def test_turn_names_the_giver_of_its_clue_if_recorded(tr):
    session = make_session(Clue("river", 3, 1), Bystander(), RIVER)
    first, second = make_turns(session)
    assert text.giver_text(tr, session.setup, first) == "Clue from Bruno"
    assert text.giver_text(tr, session.setup, second) == "Clue from Chloe and Dario"


def test_sudden_death_has_no_giver(tr):
    session = make_session(Agent(), Stop(), Agent(), tokens=1)
    last = make_turns(session)[-1]
    assert text.turn_title(tr, last) == tr("duet.sudden_death")
    assert text.giver_text(tr, session.setup, last) == ""


def test_turn_text_says_how_it_ended(tr):
    def end(*moves, **options):
        return text.turn_end_text(tr, make_turns(make_session(*moves, **options))[-1])

    assert end(Agent()) == tr("duet.history.under_way")
    assert end(Agent(), Stop()) == tr("duet.history.stopped")
    dear = tr("duet.history.dear_bystander", bystander_checks=BYSTANDER_CHECKS)
    assert end(Bystander(), mistakes=0) == dear
    assert end(Assassin()) == tr("duet.board.assassin")
    assert end(Bystander(), tokens=1, mistakes=0) == tr("duet.summary.lost")


def test_turn_lists_covered_keys(tr):
    session = make_session(*(Agent(),) * 9, SideDone(Side.A), Stop())
    names = ("Ada", "Bruno")
    assert text.completed_side_texts(tr, session, make_turns(session)[0]) == [
        tr("duet.more.done", words=KEY_AGENTS, names=names)
    ]


def test_guess_text_has_its_word_or_place(tr):
    state = make_session(CardWord(6, "bank"), keeps=TrackingMode.GRID).state
    assert text.guess_text(tr, state, Agent(6)) == "Agent found: bank"
    assert text.guess_text(tr, state, Bystander(7)) == "Bystander: Row 2, card 3"
    assert text.guess_text(tr, state, Assassin()) == "Assassin"


def test_dropped_turn_and_the_end_of_the_mission_appear_once(tr):
    session = make_session(RIVER, Agent(), Stop(), Clue("sky", 1), Agent(), Stop(), Agent(), Stop(), Agent())
    amendment = start_edit(make_turns(session)[0]).with_guess_kind(0, WordKind.ASSASSIN)
    assert text.describe_dropped_moves(tr, session, preview_edit(session, amendment).dropped_moves) == [
        ("Turn 2: sky · 1", tr("duet.edit.over_by_then")),
        ("Turn 3: Stopped", ""),
        ("Turn 4: Under way", ""),
    ]


def test_clue_that_loses_its_giver_is_not_listed_as_dropped(tr):
    session = make_session(RIVER, Agent(), Stop(), Clue("sky", 1, 2))
    amendment = start_edit(make_turns(session)[0]).set_removed(True)
    told = text.describe_dropped_moves(tr, session, preview_edit(session, amendment).dropped_moves)
    assert [what for what, _ in told] == ["Turn 2: Clue from Chloe"]


def test_only_the_dropped_moves_of_a_remaining_turn_are_listed(tr):
    session = make_session(Agent(3), Stop(), Agent(8), Agent(9), Stop(), keeps=TrackingMode.GRID)
    amendment = start_edit(make_turns(session)[0]).with_guess_place(0, 8)
    assert text.describe_dropped_moves(tr, session, preview_edit(session, amendment).dropped_moves) == [
        ("Turn 2: Agent found: Row 2, card 4", tr("duet.problem.place_found"))
    ]


def test_a_mission_of_a_map_is_summed_up_with_its_city(tr):
    session = make_session(mission=Mission("ours", "cairo"))
    assert summarize(tr, session).title == "Cairo: Turn 1"
    session = make_session(Assassin(), mission=Mission("ours", "x7", "Atlantis"))
    assert summarize(tr, session).title == "Atlantis: Mission lost"
    assert summarize(tr, make_session()).title == "Turn 1"


@settings(max_examples=25, deadline=None)
@given(session=random_sessions())
def test_every_turn_and_every_move_has_words_in_every_language(session):
    for code in LANGUAGES:
        tr = Translator(code)
        for turn in make_turns(session):
            told = [
                text.turn_title(tr, turn),
                text.turn_end_text(tr, turn),
                text.clue_text(tr, turn.clue),
            ]
            told += [
                text.move_text(tr, session.states[number], session.moves[number])
                for number in range(turn.first_move_index, turn.last_move_index + 1)
            ]
            assert all(told)
            assert not any("{" in words for words in told)
        assert not tr.missing


def the_turns(*moves, **options):
    return make_turns(make_session(*moves, **options))


def test_before_the_first_move_there_is_no_turn():
    assert the_turns() == ()


def test_turn_has_clue_guesses_and_cost():
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


def test_card_words_belong_to_their_turn_but_are_no_events():
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


def test_cost_of_a_turn_includes_its_fine():
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


def test_sudden_death_is_a_turn_without_a_giver():
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


def test_clue_has_open_words_until_they_are_found():
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
@given(session=random_sessions())
def test_every_move_belongs_to_one_turn_and_all_is_accounted_for(session):
    told = make_turns(session)
    assert [n for turn in told for n in range(turn.first_move_index, turn.last_move_index + 1)] == list(
        range(len(session.moves))
    )
    assert sum(turn.agents_found for turn in told) == session.state.agents
    assert sum(turn.tokens_spent for turn in told) == session.setup.tokens - session.state.bank.tokens_left
    assert all(turn.end is not TurnEnd.UNDER_WAY for turn in told[:-1])
