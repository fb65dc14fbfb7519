"""A mission told in words: clues, turns, and what a change of the past would drop."""

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
from companion.games.duet.state import Agent, Assassin, Bystander, CardWord, Clue, SideDone, Stop
from companion.games.duet.text import make_turns, summarize
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tests.games.duet.missions_played import table_of, tables

RIVER = Clue("river", 3)


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
def test_a_clue_is_told_as_far_as_it_was_written_down(tr, clue, words):
    assert text.clue_text(tr, clue) == words


def test_the_number_of_a_clue_has_the_digits_of_the_language():
    assert text.clue_text(Translator("fa"), Clue("رود", 3)).endswith("۳")


def test_a_turn_names_who_gave_its_clue_where_that_was_told(tr):
    session = table_of(Clue("river", 3, 1), Bystander(), RIVER)
    first, second = make_turns(session)
    assert text.giver_text(tr, session.setup, first) == "Clue from Bruno"
    assert text.giver_text(tr, session.setup, second) == "Clue from Chloe and Dario"


def test_nobody_gives_a_clue_in_sudden_death(tr):
    session = table_of(Agent(), Stop(), Agent(), tokens=1)
    last = make_turns(session)[-1]
    assert text.turn_title(tr, last) == tr("duet.sudden_death")
    assert text.giver_text(tr, session.setup, last) == ""


def test_a_turn_tells_how_it_ended(tr):
    def end(*moves, **options):
        return text.turn_end_text(tr, make_turns(table_of(*moves, **options))[-1])

    assert end(Agent()) == tr("duet.history.under_way")
    assert end(Agent(), Stop()) == tr("duet.history.stopped")
    dear = tr("duet.history.dear_bystander", bystander_checks=BYSTANDER_CHECKS)
    assert end(Bystander(), mistakes=0) == dear
    assert end(Assassin()) == tr("duet.board.assassin")
    assert end(Bystander(), tokens=1, mistakes=0) == tr("duet.summary.lost")


def test_that_a_key_is_covered_is_told_beside_the_turn(tr):
    session = table_of(*(Agent(),) * 9, SideDone(Side.A), Stop())
    names = ("Ada", "Bruno")
    assert text.completed_side_texts(tr, session, make_turns(session)[0]) == [
        tr("duet.more.done", words=KEY_AGENTS, names=names)
    ]


def test_a_guess_names_its_word_or_where_it_lies(tr):
    state = table_of(CardWord(6, "bank"), keeps=TrackingMode.GRID).state
    assert text.guess_text(tr, state, Agent(6)) == "Agent found: bank"
    assert text.guess_text(tr, state, Bystander(7)) == "Bystander: Row 2, card 3"
    assert text.guess_text(tr, state, Assassin()) == "Assassin"


def test_a_turn_of_which_nothing_is_left_is_lost_as_a_whole_and_that_it_was_over_is_told_once(tr):
    session = table_of(RIVER, Agent(), Stop(), Clue("sky", 1), Agent(), Stop(), Agent(), Stop(), Agent())
    amendment = start_edit(make_turns(session)[0]).with_guess_kind(0, WordKind.ASSASSIN)
    assert text.describe_dropped_moves(tr, session, preview_edit(session, amendment).dropped_moves) == [
        ("Turn 2: sky · 1", tr("duet.edit.over_by_then")),
        ("Turn 3: Stopped", ""),
        ("Turn 4: Under way", ""),
    ]


def test_a_clue_that_stays_without_its_giver_is_not_told_as_lost(tr):
    session = table_of(RIVER, Agent(), Stop(), Clue("sky", 1, 2))
    amendment = start_edit(make_turns(session)[0]).set_removed(True)
    told = text.describe_dropped_moves(tr, session, preview_edit(session, amendment).dropped_moves)
    assert [what for what, _ in told] == ["Turn 2: Clue from Chloe"]


def test_of_a_turn_that_stays_only_what_goes_is_lost(tr):
    session = table_of(Agent(3), Stop(), Agent(8), Agent(9), Stop(), keeps=TrackingMode.GRID)
    amendment = start_edit(make_turns(session)[0]).with_guess_place(0, 8)
    assert text.describe_dropped_moves(tr, session, preview_edit(session, amendment).dropped_moves) == [
        ("Turn 2: Agent found: Row 2, card 4", tr("duet.problem.place_found"))
    ]


def test_a_mission_of_a_map_is_summed_up_with_its_city(tr):
    session = table_of(mission=Mission("ours", "cairo"))
    assert summarize(tr, session).title == "Cairo: Turn 1"
    session = table_of(Assassin(), mission=Mission("ours", "x7", "Atlantis"))
    assert summarize(tr, session).title == "Atlantis: Mission lost"
    assert summarize(tr, table_of()).title == "Turn 1"


@settings(max_examples=25, deadline=None)
@given(session=tables())
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
