"""Clues: what the rules accept, and the warnings about their words."""

import json

import pytest

from companion.core.game import IllegalMove, Severity
from companion.core.serialization import BadRecord, decode, decode_move, encode, encode_move
from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import (
    KEY_AGENTS,
    MAX_CLUE_LENGTH,
    ClueRules,
    Mission,
    Setup,
    Side,
    TrackingMode,
    Unlimited,
    clean_clue,
    clue_warnings,
    problems,
)
from companion.games.duet.state import Agent, Bystander, Clue, IllegalClue, NextClue, SideDone, Stop
from tests.games.duet.builders import play_turns

SEA = Clue("sea", 2, 0)
PLAIN = ClueRules()


@pytest.mark.parametrize(
    "clue",
    [
        SEA,
        Clue("sea"),
        Clue(number=3),
        Clue(by=0),
        Clue("sea", 0),
        Clue("sea", KEY_AGENTS),
        Clue("sea", Unlimited.UNLIMITED),
        Clue("x" * MAX_CLUE_LENGTH),
        Clue("دریا", 1, 0),
    ],
    ids=str,
)
@pytest.mark.parametrize("keeps", [None, *TrackingMode])
def test_any_part_of_a_clue_may_be_recorded_in_any_tracking_mode(clue, keeps):
    session = play_turns(keeps=keeps)
    assert session.play(clue).clue == clue
    again = decode_move(DUET, json.loads(json.dumps(encode_move(DUET, clue))))
    assert again == clue


