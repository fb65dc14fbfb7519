"""What a learner of Silver reads while a round is played, counted and dealt, and after a refusal."""

import pytest

from companion.core.game import error
from companion.games.silver.rules import RULE_NUMBERS, apply, start
from companion.games.silver.setup import ROUNDS, Mode, Options, Setup
from companion.games.silver.state import Round
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.silver.speech import RoundStep, find_rule, list_lessons, main_lesson

NAMES = ("Ada", "Bruno", "Chloe")
GOOD_CALL, FAILED_CALL = Round(1, sums=(9, 3, 8)), Round(1, sums=(2, 9, 8))
POINTS = Setup(NAMES, Mode.POINTS, options=Options(limit=60))


def after(setup=None, *moves):
    state = start(setup or Setup(NAMES))
    for move in moves:
        state = apply(state, move)
    return state


MOMENTS = {
    "first": (after(), RoundStep.PLAY),
    "amulet": (after(None, GOOD_CALL), RoundStep.PLAY),
    "amulet_marks": (after(None, FAILED_CALL), RoundStep.PLAY),
    "any_call": (after(Setup(NAMES, options=Options(failed_call_power=True))), RoundStep.PLAY),
    "count": (after(), RoundStep.COUNT),
    "deal": (after(None, GOOD_CALL), RoundStep.DEAL),
    "deal_marks": (after(None, FAILED_CALL), RoundStep.DEAL),
    "points": (after(POINTS), RoundStep.COUNT),
    "points_plain": (after(Setup(NAMES, Mode.POINTS, options=Options(exact_reset=False))), RoundStep.DEAL),
    "over": (after(None, *(GOOD_CALL,) * ROUNDS), RoundStep.PLAY),
}


def keys_of(moment):
    return [(told.now_key, told.who_key, told.rule_key) for told in list_lessons(*MOMENTS[moment])]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_is_told_in_three_whole_sentences_in_every_language(code):
    tr = Translator(code)
    for moment in MOMENTS.values():
        for told in list_lessons(*moment):
            for key in (told.now_key, told.who_key, told.rule_key):
                words = tr(key, **told.args)
                assert "{" not in words, key
                assert words.rstrip()[-1] in ".!?؟;", key
    assert not tr.missing


def test_the_moments_show_every_sentence_that_is_written():
    written = {key for key in Translator("en").entries(LANGUAGES["en"], "silver") if ".learn." in key}
    shown = {key for moment in MOMENTS for keys in keys_of(moment) for key in keys}
    assert written == {key for key in shown if key.startswith("silver.learn.")}


def test_while_a_round_is_played_all_of_a_turn_can_be_leafed_through():
    names = {now.split(".")[2] for now, _, _ in keys_of("first")}
    assert names == {"turn", "several", "call", "abilities", "ends", "amulet"}


def test_each_round_begins_with_another_lesson_and_a_working_amulet_comes_first():
    state, first = after(), []
    for _ in range(ROUNDS):
        first.append(main_lesson(state).now_key)
        state = apply(state, FAILED_CALL)
    assert first[0] == "silver.learn.turn.now"
    assert len(set(first)) == ROUNDS
    assert main_lesson(after(None, GOOD_CALL)).who_key == "silver.learn.amulet.who_works"


def test_the_numbers_and_names_are_those_of_the_table():
    tr = Translator("en")

    def words(moment, place):
        told = list_lessons(*MOMENTS[moment])[place]
        return " ".join(tr(key, **told.args) for key in (told.now_key, told.who_key, told.rule_key))

    assert "4 cards or fewer" in words("first", 2)
    assert "Bruno may lay it" in words("amulet", 0)
    assert "limit of 60" in words("points", 1)
    assert "falls to 30" in words("points", 1)


def test_the_amulet_of_an_earlier_game_is_its_holders_whoever_starts():
    again = after(Setup(NAMES, start=0, amulet=2, amulet_works=True))
    assert Translator("en")(main_lesson(again).who_key, **main_lesson(again).args).startswith(
        "Chloe may lay it"
    )


def test_a_call_with_too_many_cards_is_explained_and_a_slip_of_the_finger_is_not():
    rule = find_rule(error("silver.problem.caller_cards"))
    assert rule is not None
    assert "4 cards or fewer" in Translator("en")(rule, **RULE_NUMBERS)
    assert find_rule(error("silver.problem.sum_impossible")) is None


def test_every_rule_behind_a_refusal_is_filled_by_the_numbers_of_the_rules():
    written = Translator("en").entries(LANGUAGES["en"], "silver")
    rules = [find_rule(error(key)) for key in written if key.startswith("silver.problem.")]
    assert len([rule for rule in rules if rule]) > 4
    for rule in filter(None, rules):
        assert "{" not in Translator("en")(rule, **RULE_NUMBERS), rule
