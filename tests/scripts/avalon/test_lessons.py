"""What a learner reads at each step and after a refused move."""

import ast
import re
from pathlib import Path

import pytest

import companion.games.avalon
from companion.core.game import IllegalMove, error
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.rules import apply, start
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Quest5Needs, Reveal, Setup, Side
from companion.games.avalon.state import (
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Phase,
    Plot,
    Propose,
    Quest,
    Vote,
)
from companion.i18n.translator import Translator
from companion.scripts.avalon.lessons import excalibur_lesson, find_rule, main_lesson, setup_advice

ENGLISH = Translator("en")
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Iris", "Jan")
RULES = ("rules.py", "state.py")
# How a record is written, and what the app asks for itself: no rule of the game says so.
NO_RULE = {
    "no_such_seat",
    "vote_form",
    "correct_when_proposing",
    "correct_nothing",
    "roles_number",
    "roles_not_the_deck",
}


def after(setup, *moves):
    state = start(setup)
    for move in moves:
        state = apply(state, move)
    return state


def seat(players=7, **choices):
    return Setup(NAMES[:players], **choices)


def quest(fails, *team):
    return (Propose(team), Vote(approved=True), Quest(fails))


REFUSED = (Propose((0, 1)), Vote(approved=False))
WON = (*quest(0, 0, 1), *quest(0, 0, 1, 2), *quest(0, 0, 1, 2))
LOST = (*quest(1, 0, 1), *quest(1, 0, 1, 2), *quest(1, 0, 1, 2))
TWO_QUESTS = WON[:6]
TWO_OF_TEN = (*quest(0, 0, 1, 2), *quest(0, 0, 1, 2, 3))
SWORD = Propose((0, 1), excalibur=1)
PLAYED = Options(targeting_quest5_needs=Quest5Needs.TWO_PLAYED)
PLOT = Options(plot_cards=PlotCards.TWO_OR_THREE)
READS_GOOD = Options(oberon_reads_good_to_lady=True)
TARGETED = (
    *(Propose((0, 1), quest=1), Vote(approved=True), Quest(0)),
    *(Propose((0, 1, 2), quest=2), Vote(approved=True), Quest(0)),
)
ROW = LoyaltyRow((False,) * 5)
FOUR = (0, 1, 2, 3)
FOURTH = (*quest(0, 0, 1), *quest(1, 0, 1, 2), *quest(0, 0, 1, 2))