@pytest.mark.parametrize(
    ("clue", "code"),
    [
        (Clue(), "clue_empty"),
        (Clue("two\nlines"), "clue_word"),
        (Clue(" "), "clue_word"),
        (Clue("sea "), "clue_word"),
        (Clue("\u200f"), "clue_word"),
        (Clue("x" * (MAX_CLUE_LENGTH + 1)), "clue_word"),
        (Clue("x" * 100_000), "clue_word"),
        (Clue("sea", -1), "clue_number"),
        (Clue("sea", KEY_AGENTS + 1), "clue_number"),
        (Clue("sea", 10**30), "clue_number"),
        (Clue("sea", 1, -1), "no_such_seat"),
        (Clue("sea", 1, 2), "no_such_seat"),
        (Clue("sea", 1, 1), "clue_by_other_side"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_clue_that_cannot_be_is_refused(refusal_code, clue, code):
    assert refusal_code(play_turns(), clue) == code


def test_problems_count_seats_from_one():
    with pytest.raises(IllegalMove) as refusal:
        play_turns().play(Clue("sea", 1, 2))
    assert refusal.value.problem.args == {"seat": 3, "seated": 2}


@pytest.mark.parametrize("number", [True, 2.0, "2", "no limit", [2]])
def test_a_number_that_is_none_is_no_record(number):
    with pytest.raises(BadRecord):
        decode_move(DUET, {"move": "clue", "word": "sea", "number": number})


def test_a_turn_has_one_clue_and_forgets_it_when_it_ends(refusal_code):
    session = play_turns()
    session.play(SEA)
    assert refusal_code(session, Clue("ship")) == "clue_given"
    for move in (Agent(), IllegalClue(), Agent()):
        session.play(move)
        assert session.state.clue == SEA
    session.play(Stop())
    assert session.state.clue is None
    assert refusal_code(session, SEA) == "clue_by_other_side"
    session.play(Clue("ship", 1, 1))
    session.play(Bystander())
    assert session.state.clue is None


def test_clue_may_be_recorded_after_its_first_guess():
    session = play_turns()
    session.play(Agent())
    assert session.play(SEA).correct_guesses == 1


def test_a_clue_changes_nothing_but_itself():
    told, silent = play_turns("sb"), play_turns("sb")
    told.play(SEA)
    for table in (told, silent):
        table.play(Agent())
    shown = DUET.public_state(told.state)
    assert shown.pop("clue") == {"word": "sea", "number": 2, "by": 0}
    assert shown == DUET.public_state(silent.state)


def test_missing_parts_of_a_clue_are_null_in_the_public_state():
    session = play_turns()
    session.play(Clue(number=Unlimited.UNLIMITED))
    assert DUET.public_state(session.state)["clue"] == {"word": "", "number": "unlimited", "by": None}


def test_sudden_death_has_no_clues(refusal_code):
    session = play_turns(tokens=1)
    session.play(SEA)
    session.play(Bystander())
    assert session.state.clue is None
    assert refusal_code(session, Clue("ship", 1)) == "sudden_death"


def test_no_clue_is_legal_after_the_end(refusal_code):
    assert refusal_code(play_turns("W"), SEA) == "over"


def test_a_clue_that_was_given_settles_whose_turn_it_is(refusal_code):
    session = play_turns(loose_turns=True)
    session.play(NextClue(Side.B))
    session.play(Clue("ship", 1, 1))
    assert refusal_code(session, NextClue(Side.A)) == "turn_under_way"


@pytest.fixture
def nine_found():
    session = play_turns()
    for _ in range(KEY_AGENTS):
        session.play(Agent())
    session.play(Stop())
    session.play(Clue("ship", 1, 1))
    return session


def test_clue_is_dropped_if_its_own_side_is_done(nine_found):
    nine_found.play(SideDone(Side.B))
    assert (nine_found.state.giver, nine_found.state.clue) == (Side.A, None)
    assert nine_found.play(SEA).clue == SEA


def test_clue_stays_if_the_other_side_is_done(nine_found):
    nine_found.play(SideDone(Side.A))
    assert (nine_found.state.giver, nine_found.state.clue) == (Side.B, Clue("ship", 1, 1))


def test_anybody_of_a_side_may_give_its_clue():
    session = GameSession(
        DUET, Setup(("Ada", "Bruno", "Chloe", "Dario"), sides=(Side.A, Side.B, Side.B, Side.A))
    )
    assert session.play(Clue(by=3)).clue == Clue(by=3)
    with pytest.raises(IllegalMove) as refusal:
        GameSession(DUET, session.setup).play(Clue(by=2))
    assert refusal.value.problem.args == {"name": "Chloe", "names": ("Ada", "Dario")}


# -- doubts -------------------------------------------------------------------------------------------------


def doubted(clue, *words, rules=PLAIN):
    found = clue_warnings(rules, words, clue)
    assert all(problem.severity is Severity.WARNING for problem in found)
    return [(problem.code, *problem.args.values()) for problem in found]


@pytest.mark.parametrize("clue", ["moon", "Moon", "MOON", "moons", "moonlight", " moon "])
def test_clue_that_overlaps_with_an_open_word_is_warned_about(clue):
    assert doubted(clue, "sun", "MOON", "") == [("on_the_table", "MOON")]


def test_a_part_of_a_word_is_doubtful_unless_it_is_there_by_chance():
    assert doubted("light", "moonlight") == [("on_the_table", "moonlight")]
    assert doubted("york", "New York") == [("on_the_table", "New York")]
    assert doubted("in", "inch", "in") == [("on_the_table", "in")]


def test_a_persian_word_is_the_same_however_it_was_typed():
    assert doubted("كتابخانه", "کتاب‌خانه") == [("on_the_table", "کتاب‌خانه")]
    assert doubted("کتاب‌خانه", "ماه") == []


def test_several_words_are_doubtful_where_names_of_several_are_not_agreed():
    assert doubted("Marie Curie") == [("several_words",)]
    assert doubted("Marie Curie", rules=ClueRules(names=True)) == []
    assert doubted("Marie Moon", "moon", rules=ClueRules(names=True)) == [("on_the_table", "moon")]


@pytest.mark.parametrize("clue", ["", "  ", "\u200c", "sea"])
def test_of_other_clues_letters_say_nothing(clue):
    assert doubted(clue, "moon", "", "  ") == []


def test_cleaned_clue_is_legal():
    for typed in (" deep\tsea ", "دریا\u200f", "e\u0301tude"):
        session = play_turns()
        assert session.play(Clue(clean_clue(typed))).clue is not None


# -- the set-up ---------------------------------------------------------------------------------------------


def test_clue_rules_are_strict_by_default():
    setup = Setup(("Ada", "Bruno"))
    assert setup.effective_clue_rules == ClueRules(names=False, abbreviations=False, homophones=False)
    loose = Setup(("Ada", "Bruno"), clue_rules=ClueRules(names=True))
    assert loose.effective_clue_rules.names


def test_tracking_mode_and_clue_rules_survive_json():
    setup = Setup(
        ("Ada", "Bruno"),
        keeps=TrackingMode.GRID,
        clue_rules=ClueRules(homophones=True),
        mission=Mission("c1", "x7", "Αθήνα"),
    )
    assert problems(setup) == ()
    written = json.loads(json.dumps(encode(setup)))
    assert written["keeps"] == "grid"
    assert decode(Setup, written) == setup


@pytest.mark.parametrize(
    "mission_told",
    [
        Mission("", "prague"),
        Mission("c1", ""),
        Mission("c1", "x7", "two\nlines"),
        Mission("c1\u202e", "x7"),
        Mission("c1", "x" * 41),
        Mission("c1", "x7", "y" * 10_000),
    ],
    ids=lambda told: str(told)[:40],
)
def test_a_mission_whose_names_cannot_be_shown_is_refused(mission_told):
    (problem,) = problems(Setup(("Ada", "Bruno"), mission=mission_told))
    assert problem.code == "mission_unclean"
