"""What-if questions: each answer is computed by the rules."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.what_if import Question, QuestionFamily, answer_question
from companion.games.avalon.rules import GAME, apply
from companion.games.avalon.setup import Lancelot, Options
from companion.games.avalon.state import Lady, LoyaltyRow, Move, Phase, Propose, Quest, Vote
from companion.games.avalon.what_if import describe_result, questions
from companion.scripts.avalon.rulebook import ENTRIES
from companion.scripts.teaching import index_links
from tests.games.avalon.builders import (
    TRANSLATORS,
    assert_translated,
    make_setup,
    play_moves,
    quest_moves,
    random_states,
    setups,
)

LINKS = index_links(ENTRIES)


def questions_by_id(state):
    """Every question that can be asked now, by its id."""
    every: dict[str, Question[Move]] = {}
    for asking in questions(state):
        family = asking.all_questions() if isinstance(asking, QuestionFamily) else (asking,)
        every |= {question.id: question for question in family}
    return every


def keys(state, question):
    """The keys of what is told, without the part they share."""
    answer = answer_question(GAME, state, questions_by_id(state)[question])
    assert answer.state is not None, answer.problem
    return [
        sentence.key.removeprefix("avalon_rules.if.told.")
        for sentence in describe_result(state, answer.state)
    ]


def english(state, question):
    answer = answer_question(GAME, state, questions_by_id(state)[question])
    assert answer.state is not None, answer.problem
    return " ".join(TRANSLATORS["en"](line.key, **line.args) for line in describe_result(state, answer.state))


VOTING = (Propose((0, 1)),)
SIX = make_setup(6)


def test_each_number_of_approvals_says_whether_the_team_goes():
    state = play_moves(SIX, *VOTING)
    for approvals in range(7):
        goes = keys(state, f"approvals_{approvals}")[0] == "approved"
        assert goes == state.is_approved_by(approvals)


def test_a_tie_is_described_as_too_few_approvals():
    state = play_moves(SIX, *VOTING)
    assert "exactly half is not enough" in english(state, "approvals_3")
    assert "Then Bruno leads, and it is proposal 2 of 5." in english(state, "approvals_3")
    odd = play_moves(make_setup(7), *VOTING)
    assert "half" not in english(odd, "approvals_3")


def test_the_refusal_before_the_last_warns_and_the_last_one_ends_the_game():
    refusals = (*VOTING, Vote(approved=False)) * 3
    fourth = play_moves(SIX, *refusals)
    assert keys(fourth, "refused") == ["refused", "too_few_tie", "last_proposal"]
    fifth = play_moves(SIX, *refusals, *VOTING, Vote(approved=False))
    assert keys(fifth, "refused") == ["refused", "too_few_tie", "over.evil.five_rejections"]


def test_one_fail_is_forgiven_where_the_quest_takes_two():
    state = play_moves(
        make_setup(7), *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1), *quest_moves(0, 1, 2)
    )
    state = apply(apply(state, Propose((0, 1, 2, 3))), Vote(approved=True))
    assert keys(state, "fails_1")[0] == "quest_won"
    assert keys(state, "fails_2")[0] == "quest_lost"
    assert "It would have taken 2 Fails to sink it." in english(state, "fails_1")
    assert "It takes 2 Fails, and they are there." in english(state, "fails_2")


def test_who_wins_if_this_quest_fails_or_succeeds():
    state = play_moves(make_setup(5), *quest_moves(0, 1, fails=1), *quest_moves(0, 1, 2, fails=1))
    assert keys(state, "quest_fails")[-1] == "over.evil.three_fails"
    assert keys(state, "quest_succeeds")[-1] == "leads"
    ahead = play_moves(make_setup(5), *quest_moves(0, 1), *quest_moves(0, 1, 2))
    assert keys(ahead, "quest_succeeds")[-1] == "strike"
    alone = play_moves(
        make_setup(5, options=Options(merlin=False)), *quest_moves(0, 1), *quest_moves(0, 1, 2)
    )
    assert keys(alone, "quest_succeeds")[-1] == "over.good.three_successes"


def test_the_question_about_the_assassin_names_nobody():
    state = play_moves(make_setup(5), *quest_moves(0, 1), *quest_moves(0, 1, 2), *quest_moves(0, 1))
    assert state.phase is Phase.ASSASSINATE
    assert keys(state, "names_merlin") == ["over.evil.merlin_assassinated"]
    assert keys(state, "names_another") == ["over.good.assassin_missed"]
    for question in questions_by_id(state).values():
        said = english(state, question.id) + TRANSLATORS["en"](question.key, **question.args)
        assert not any(name in said for name in state.setup.players)


def test_there_is_a_question_for_each_target_of_the_lady():
    state = play_moves(make_setup(7, lady=True), *quest_moves(0, 1), *quest_moves(0, 1, 2))
    assert {f"lady_{seat}" for seat in state.lady_targets} <= set(questions_by_id(state))
    assert english(state, "lady_3") == (
        "Greta alone learns which side Dario is on. The Lady goes to Dario, who can never be asked again. "
        "Next time 5 players are left to choose from. The game goes on: in round 3 Chloe leads first."
    )
    assert keys(state, "false_card_good") == ["over.evil.loyalty_cheat"]
    assert keys(state, "false_card_evil") == ["over.good.loyalty_cheat"]


def test_the_last_use_of_the_lady_is_announced():
    state = play_moves(make_setup(7, lady=True), *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1))
    state = apply(state, Lady(0))
    for move in (*quest_moves(0, 1, 2), Lady(1), *quest_moves(0, 1, 2, 3, fails=2)):
        state = apply(state, move)
    assert "lady_done" in keys(state, "lady_2")


def test_a_switch_changes_the_sides_and_another_changes_them_back():
    state = play_moves(
        make_setup(7, lancelot=Lancelot.V1), *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1)
    )
    assert keys(state, "switch")[:3] == ["switched", "sides_changed", "deck"]
    assert keys(state, "no_switch")[:2] == ["stay", "sides_own"]
    switched = apply(state, questions_by_id(state)["switch"].moves[0])
    for move in quest_moves(0, 1, 2):
        switched = apply(switched, move)
    assert keys(switched, "switch")[:2] == ["switched", "sides_own"]


def test_after_both_switches_there_is_no_question_about_a_third():
    state = play_moves(
        make_setup(7, lancelot=Lancelot.V1), *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1)
    )
    for move in (
        questions_by_id(state)["switch"].moves[0],
        *quest_moves(0, 1, 2),
        questions_by_id(state)["switch"].moves[0],
    ):
        state = apply(state, move)
    for move in quest_moves(0, 1, 2, 3, fails=2):
        state = apply(state, move)
    assert state.phase is Phase.LOYALTY
    assert "switch" not in questions_by_id(state)


def test_a_visible_switch_is_described_with_its_round():
    row = LoyaltyRow((False, True, False, False, False))
    state = play_moves(make_setup(7, lancelot=Lancelot.V2))
    assert keys(state, "row_2") == ["row", "row_why"]
    assert keys(state, "row_same") == ["row_same"]
    assert keys(apply(state, row), "quest_succeeds")[-1] == "switched"


def test_with_targeting_a_closed_quest_is_answered_by_the_rule_against_it():
    state = play_moves(make_setup(7, targeting=True), *quest_moves(0, 1, 2, quest=3))
    for quest, rule in ((3, "quest_played"), (5, "last_quest_successes")):
        refused = answer_question(GAME, state, questions_by_id(state)[f"quest_{quest}_fails"]).problem
        assert refused is not None
        assert refused.code == rule
    assert "Open then: quests 2, 4 and 5." in english(state, "quest_1_succeeds")


def test_there_are_no_questions_after_the_game():
    state = play_moves(
        make_setup(5),
        *quest_moves(0, 1, fails=1),
        *quest_moves(0, 1, 2, fails=1),
        *quest_moves(0, 1, fails=1),
    )
    assert state.phase is Phase.OVER
    assert questions(state) == ()


def test_what_each_side_needs_is_counted_from_the_score():
    state = play_moves(make_setup(5), *quest_moves(0, 1), *quest_moves(0, 1, 2))
    needs = questions_by_id(state)["needs"]
    assert [line.args["n"] for line in needs.known_facts] == [1, 3]


@settings(max_examples=15)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_in_any_game_each_answer_is_what_the_rules_make_of_it_in_every_language(setup, seed):
    for state in random_states(setup, Random(seed)):
        ids = [question.id for question in questions_by_id(state).values()]
        assert len(ids) == len(set(ids))
        for question in questions_by_id(state).values():
            assert_translated(question.key, question.args)
            assert_translated(question.group_key, {})
            assert question.rule_link in LINKS
            for line in question.known_facts:
                assert_translated(line.key, line.args)
            if not question.moves:
                assert question.known_facts
                continue
            answer = answer_question(GAME, state, question)
            if answer.state is None:
                assert setup.targeting
                assert answer.problem is not None
                continue
            after = state
            for move in question.moves:
                after = apply(after, move)
            assert answer.state == after
            lines = describe_result(state, after)
            assert lines
            for line in lines:
                assert_translated(line.key, line.args)
            reasons = [line.key for line in lines if ".told.over." in line.key]
            assert bool(reasons) == (after.outcome is not None)
            if after.outcome is not None:
                assert reasons[0].endswith(f"{after.outcome.winner}.{after.outcome.reason}")


@settings(max_examples=10)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_every_dial_begins_within_its_bounds_and_has_its_word(setup, seed):
    for state in random_states(setup, Random(seed)):
        for asking in questions(state):
            if isinstance(asking, QuestionFamily):
                first = {
                    (
                        asking.make_question(*asking.initial_values).key,
                        asking.make_question(*asking.initial_values).group_key,
                    )
                }
                assert {(question.key, question.group_key) for question in asking.all_questions()} == first
                for dial in asking.dials:
                    assert_translated(dial.key, {})
                    assert dial.min_value <= dial.initial_value <= dial.max_value
                    assert not dial.names or len(dial.names) == dial.max_value - dial.min_value + 1


def test_answering_a_question_does_not_change_the_state():
    state = play_moves(make_setup(5), Propose((0, 1)), Vote(approved=True))
    answer_question(GAME, state, questions_by_id(state)["fails_1"])
    assert state == play_moves(make_setup(5), Propose((0, 1)), Vote(approved=True))
    assert apply(state, Quest(0)).successes == 1