# The step, and the rule that matters most at it.
MOMENTS = {
    "propose": (after(seat()), "propose.rule"),
    "propose_sword": (after(seat(excalibur=True)), "propose.rule_excalibur"),
    "propose_two_fails": (after(seat(), *FOURTH), "propose.rule_two_fails"),
    "propose_fifth": (after(seat(), *REFUSED * 4), "propose.rule_fifth"),
    "target": (after(seat(targeting=True), *TARGETED), "target.rule"),
    "target_sword": (after(seat(targeting=True, excalibur=True)), "target.rule_successes"),
    "target_played": (after(seat(targeting=True, options=PLAYED)), "target.rule_played"),
    "target_fifth": (after(seat(targeting=True), Correct(attempt=5)), "propose.rule_fifth"),
    "plot": (after(seat(options=PLOT)), "plot.rule_kinds"),
    "plot_target": (after(seat(targeting=True, options=PLOT)), "plot.rule_kinds"),
    "plot_later": (after(seat(options=PLOT), Plot(2), *quest(0, 0, 1)), "plot.rule_loyalty"),
    "plot_drawn": (after(seat(options=PLOT), Plot(2)), "propose.rule"),
    "plot_second_leader": (after(seat(options=PLOT), *REFUSED), "propose.rule"),
    "vote": (after(seat(), Propose((0, 1))), "vote.rule"),
    "vote_even": (after(seat(8), Propose((0, 1, 2))), "vote.rule_tie"),
    "vote_fifth": (after(seat(), *REFUSED * 4, Propose((0, 1))), "vote.rule_fifth"),
    "quest": (after(seat(), Propose((0, 1)), Vote(approved=True)), "quest.rule_one"),
    "quest_two": (after(seat(), *FOURTH, Propose(FOUR), Vote(approved=True)), "quest.rule_two"),
    "quest_sword": (after(seat(excalibur=True), SWORD, Vote(approved=True)), "quest.rule_one"),
    "quest_v1": (
        after(seat(lancelot=Lancelot.V1), Propose((0, 1)), Vote(approved=True)),
        "quest.rule_one_v1",
    ),
    "quest_v2": (
        after(seat(lancelot=Lancelot.V2), ROW, Propose((0, 1)), Vote(approved=True)),
        "quest.rule_one_v2",
    ),
    "quest_v3": (after(seat(lancelot=Lancelot.V3), Propose((0, 1)), Vote(approved=True)), "quest.rule_one"),
    "quest_two_v1": (
        after(
            seat(lancelot=Lancelot.V1),
            *(*FOURTH[:6], Loyalty(False), *FOURTH[6:], Loyalty(True), Propose(FOUR), Vote(approved=True)),
        ),
        "quest.rule_two_v1",
    ),
    "quest_two_v2": (
        after(seat(lancelot=Lancelot.V2), ROW, *FOURTH, Propose(FOUR), Vote(approved=True)),
        "quest.rule_two_v2",
    ),
    "lady": (after(seat(lady=True), *TWO_QUESTS), "lady.rule"),
    "lady_lancelot": (after(seat(lady=True, lancelot=Lancelot.V1), *TWO_QUESTS), "lady.rule_lancelot"),
    "lady_oberon": (
        after(seat(lady=True, roles=("oberon",), options=READS_GOOD), *TWO_QUESTS),
        "lady.rule_oberon",
    ),
    "lady_lancelot_oberon": (
        after(seat(10, lady=True, lancelot=Lancelot.V1, roles=("oberon",), options=READS_GOOD), *TWO_OF_TEN),
        "lady.rule_lancelot_oberon",
    ),
    "lady_no_oberon": (after(seat(lady=True, options=READS_GOOD), *TWO_QUESTS), "lady.rule"),
    "lady_oberon_as_printed": (after(seat(lady=True, roles=("oberon",)), *TWO_QUESTS), "lady.rule"),
    "loyalty": (after(seat(lancelot=Lancelot.V1), *TWO_QUESTS), "loyalty.rule"),
    "row": (after(seat(lancelot=Lancelot.V2)), "row.rule"),
    "assassin": (after(seat(), *WON), "assassin.rule"),
    "assassin_card": (
        after(seat(options=Options(reveal_before_shot=Reveal.ASSASSIN)), *WON),
        "assassin.rule",
    ),
    "assassin_evil": (
        after(seat(options=Options(reveal_before_shot=Reveal.ALL_EVIL)), *WON),
        "assassin.rule",
    ),
    "three_fails": (after(seat(), *LOST), "over.rule_three_fails"),
    "refusals": (after(seat(), *REFUSED * 5), "over.rule_five_rejections"),
    "hit": (after(seat(), *WON, Assassinate(1, True)), "over.rule_merlin_assassinated"),
    "missed": (after(seat(), *WON, Assassinate(1, False)), "over.rule_assassin_missed"),
    "no_merlin": (after(seat(options=Options(merlin=False)), *WON), "over.rule_three_successes"),
    "cheat": (after(seat(lady=True), Cheat(Side.GOOD)), "over.rule_loyalty_cheat"),
}


