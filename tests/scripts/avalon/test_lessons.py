"""Lessons for learners, hints for roles, and whom the special characters help."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import companion.games.avalon
from companion.core.game import IllegalMove, error
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.rules import apply
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
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.avalon.lessons import (
    count_special_roles,
    excalibur_lesson,
    find_rule,
    list_helpers,
    list_lessons,
    main_lesson,
    role_hints,
    setup_advice,
    was_refused_before,
)
from tests.games.avalon.builders import ENGLISH, NAMES, make_setup, play_moves, quest_moves, state_after

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


SEVEN = make_setup()
REFUSED = (Propose((0, 1)), Vote(approved=False))
WON = (*quest_moves(0, 1), *quest_moves(0, 1, 2), *quest_moves(0, 1, 2))
LOST = (*quest_moves(0, 1, fails=1), *quest_moves(0, 1, 2, fails=1), *quest_moves(0, 1, 2, fails=1))
TWO_QUESTS = WON[:6]
TWO_OF_TEN = (*quest_moves(0, 1, 2), *quest_moves(0, 1, 2, 3))
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
FOURTH = (*quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1), *quest_moves(0, 1, 2))

# The step, and the rule that matters most at it.
MOMENTS = {
    "propose": (play_moves(SEVEN), "propose.rule"),
    "propose_sword": (play_moves(make_setup(7, excalibur=True)), "propose.rule_excalibur"),
    "propose_two_fails": (play_moves(SEVEN, *FOURTH), "propose.rule_two_fails"),
    "propose_fifth": (play_moves(SEVEN, *REFUSED * 4), "propose.rule_fifth"),
    "target": (play_moves(make_setup(7, targeting=True), *TARGETED), "target.rule"),
    "target_sword": (play_moves(make_setup(7, targeting=True, excalibur=True)), "target.rule_successes"),
    "target_played": (play_moves(make_setup(7, targeting=True, options=PLAYED)), "target.rule_played"),
    "target_fifth": (play_moves(make_setup(7, targeting=True), Correct(attempt=5)), "propose.rule_fifth"),
    "plot": (play_moves(make_setup(7, options=PLOT)), "plot.rule_kinds"),
    "plot_target": (play_moves(make_setup(7, targeting=True, options=PLOT)), "plot.rule_kinds"),
    "plot_later": (play_moves(make_setup(7, options=PLOT), Plot(2), *quest_moves(0, 1)), "plot.rule_loyalty"),
    "plot_drawn": (play_moves(make_setup(7, options=PLOT), Plot(2)), "propose.rule"),
    "plot_second_leader": (play_moves(make_setup(7, options=PLOT), *REFUSED), "propose.rule"),
    "vote": (play_moves(SEVEN, Propose((0, 1))), "vote.rule"),
    "vote_even": (play_moves(make_setup(8), Propose((0, 1, 2))), "vote.rule_tie"),
    "vote_fifth": (play_moves(SEVEN, *REFUSED * 4, Propose((0, 1))), "vote.rule_fifth"),
    "quest": (play_moves(SEVEN, Propose((0, 1)), Vote(approved=True)), "quest.rule_one"),
    "quest_two": (play_moves(SEVEN, *FOURTH, Propose(FOUR), Vote(approved=True)), "quest.rule_two"),
    "quest_sword": (play_moves(make_setup(7, excalibur=True), SWORD, Vote(approved=True)), "quest.rule_one"),
    "quest_v1": (
        play_moves(make_setup(7, lancelot=Lancelot.V1), Propose((0, 1)), Vote(approved=True)),
        "quest.rule_one_v1",
    ),
    "quest_v2": (
        play_moves(make_setup(7, lancelot=Lancelot.V2), ROW, Propose((0, 1)), Vote(approved=True)),
        "quest.rule_one_v2",
    ),
    "quest_v3": (
        play_moves(make_setup(7, lancelot=Lancelot.V3), Propose((0, 1)), Vote(approved=True)),
        "quest.rule_one",
    ),
    "quest_two_v1": (
        play_moves(
            make_setup(7, lancelot=Lancelot.V1),
            *(*FOURTH[:6], Loyalty(False), *FOURTH[6:], Loyalty(True), Propose(FOUR), Vote(approved=True)),
        ),
        "quest.rule_two_v1",
    ),
    "quest_two_v2": (
        play_moves(make_setup(7, lancelot=Lancelot.V2), ROW, *FOURTH, Propose(FOUR), Vote(approved=True)),
        "quest.rule_two_v2",
    ),
    "lady": (play_moves(make_setup(7, lady=True), *TWO_QUESTS), "lady.rule"),
    "lady_lancelot": (
        play_moves(make_setup(7, lady=True, lancelot=Lancelot.V1), *TWO_QUESTS),
        "lady.rule_lancelot",
    ),
    "lady_oberon": (
        play_moves(make_setup(7, "oberon", lady=True, options=READS_GOOD), *TWO_QUESTS),
        "lady.rule_oberon",
    ),
    "lady_lancelot_oberon": (
        play_moves(
            make_setup(10, "oberon", lady=True, lancelot=Lancelot.V1, options=READS_GOOD), *TWO_OF_TEN
        ),
        "lady.rule_lancelot_oberon",
    ),
    "lady_no_oberon": (play_moves(make_setup(7, lady=True, options=READS_GOOD), *TWO_QUESTS), "lady.rule"),
    "lady_oberon_as_printed": (
        play_moves(
            make_setup(
                7,
                "oberon",
                lady=True,
            ),
            *TWO_QUESTS,
        ),
        "lady.rule",
    ),
    "loyalty": (play_moves(make_setup(7, lancelot=Lancelot.V1), *TWO_QUESTS), "loyalty.rule"),
    "row": (play_moves(make_setup(7, lancelot=Lancelot.V2)), "row.rule"),
    "assassin": (play_moves(SEVEN, *WON), "assassin.rule"),
    "assassin_card": (
        play_moves(make_setup(7, options=Options(reveal_before_shot=Reveal.ASSASSIN)), *WON),
        "assassin.rule",
    ),
    "assassin_evil": (
        play_moves(make_setup(7, options=Options(reveal_before_shot=Reveal.ALL_EVIL)), *WON),
        "assassin.rule",
    ),
    "three_fails": (play_moves(SEVEN, *LOST), "over.rule_three_fails"),
    "refusals": (play_moves(SEVEN, *REFUSED * 5), "over.rule_five_rejections"),
    "hit": (play_moves(SEVEN, *WON, Assassinate(1, True)), "over.rule_merlin_assassinated"),
    "missed": (play_moves(SEVEN, *WON, Assassinate(1, False)), "over.rule_assassin_missed"),
    "no_merlin": (
        play_moves(make_setup(7, options=Options(merlin=False)), *WON),
        "over.rule_three_successes",
    ),
    "cheat": (play_moves(make_setup(7, lady=True), Cheat(Side.GOOD)), "over.rule_loyalty_cheat"),
}


def words_of(state, lesson=main_lesson):
    shown = lesson(state)
    return [ENGLISH(key, **shown.args) for key in (shown.now_key, shown.who_key, shown.rule_key)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_lesson_consists_of_three_whole_sentences(moment):
    state, rule = MOMENTS[moment]
    assert main_lesson(state).rule_key == f"avalon.learn.{rule}"
    for words in words_of(state):
        assert words[0].isupper()
        assert words.endswith(".")
        assert "{" not in words
    assert not ENGLISH.missing


def test_the_moments_show_every_step_and_every_sentence():
    lessons = [main_lesson(state) for state, _ in MOMENTS.values()] + [
        excalibur_lesson(MOMENTS["propose"][0])
    ]
    keys = {key for each in lessons for key in (each.now_key, each.who_key, each.rule_key)}
    catalogue = set(ENGLISH.entries(ENGLISH.language, "avalon"))
    assert keys == {"app.learn.over", *(key for key in catalogue if key.startswith("avalon.learn."))}
    assert {state.phase for state, _ in MOMENTS.values()} == set(Phase)


def test_the_one_who_must_act_is_named():
    assert "Ada" in words_of(MOMENTS["propose"][0])[1]
    assert "Elena" in words_of(MOMENTS["propose_fifth"][0])[1]
    # She sits at the right of the first leader.
    assert "Greta" in words_of(MOMENTS["lady"][0])[1]
    assert "Bruno" in words_of(MOMENTS["quest_sword"][0])[1]


def test_the_leader_is_reminded_to_give_excalibur_once_the_team_is_full():
    now, who, rule = words_of(play_moves(make_setup(7, excalibur=True)), excalibur_lesson)
    assert "Excalibur" in now
    assert "Ada" in who
    assert "must go to a team member" in rule


def test_the_lesson_of_the_vote_names_the_two_tokens():
    assert "two vote tokens" in words_of(MOMENTS["vote"][0])[1]


@pytest.mark.parametrize("moment", ["quest", "quest_sword"])
def test_the_lesson_of_the_quest_names_who_collects_and_shuffles(moment):
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
    assert setup_advice(Setup(NAMES[:7], **choices)) == ("avalon.setup.one_at_a_time" if advised else None)


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
    one = play_moves(make_setup(5, options=Options(plot_cards=PlotCards.ONE_TO_THREE)))
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


def test_every_rule_is_translated_and_explains_a_problem():
    rules = {find_rule(error(key)) for key in raised_problems()} - {None}
    catalogue = set(ENGLISH.entries(ENGLISH.language, "avalon"))
    assert rules == {key for key in catalogue if key.startswith("avalon.rule.")}
    for rule in filter(None, rules):
        assert re.fullmatch(r"[A-Z][^{}]+\.", ENGLISH(rule, **RULE_NUMBERS)), rule


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        (play_moves(SEVEN), Propose((0, 1, 2)), "team"),
        (play_moves(SEVEN, Propose((0, 1))), Propose((0, 1)), "round"),
        (play_moves(make_setup(7, excalibur=True)), Propose((0, 1), excalibur=0), "excalibur_handed"),
        (play_moves(make_setup(7, targeting=True)), Propose((0, 1, 2, 3), quest=5), "last_quest_successes"),
        (
            play_moves(make_setup(7, targeting=True, options=PLAYED)),
            Propose(FOUR, quest=5),
            "last_quest_played",
        ),
        (play_moves(make_setup(7, lady=True), *TWO_QUESTS), Lady(6), "lady"),
        (play_moves(SEVEN, *WON), Quest(0), "assassin"),
        (play_moves(SEVEN, *LOST), Quest(0), "end"),
    ],
)
def test_a_refused_move_leads_to_its_rule(state, move, rule):
    with pytest.raises(IllegalMove) as refusal:
        apply(state, move)
    assert find_rule(refusal.value.problem) == f"avalon.rule.{rule}"


def test_what_is_wrong_with_a_set_up_has_no_rule_of_play():
    assert find_rule(error("avalon.problem.too_many_evil")) is None


ALL = ("percival", "morgana", "mordred", "oberon")


def hinted_roles(state):
    return {hint.who_key.rpartition(".")[2] for hint in role_hints(state)}


def test_only_roles_in_play_get_hints():
    assert hinted_roles(state_after()) == {"merlin"}
    assert hinted_roles(state_after(roles=("percival",))) == {"merlin", "percival"}
    assert hinted_roles(state_after(roles=("percival", "morgana"))) == {
        "merlin",
        "percival_morgana",
        "morgana",
    }
    assert hinted_roles(state_after(players=10, roles=ALL)) == {
        "merlin", "percival_morgana", "morgana", "mordred", "oberon"
    }  # fmt: skip
    assert hinted_roles(state_after(lancelot=Lancelot.V1)) == {"merlin", "lancelot"}
    assert hinted_roles(state_after(lancelot=Lancelot.V3)) == {"merlin"}
    assert hinted_roles(state_after(options=Options(merlin=False), roles=("oberon",))) == {"oberon"}


def test_no_hint_knows_a_seat_or_a_name():
    moves = (Propose((0, 1)),)
    for state in (
        state_after(roles=ALL[:2]),
        state_after(*moves, roles=ALL[:2]),
        state_after(*WON, roles=ALL[:2]),
    ):
        for hint in role_hints(state):
            assert not hint.args
    # Whoever leads and whoever sits where: the same words.
    assert {hint.who_key for hint in role_hints(state_after(leader=0))} == {
        hint.who_key for hint in role_hints(state_after(leader=4))
    }


def test_hints_come_after_the_main_lesson():
    state = state_after(roles=("percival",))
    assert list_lessons(state)[0] == main_lesson(state)
    assert len(list_lessons(state)) == 3


def test_every_hint_is_written_and_used():
    shown = {
        hint.who_key
        for roles in ((), ("percival",), ALL[:2], ALL[2:])
        for hint in role_hints(state_after(roles=roles))
    }
    shown |= {
        hint.who_key for hint in role_hints(state_after(lancelot=Lancelot.V2, options=Options(), players=8))
    }
    states = (
        state_after(Propose((0, 1))),
        state_after(Propose((0, 1)), Vote(approved=True)),
        state_after(*WON),
    )
    shown |= {hint.who_key for state in states for hint in role_hints(state)} | {"avalon.hint.same_team"}
    lancelots = state_after(lancelot=Lancelot.V1)
    shown |= {hint.who_key for hint in role_hints(lancelots)}
    for code in LANGUAGES:
        tr = Translator(code)
        assert {key for key in tr.entries(tr.language, "avalon") if key.startswith("avalon.hint.")} == shown


def test_a_team_that_was_refused_in_this_round_is_known_again_and_only_then():
    refused = (Propose((0, 1)), Vote(approved=False))
    assert was_refused_before(refused, (1, 0))
    assert not was_refused_before(refused, (0, 2))
    assert not was_refused_before((*refused, Propose((0, 2)), Vote(approved=True), Quest(0)), (0, 1))


def helpers_by_side(roles=(), **choices):
    setup = Setup(NAMES[:10], roles=roles, **choices)
    return tuple(set(list_helpers(setup, side)) for side in Side)


def test_percival_and_oberon_help_good_morgana_and_mordred_help_evil():
    all_four = ("percival", "morgana", "mordred", "oberon")
    assert helpers_by_side(all_four) == ({"percival", "oberon"}, {"morgana", "mordred"})


@pytest.mark.parametrize(
    ("variant", "good", "evil"),
    [
        (Lancelot.V1, set(), {"lancelot_good"}),
        (Lancelot.V2, {"lancelot_good"}, set()),
        (Lancelot.V3, set(), set()),
    ],
)
def test_the_lancelots_help_as_their_variant_does(variant, good, evil):
    assert helpers_by_side(lancelot=variant) == (good, evil)


def test_a_character_without_its_counterpart_helps_nobody():
    assert helpers_by_side(("morgana",)) == (set(), set())
    without = helpers_by_side(("percival", "morgana", "mordred", "oberon"), options=Options(merlin=False))
    assert without == ({"oberon"}, set())


def test_the_two_lancelots_count_as_one_addition():
    assert count_special_roles(Setup(NAMES[:7])) == 0
    assert count_special_roles(Setup(NAMES[:7], roles=("percival",), lancelot=Lancelot.V2)) == 2
