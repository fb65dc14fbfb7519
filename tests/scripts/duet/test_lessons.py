"""What a learner of Duet reads in a mission, and after a refusal."""

import pytest

from companion.core.game import IllegalMove, error
from companion.games.duet.rules import RULE_NUMBERS, apply, start
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Mission, Setup, Side, TrackingMode
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    Clue,
    IllegalClue,
    SideDone,
    Stop,
)
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.duet.speech import find_rule, list_lessons, main_lesson

NAMES = ("Ada", "Bruno", "Chloe", "Dario")


def after(*moves, **choices):
    state = start(Setup(NAMES, **choices))
    for move in moves:
        state = apply(state, move)
    return state


FOUND = (Agent(),) * KEY_AGENTS
# By the clues of the one side and then of the other: green words that both keys share may cover the second.
SHARED = (*(Agent(),) * 5, Stop(), *(Agent(),) * 6, Stop())
MOMENTS = {
    "first": (after(), "clue.now"),
    "second_turn": (after(Bystander()), "guess.now"),
    "stop": (after(Agent()), "stop.now"),
    "fined": (after(IllegalClue()), "illegal.who_now"),
    "last_token": (after(tokens=1), "last.now"),
    "last_check": (after(tokens=1, mistakes=0), "last.rule_dear"),
    "last_guesses": (after(IllegalClue(), tokens=1), "last.rule"),
    "done": (after(*FOUND, Stop()), "done.now"),
    "one_done": (after(*FOUND, Stop(), SideDone(Side.A)), "done.now_one"),
    "mixed_tokens": (after(tokens=9, mistakes=5, loose_turns=True), "clue.now"),
    "no_score": (after(tokens=8), "clue.now"),
    "sudden": (after(Bystander(), tokens=1), "sudden.now"),
    "grid": (after(Bystander(3), keeps=TrackingMode.GRID), "guess.now"),
    "clue_told": (after(Clue("sea", 2), mission=Mission("map", "cairo")), "clue.now"),
    "keys": (after(*SHARED, keeps=TrackingMode.KEYS), "done.who_counted"),
    "won": (after(*(Agent(),) * AGENTS), "end.rule_scored"),
    "lost": (after(Assassin()), "end.rule_scored"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_special_about_a_moment_comes_first(moment):
    state, key = MOMENTS[moment]
    told = main_lesson(state)
    assert f"duet.learn.{key}" in (told.now_key, told.who_key, told.rule_key)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_is_told_in_three_whole_sentences_in_every_language(code):
    tr = Translator(code)
    for state, _ in MOMENTS.values():
        for told in list_lessons(state):
            for key in (told.now_key, told.who_key, told.rule_key):
                words = tr(key, **told.args)
                assert "{" not in words, key
                assert words[-1] in ".!?؟;", key
    assert not tr.missing


def test_the_moments_show_every_sentence_that_is_written():
    written = {key for key in Translator("en").entries(LANGUAGES["en"], "duet") if ".learn." in key}
    told = [each for state, _ in MOMENTS.values() for each in list_lessons(state)]
    shown = {key for each in told for key in (each.now_key, each.who_key, each.rule_key)}
    assert written == {key for key in shown if ".learn." in key}


def test_in_every_turn_all_the_rules_of_clues_and_guesses_can_be_leafed_through():
    for moment in ("first", "second_turn", "stop"):
        names = {told.now_key.split(".")[2] for told in list_lessons(MOMENTS[moment][0])}
        assert names >= {"clue", "zero", "talk", "guess", "bystander", "illegal", "end"}


def test_who_gives_the_clue_and_who_guesses_are_named():
    tr, told = Translator("en"), list_lessons(MOMENTS["first"][0])
    assert tr(told[0].now_key, **told[0].args) == "This clue comes from Ada and Bruno."
    assert tr(told[1].now_key, **told[1].args) == "The guess is up to Chloe and Dario."


def test_the_grid_and_the_clue_log_are_taught_where_they_are_of_use():
    names = {
        moment: {told.now_key.split(".")[2] for told in list_lessons(MOMENTS[moment][0])}
        for moment in MOMENTS
    }
    assert "grid" in names["grid"]
    assert "grid" not in names["first"]
    assert "log" in names["first"]
    assert "log" not in names["clue_told"] | names["sudden"]


def test_a_side_is_asked_whether_its_key_is_covered_only_where_it_can_be():
    def told(*moves, **choices):
        return {each.now_key for each in list_lessons(after(*moves, **choices))}

    assert "duet.learn.done.now" in told(*FOUND[:5], Stop(), *FOUND[:4], Stop())
    assert "duet.learn.done.now" not in told(*FOUND[:5], Stop(), *FOUND[:4], Stop(), keeps=TrackingMode.KEYS)
    assert "duet.learn.done.now" in told(*SHARED, keeps=TrackingMode.KEYS)
    assert "duet.learn.done.now_one" in told(*FOUND, keeps=TrackingMode.KEYS)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("place_found", "covers a word for everybody"),
        ("place_known", "the other may still guess it"),
        ("place_missing", "Point first"),
        ("done_miscounted", "on both keys"),
        ("clue_by_other_side", "any of them may give the clue"),
    ],
)
def test_the_refusals_of_a_grid_and_of_clues_are_explained(code, words):
    rule = find_rule(error(f"duet.problem.{code}"))
    assert rule is not None
    assert words in Translator("en")(rule, **RULE_NUMBERS)


def test_stopping_before_a_right_guess_is_explained():
    with pytest.raises(IllegalMove) as refused:
        apply(MOMENTS["first"][0], Stop())
    rule = find_rule(refused.value.problem)
    assert rule is not None
    assert "after a right guess" in Translator("en")(rule, **RULE_NUMBERS)


def test_every_rule_behind_a_refusal_is_filled_by_the_numbers_of_the_rules():
    written = Translator("en").entries(LANGUAGES["en"], "duet")
    rules = [find_rule(error(key)) for key in written if key.startswith("duet.problem.")]
    assert len([rule for rule in rules if rule]) > 7
    for rule in filter(None, rules):
        assert "{" not in Translator("en")(rule, **RULE_NUMBERS), rule