def words_of(state, lesson=main_lesson):
    told = lesson(state)
    return [ENGLISH(key, **told.args) for key in (told.now_key, told.who_key, told.rule_key)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_step_is_told_in_three_whole_sentences(moment):
    state, rule = MOMENTS[moment]
    assert main_lesson(state).rule_key == f"avalon.learn.{rule}"
    for words in words_of(state):
        assert words[0].isupper()
        assert words.endswith(".")
        assert "{" not in words
    assert not ENGLISH.missing


def test_the_moments_show_every_step_and_every_sentence():
    told = [main_lesson(state) for state, _ in MOMENTS.values()] + [excalibur_lesson(MOMENTS["propose"][0])]
    keys = {key for each in told for key in (each.now_key, each.who_key, each.rule_key)}
    catalogue = set(ENGLISH.entries(ENGLISH.language, "avalon"))
    assert keys == {"app.learn.over", *(key for key in catalogue if key.startswith("avalon.learn."))}
    assert {state.phase for state, _ in MOMENTS.values()} == set(Phase)


def test_the_one_who_must_act_is_named():
    assert "Ada" in words_of(MOMENTS["propose"][0])[1]
    assert "Elena" in words_of(MOMENTS["propose_fifth"][0])[1]
    # She sits at the right of the first leader.
    assert "Greta" in words_of(MOMENTS["lady"][0])[1]
    assert "Bruno" in words_of(MOMENTS["quest_sword"][0])[1]


def test_the_leader_is_told_to_hand_out_excalibur_once_the_team_stands():
    now, who, rule = words_of(after(seat(excalibur=True)), excalibur_lesson)
    assert "Excalibur" in now
    assert "Ada" in who
    assert "must go to a team member" in rule


def test_the_vote_tells_of_the_two_tokens_everybody_has():
    assert "two vote tokens" in words_of(MOMENTS["vote"][0])[1]


@pytest.mark.parametrize("moment", ["quest", "quest_sword"])
def test_the_quest_tells_who_collects_and_who_shuffles_the_cards(moment):
    who = words_of(MOMENTS[moment][0])[1]
    assert re.search(r"[Ss]omebody off the team collects the (others|rest)", who)
    assert re.search(r"another player shuffles the rest|two people shuffle the piles", who)


@pytest.mark.parametrize(
    ("choices", "advised"),
    [
        ({}, False),
        ({"roles": ("percival",)}, False),
        ({"lancelot": Lancelot.V1}, False),
        ({"roles": ("percival", "morgana")}, True),
        ({"roles": ("percival",), "lancelot": Lancelot.V1}, True),
    ],
)
def test_learners_are_advised_to_add_one_special_character_at_a_time(choices, advised):
    assert setup_advice(seat(**choices)) == ("avalon.setup.one_at_a_time" if advised else None)


def test_the_lady_counts_the_quests_played_and_not_their_numbers():
    assert "After quests 2, 3 and 4 the Lady" in ENGLISH("avalon.rule.lady", **RULE_NUMBERS)
    assert "may say anything, but not show the card" in words_of(MOMENTS["lady"][0])[2]


def test_the_numbers_are_those_of_the_table():
    assert "picks 2 players" in words_of(MOMENTS["propose"][0])[1]
    assert "4 of 7" in words_of(MOMENTS["vote"][0])[2]
    assert "5 of 8" in words_of(MOMENTS["vote_even"][0])[2]
    assert "Round 3" in words_of(MOMENTS["loyalty"][0])[0]
    assert "Round 2" in words_of(MOMENTS["plot_later"][0])[0]
    assert "draws 2 plot cards" in words_of(MOMENTS["plot"][0])[1]
    one = after(seat(5, options=Options(plot_cards=PlotCards.ONE_TO_THREE)))
    assert "draws 1 plot card," in words_of(one)[1]


def raised_problems():
    """Every problem that the rules of play can raise, read from their source."""
    folder = Path(companion.games.avalon.__file__).parent
    for name in RULES:
        for node in ast.walk(ast.parse((folder / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and str(node.value).startswith(
                ("avalon.problem.", "app.problem.")
            ):
                yield node.value
    yield from (f"avalon.problem.awaits_{awaits.value}" for awaits in Phase if awaits is not Phase.OVER)


def test_every_refusal_of_a_move_has_its_rule_or_is_known_to_have_none():
    problems = {key for key in raised_problems() if not key.endswith("awaits_")}
    assert len(problems) > 40
    without = {key.rpartition(".")[2] for key in problems if find_rule(error(key)) is None}
    assert without == NO_RULE


def test_every_rule_is_in_the_catalogue_and_stands_behind_some_refusal():
    rules = {find_rule(error(key)) for key in raised_problems()} - {None}
    catalogue = set(ENGLISH.entries(ENGLISH.language, "avalon"))
    assert rules == {key for key in catalogue if key.startswith("avalon.rule.")}
    for rule in filter(None, rules):
        assert re.fullmatch(r"[A-Z][^{}]+\.", ENGLISH(rule, **RULE_NUMBERS)), rule


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        (after(seat()), Propose((0, 1, 2)), "team"),
        (after(seat(), Propose((0, 1))), Propose((0, 1)), "round"),
        (after(seat(excalibur=True)), Propose((0, 1), excalibur=0), "excalibur_handed"),
        (after(seat(targeting=True)), Propose((0, 1, 2, 3), quest=5), "last_quest_successes"),
        (after(seat(targeting=True, options=PLAYED)), Propose(FOUR, quest=5), "last_quest_played"),
        (after(seat(lady=True), *TWO_QUESTS), Lady(6), "lady"),
        (after(seat(), *WON), Quest(0), "assassin"),
        (after(seat(), *LOST), Quest(0), "end"),
    ],
)
def test_a_refused_move_leads_to_its_rule(state, move, rule):
    with pytest.raises(IllegalMove) as refusal:
        apply(state, move)
    assert find_rule(refusal.value.problem) == f"avalon.rule.{rule}"


def test_what_is_wrong_with_a_set_up_has_no_rule_of_play():
    assert find_rule(error("avalon.problem.too_many_evil")) is None
