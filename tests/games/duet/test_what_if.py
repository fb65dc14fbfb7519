"""Questions about hypothetical moves, and what a rule means in the current mission."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.what_if import QuestionFamily, answer_question
from companion.games.duet.rules import GAME, apply, start
from companion.games.duet.setup import ClueRules, Mission, Setup, Side, TrackingMode
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
from companion.games.duet.what_if import describe_result, hypothetical_guess, questions, rule_context
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.duet.rulebook import ENTRIES

ENGLISH = Translator("en")


def after(*moves, **choices):
    """Guesses are made wherever they can be."""
    state = start(Setup(("Ada", "Bruno"), **choices))
    for move in moves:
        guess = isinstance(move, Agent | Bystander | Assassin)
        state = apply(state, hypothetical_guess(state, type(move)) if guess else move)
    return state


def asked(state, name, *numbers):
    asking = next(asking for asking in questions(state) if asking.id == name)
    question = asking.make_question(*numbers) if isinstance(asking, QuestionFamily) else asking
    answer = answer_question(GAME, state, question)
    if answer.problem is not None or answer.state is None:
        assert answer.problem is not None
        return [ENGLISH.translate_problem(answer.problem)]
    lines = (*question.known_facts, *(describe_result(state, answer.state) if question.moves else ()))
    return [ENGLISH(line.key, **line.args) for line in lines]


def test_an_agent_lets_the_turn_go_on():
    assert asked(after(), "agent") == [
        "Then 1 agent of 15 is found.",
        "The turn goes on, and the guess is still up to Bruno.",
    ]


def test_a_bystander_costs_a_token_and_the_clue_passes():
    assert asked(after(), "bystander") == [
        "That costs 1 token; in the bank: 8.",
        "The next clue then comes from Bruno.",
    ]


def test_without_bystander_tokens_it_costs_two_and_may_lose():
    assert asked(after(tokens=4, mistakes=0), "bystander")[0] == "That costs 2 tokens; in the bank: 2."
    assert asked(after(tokens=1, mistakes=0), "bystander") == [
        "Mission lost",
        "The bystander cost 2 tokens and only one was left.",
    ]


def test_the_assassin_loses():
    assert asked(after(), "assassin")[0] == "Mission lost"


def test_a_stop_before_a_right_guess_is_refused_in_words():
    assert asked(after(), "stop") == ["Every clue takes at least one guess. You may stop after a right one."]
    assert "The token lies with the check up: a turn that ended well." in asked(after(Agent()), "stop")


def test_an_illegal_clue_costs_a_token_and_the_guesses_go_on():
    assert asked(after(), "illegal")[-1] == "The turn goes on, and the guess is still up to Bruno."


def test_the_last_token_leads_to_sudden_death():
    assert asked(after(tokens=1), "bystander")[-1].startswith("Sudden death")
    assert {asking.id for asking in questions(after(Bystander(), tokens=1))} == {
        "agent", "bystander", "assassin", "found", "need"
    }  # fmt: skip


def test_all_agents_win_with_their_score():
    lines = asked(after(*[Agent()] * 6, Stop()), "found", 9)
    assert lines[0] == "Mission won"
    # Seven tokens are left of nine, and two turns ended well.
    assert "It scores 23 points." in lines


def dial(state, name):
    asking = next(asking for asking in questions(state) if asking.id == name)
    assert isinstance(asking, QuestionFamily)
    return asking.dials[0]


def test_a_turn_finds_no_more_agents_than_one_key_has():
    assert dial(after(), "found").max_value == 9
    assert dial(after(Agent(), Agent()), "found").max_value == 7
    assert dial(after(*[Agent()] * 9, Stop()), "found").max_value == 6
    assert "found" not in {asking.id for asking in questions(after(*[Agent()] * 9))}
    assert dial(after(Bystander(), tokens=1), "found").max_value == 15


def test_dial_of_bystanders_ends_where_the_mission_is_lost():
    for mission in ({}, {"tokens": 9, "mistakes": 5}, {"tokens": 3, "mistakes": 0}):
        state = after(**mission)
        most = dial(state, "met").max_value
        assert asked(state, "met", most)[0] == "Mission lost"
        assert asked(state, "met", most - 1)[0] != "Mission lost"


def test_needed_agents_are_known_without_a_move():
    assert asked(after(Agent()), "need") == [
        "14 agents are still missing.",
        "The bank lasts for 9 turns more at most, then comes sudden death.",
    ]


def test_finished_mission_has_no_questions():
    assert questions(after(Assassin())) == ()


MOMENTS = {
    "first": (),
    "guessed": (Agent(), Agent()),
    "later": (Agent(), Stop(), Bystander(), Agent(), Agent(), Stop(), Bystander()),
    "last guesses": (*[Bystander()] * 8, IllegalClue(), Agent()),
    "sudden death": (*[Bystander()] * 9, Agent()),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("keeps", TrackingMode)
def test_answers_do_not_depend_on_the_tracking_mode(moment, keeps):
    plain, kept = after(*MOMENTS[moment]), after(*MOMENTS[moment], keeps=keeps)
    asked_of = [asking.id for asking in questions(plain)]
    assert [asking.id for asking in questions(kept)] == asked_of
    for name in asked_of:
        for number in (1, 2, 3):
            assert asked(kept, name, number) == asked(plain, name, number)


@pytest.mark.parametrize("keeps", TrackingMode)
def test_a_key_that_is_counted_has_no_more_agents_than_are_left_of_it(keeps):
    state = after(*[Agent()] * 4, Stop(), Bystander(), Agent(), keeps=keeps)
    assert dial(state, "found").max_value == 4
    assert "From then on only the other side gives clues." in asked(state, "found", 4)
    covered = after(*[Agent()] * 9, keeps=keeps)
    assert "found" not in {asking.id for asking in questions(covered)}


@pytest.mark.parametrize("keeps", TrackingMode)
def test_the_last_guesses_end_by_themselves_with_the_last_agent_of_the_key(keeps):
    state = after(IllegalClue(), *[Agent()] * 7, tokens=1, keeps=keeps)
    assert asked(state, "found", 2)[-1].startswith("Sudden death")


@pytest.mark.parametrize("keeps", [None, *TrackingMode])
def test_every_question_of_a_mission_to_its_end_has_an_answer(keeps):
    stop, bystander = (Agent(), Stop()), Bystander()
    moves = (*stop, bystander, Agent(), bystander, bystander, *stop, bystander, bystander)
    for played in range(len(moves) + 1):
        state = after(*moves[:played], tokens=11, mistakes=2, keeps=keeps)
        for asking in questions(state):
            for question in asking.all_questions() if isinstance(asking, QuestionFamily) else (asking,):
                answer = answer_question(GAME, state, question)
                refused = None if answer.problem is None else answer.problem.code
                assert refused in (None, "guess_first"), question


TABLE = ("Ada", "Bruno")
MOVES = (
    *(Agent(), Bystander(), Stop(), IllegalClue(), Assassin()),
    *(SideDone(Side.A), SideDone(Side.B), NextClue(Side.A), NextClue(Side.B)),
    *(Clue("sea", 2), CardWord(0, "moon")),
)


def told(entry, *moves, **setup):
    table = Setup(TABLE, **setup)
    state = start(table)
    for move in moves:
        state = apply(state, move)
    sentence = rule_context(entry, table, state)
    return None if sentence is None else (sentence.key.rpartition(".")[2], dict(sentence.args))


def test_without_a_state_only_the_setup_gives_context():
    table = Setup(TABLE, tokens=7)
    assert rule_context("tokens", table, None) is None
    sides = rule_context("sides", table, None)
    assert sides is not None
    assert dict(sides.args) == {"first": ("Ada",), "second": ("Bruno",)}


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ((), ("bystander_costs", {"n": 1, "left": 2})),
        ((Bystander(),), ("bystander_last", {"n": 2})),
        ((Bystander(), Agent(), Stop()), ("bystander_loses", {})),
    ],
)
def test_bystander_context_has_its_current_cost(moves, wanted):
    assert told("bystander", *moves, tokens=3, mistakes=1) == wanted


def test_in_sudden_death_a_bystander_loses():
    assert told("bystander", Bystander(), tokens=1) == ("bystander_loses", {})


def test_stop_context_depends_on_correct_guesses():
    assert told("stop") == ("no_stop_yet", {})
    assert told("stop", Agent()) == ("may_stop", {})
    assert told("stop", Bystander(), tokens=1) is None


def test_score_context_assumes_that_all_missing_agents_are_found_now():
    assert told("score", *[Agent(), Agent(), Stop()] * 3) == ("score", {"n": 19})
    assert told("score", *[Agent()] * 15) == ("scored", {"n": 25})
    assert told("score", tokens=10) == ("no_score", {"n": 10})
    assert told("score", Assassin()) is None


def test_no_score_is_promised_that_one_key_cannot_bring():
    assert told("score") is None
    assert told("score", *[Agent()] * 5, Stop()) is None
    assert told("score", *[Agent()] * 6, Stop()) == ("score", {"n": 23})


def test_fine_context_says_if_the_turn_has_one():
    assert told("illegal_clue") == ("fine", {"n": 8})
    assert told("illegal_clue", IllegalClue()) == ("fined", {})


def test_clue_context_names_the_givers_until_sudden_death():
    assert told("turns", Bystander()) == ("giver", {"names": ("Bruno",)})
    assert told("turns", Bystander(), tokens=1) is None
    assert told("sudden_death", Bystander(), tokens=1) == ("sudden_death", {"names": ("Ada", "Bruno")})


@pytest.mark.parametrize("keeps", TrackingMode)
def test_bystander_and_score_context_do_not_depend_on_the_tracking_mode(keeps):
    plain = start(Setup(TABLE, tokens=9, mistakes=0))
    kept = start(Setup(TABLE, tokens=9, mistakes=0, keeps=keeps))
    moves = (Agent(), Agent(), Stop(), *(Agent(),) * 3, Bystander(), Agent(), Agent(), Stop())
    for move in moves:
        for entry in ("bystander", "score", "illegal_clue", "sudden_death", "goal"):
            assert rule_context(entry, kept.setup, kept) == rule_context(entry, plain.setup, plain)
        plain = apply(plain, move)
        kept = apply(kept, move if isinstance(move, Stop) else hypothetical_guess(kept, type(move)))


def test_where_keys_are_counted_a_score_that_a_key_cannot_bring_is_not_promised():
    turns = [*[Agent()] * 4, Stop(), Bystander(), *[Agent()] * 2, Stop(), Bystander()]
    # Nine are missing, and of the key of this clue only three.
    assert told("score", *turns)[0] == "score"
    assert told("score", *turns, keeps=TrackingMode.KEYS) is None


def test_key_context_has_the_counted_agents_of_each_side():
    found = [Agent(), Agent(), Stop(), Agent()]
    counted = {"first": ("Ada",), "second": ("Bruno",), "found": 2, "others": 1, "key_agents": 9}
    for entry in ("key_card", "side_done"):
        assert told(entry, *found) is None
        assert told(entry, *found, keeps=TrackingMode.KEYS) == ("keys", counted)
    assert told("side_done", *[Agent()] * 9, keeps=TrackingMode.KEYS) == ("done", {"names": ("Ada",)})


def test_grid_context_counts_the_open_words_of_the_guessers():
    assert told("grid", Agent()) == ("no_grid", {})
    moves = (Agent(0), Bystander(1))
    assert told("grid", *moves, keeps=TrackingMode.GRID) == ("open_words", {"n": 24, "names": ("Ada",)})
    assert told("grid", *moves, Bystander(2), keeps=TrackingMode.GRID) == (
        "open_words",
        {"n": 23, "names": ("Bruno",)},
    )
    assert told("grid", *moves, tokens=1, keeps=TrackingMode.GRID) == (
        "open_words",
        {"n": 24, "names": TABLE},
    )


def test_clue_rule_context_lists_what_is_allowed():
    assert told("how_strict") == ("none", {})
    assert told("legal_clue", clue_rules=ClueRules(names=True)) == ("names", {})
    rules = ClueRules(names=True, homophones=True)
    assert told("how_strict", clue_rules=rules) == ("names_homophones", {})


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("abbreviations", [True, False])
@pytest.mark.parametrize("homophones", [True, False])
def test_every_combination_of_clue_rules_has_a_sentence(names, abbreviations, homophones):
    setup = Setup(TABLE, clue_rules=ClueRules(names, abbreviations, homophones))
    sentence = rule_context("how_strict", setup, None)
    assert sentence is not None
    for tr in TRANSLATORS:
        assert tr(sentence.key)
        assert not tr.missing


def test_clue_log_and_mission_map_have_context():
    assert told("clue_log") == ("clue_untold", {})
    assert told("clue_log", Clue("sea")) == ("clue_told", {})
    assert told("clue_log", Bystander(), tokens=1) is None
    assert told("mission_map", mission=Mission("map", "cairo")) == ("on_map", {})
    assert told("mission_map") is None


@given(
    st.lists(st.sampled_from(MOVES), max_size=25),
    st.sampled_from([(9, None), (9, 5), (3, 0), (1, 1)]),
    st.booleans(),
    st.sampled_from([None, *TrackingMode]),
)
def test_context_of_every_rule_is_translated_in_any_state(moves, mission, loose, keeps):
    tokens, mistakes = mission
    table = Setup(TABLE, tokens=tokens, mistakes=mistakes, loose_turns=loose, keeps=keeps)
    state = start(table)
    for move in moves:
        if isinstance(move, Agent | Bystander | Assassin) and state.outcome is None:
            move = hypothetical_guess(state, type(move))
        try:
            state = apply(state, move)
        except IllegalMove:
            continue
    sentences = [rule_context(entry.id, table, state) for entry in ENTRIES]
    for tr in TRANSLATORS:
        for sentence in sentences:
            if sentence is not None:
                words = tr(sentence.key, **sentence.args)
                assert "{" not in words
                assert not tr.missing


TRANSLATORS = [Translator(language) for language in LANGUAGES]
