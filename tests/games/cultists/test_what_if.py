"""What-if questions in every state, answered by the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.players import make_unnamed_seats
from companion.core.what_if import QuestionFamily, answer_question, initial_question
from companion.games.cultists.moves import Correct, Dead, Declare, Event, Next, Revealed, Vote
from companion.games.cultists.rules import GAME, apply, start
from companion.games.cultists.setup import Options, Setup, VoteRule
from companion.games.cultists.state import Phase
from companion.games.cultists.what_if import describe_result, questions
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.cultists.rulebook import ENTRIES
from companion.scripts.teaching import index_links
from tests.games.cultists.builders import state_after

LINKS = index_links(ENTRIES)
ACTIONS = (Next(), Event("evil_eyes"), Next())


def table(people, *, automa=False, roles=(), **options):
    return Setup(make_unnamed_seats(people), roles=roles, automa=automa, options=Options(**options))


def each(state):
    """Every question that can be asked now, all that dials can make among them."""
    for asking in questions(state):
        if isinstance(asking, QuestionFamily):
            yield from asking.all_questions()
        else:
            yield asking


def asked(state, name, *numbers):
    for asking in questions(state):
        if asking.id == name:
            return asking.make_question(*numbers) if isinstance(asking, QuestionFamily) else asking
    raise AssertionError(f"nobody can ask {name} now")


def answer(state, name, *numbers):
    """What is told, in English."""
    tr = Translator("en")
    found = answer_question(GAME, state, asked(state, name, *numbers))
    if found.state is None:
        assert found.problem is not None
        return tr.translate_problem(found.problem)
    return " ".join(tr(sentence.key, **sentence.args) for sentence in describe_result(state, found.state))


def follow(state, question):
    """The rules themselves."""
    try:
        for move in question.moves:
            state = apply(state, move)
    except IllegalMove as refused:
        return refused.problem
    return state


def check(state, translators):
    for question in each(state):
        assert question.rule_link in LINKS, question.id
        found = answer_question(GAME, state, question)
        assert (found.problem or found.state) == follow(state, question)
        sentences = list(question.known_facts)
        if question.moves and found.state is not None:
            sentences += describe_result(state, found.state)
            assert sentences, question.id
        for tr in translators:
            assert question.group_key is not None
            tr(question.group_key)
            assert "{" not in tr(question.key, **question.args)
            for sentence in sentences:
                assert "{" not in tr(sentence.key, **sentence.args), sentence.key


def test_every_question_of_a_game_is_answered_as_the_rules_do(any_game):
    translators = [Translator("en")]
    state = GAME.start(any_game.setup)
    for move in any_game.moves:
        before = state
        check(state, translators)
        assert state == before
        state = GAME.apply(state, move)
    assert not translators[0].missing


def test_what_is_asked_and_told_has_words_in_every_language():
    translators = [Translator(code) for code in LANGUAGES]
    two = table(7, roles=("assassin",), points_beat_kills=False)
    for state in moments(two):
        for asking in questions(state):
            if isinstance(asking, QuestionFamily):
                assert [tr(dial.key) for tr in translators for dial in asking.dials]
            question = initial_question(asking)
            found = answer_question(GAME, state, question)
            for tr in translators:
                assert "{" not in tr(question.key, **question.args)
                for sentence in (
                    *question.known_facts,
                    *(describe_result(state, found.state) if found.state else ()),
                ):
                    assert "{" not in tr(sentence.key, **sentence.args)
    assert not any(tr.missing for tr in translators)


def moments(setup):
    yield start(setup)
    yield state_after(setup, Next())
    yield state_after(setup, Next(), Event("gate_opens"))
    yield state_after(setup, Next(), Event("gate_opens"), Next())
    yield state_after(setup, *ACTIONS)
    yield state_after(setup, *ACTIONS, Next())
    yield state_after(setup, *ACTIONS, Dead(1))
    yield state_after(setup, Correct(points=12))
    yield state_after(setup, Correct(round=10), *ACTIONS)


def test_all_of_a_family_ask_in_the_same_words_under_the_same_heading():
    for people in (4, 6, 8):
        state = state_after(table(people, automa=people == 4), *ACTIONS)
        for asking in questions(state):
            if isinstance(asking, QuestionFamily):
                first = initial_question(asking)
                assert answer_question(GAME, state, first).state is not None
                assert {(one.key, one.group_key) for one in asking.all_questions()} == {
                    (first.key, first.group_key)
                }


def test_an_over_game_asks_nothing(over):
    assert over.state.phase is Phase.OVER
    assert questions(over.state) == ()


# Votes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "first", "second", "begins"),
    [
        (6, 3, 1, "The one with the most votes is out"),
        (6, 2, 2, "A tie."),
        (6, 3, 0, "No more votes than abstentions."),
        (6, 0, 0, "Everyone abstained."),
        (6, 5, 3, "Votes and abstentions come to 8. At this table they come to 6."),
    ],
)
def test_a_vote_comes_out_as_it_is_counted(people, first, second, begins):
    state = state_after(table(people), *ACTIONS)
    assert answer(state, "vote", first, second).startswith(begins)


def test_the_disputed_vote_depends_on_the_rule_of_the_table():
    murder = (*ACTIONS, Dead(6))
    literal = state_after(table(8), *murder)
    strict = state_after(table(8, vote_rule=VoteRule.BEAT_ABSTENTIONS), *murder)
    assert answer(literal, "vote", 4, 1).startswith("The one with the most votes is out")
    assert answer(strict, "vote", 4, 1).startswith("Nobody has more votes than there are abstentions.")


def test_a_started_vote_turns_the_token_and_one_about_a_murder_does_not():
    state = state_after(table(6), *ACTIONS)
    assert "The vote token is turned over" in answer(state, "vote", 4, 1)
    assert "vote token" not in answer(apply(state, Dead(5)), "vote", 4, 1)


def test_the_knife_goes_over_to_the_other():
    state = state_after(table(6), *ACTIONS)
    assert answer(state, "knife_changes", 3, 2).startswith(
        "The one with the most votes is out and plays on as a Ghost, "
        "for more votes than abstentions were cast. "
        "Most on one head: 3. All votes: 5. Abstentions: 1. The Knife’s vote counts where it went"
    )
    assert answer(state, "knife_changes", 3, 1).startswith("A tie.")
    assert answer(state, "knife_changes", 5, 4) == "6 players vote, but there are 9 votes."


def test_the_knife_counts_double_at_a_large_table():
    state = state_after(table(7), *ACTIONS)
    assert answer(state, "knife_doubles", 2, 3).startswith("A tie.")
    assert "The Knife’s vote is counted 2 times." in answer(state, "knife_doubles", 3, 2)


def test_nobody_asks_of_a_knife_that_does_nothing():
    held_by_automa = state_after(table(4, automa=True), *ACTIONS, Correct(knife=4))
    held_by_ghost = state_after(table(6), *ACTIONS, Dead(0), Vote((None,) * 6))
    for state in (held_by_automa, held_by_ghost):
        assert not {"knife_changes", "knife_doubles"} & {asking.id for asking in questions(state)}


@given(st.sampled_from([5, 6, 7, 8]), st.integers(0, 9), st.integers(0, 9), st.sampled_from(VoteRule))
def test_any_vote_is_told_as_the_rules_decide_it(people, first, second, rule):
    state = state_after(table(people, vote_rule=rule), *ACTIONS, Dead(people - 1))
    question = asked(state, "vote", first, second)
    found = answer_question(GAME, state, question)
    if found.state is None:
        assert found.problem == follow(state, question)
        return
    out = found.state.vote.eliminated is not None
    keys = [sentence.key for sentence in describe_result(state, found.state)]
    assert any(key.startswith("cultists_rules.if.vote.out") for key in keys) == out
    assert len(found.state.ghosts) - len(state.ghosts) == out


# The building, rounds and ends -----------------------------------------------------------------------------


def test_lightning_strikes_and_the_power_comes_back():
    state = state_after(table(6), Next())
    assert answer(state, "event-lightning").startswith("The power is off.")
    dark = state_after(table(6), Next(), Event("lightning"), Next())
    assert answer(dark, "power").startswith("The power is on again.")


def test_the_gate_is_closed_in_time_or_too_late():
    state = state_after(table(6), Next(), Event("gate_opens"), Next())
    assert answer(state, "gate_closed").startswith("The Gate was closed in time: the goal falls to 11.")
    assert "gate_too_late" not in {asking.id for asking in questions(state)}
    last = apply(state, Correct(closes_in=1))
    assert answer(last, "gate_too_late").startswith(
        "It is too late: the Gate stays open, and the goal rises to 13."
    )


def test_a_full_shelf_brings_points_or_the_victory():
    state = state_after(table(6), *ACTIONS)
    assert answer(state, "shelf", 3) == "That makes 3 of 12 points; 9 are still missing."
    near = apply(state, Correct(points=10))
    assert "The Investigators win" in answer(near, "shelf", 2)
    with_seer = state_after(table(6, roles=("seer",)), *ACTIONS, Correct(points=10))
    assert "first the Cultists may name the Seer" in answer(with_seer, "shelf", 2)


def test_a_murder_calls_for_a_vote():
    state = state_after(table(6), *ACTIONS)
    assert answer(state, "murder").startswith(
        "That character is a Ghost from now on. Everybody votes at once"
    )
    assert "unless they were Cultists: 1;" in answer(state, "murder")


def test_the_assassin_is_asked_of_only_where_there_is_one():
    assert "assassinate" not in {asking.id for asking in questions(state_after(table(7), *ACTIONS))}
    state = state_after(table(7, roles=("assassin",)), *ACTIONS)
    assert answer(state, "assassinate").startswith("The victim is a Ghost at once")


def test_a_round_ends_and_the_knife_goes_on():
    state = state_after(table(6), *ACTIONS)
    assert (
        answer(state, "round")
        == "Round 2 begins with Movement; with it there are 9 left. The Knife goes to Seat 2."
    )


def test_the_last_round_ends_the_game():
    state = state_after(table(6), Correct(round=10), *ACTIONS)
    assert answer(state, "round").startswith("The Cultists win 10 rounds are over")


def test_a_declaration_wins_or_loses():
    state = state_after(table(5), *ACTIONS, Next())
    assert answer(state, "declared_right").startswith("The Cultists win")
    assert answer(state, "declared_wrong").startswith("The Investigators win")
    assert not any(
        asking.id.startswith("declared") for asking in questions(state_after(table(8), *ACTIONS, Next()))
    )


def test_the_last_cultist_of_two_makes_the_pulse_decks_count():
    state = state_after(table(7), *ACTIONS, Vote((1,) * 7), Vote((2,) * 7))
    assert answer(state, "revealed_not_last") == "Nothing else follows: play goes on."
    assert "First all pulse decks are checked: are 4 Investigators dead?" in answer(state, "revealed_last")
    counting = apply(state, Revealed(2, True))
    assert answer(counting, "kills_earlier").startswith("The Cultists win")
    assert answer(counting, "kills_this_round").startswith("The Investigators win")
    assert answer(counting, "kills_no").startswith("The Investigators win")


def test_naming_the_seer_beats_everything():
    granted = table(5, roles=("seer",), guess_after_wrong_declaration=True)
    state = state_after(granted, *ACTIONS, Next(), Declare(0, False))
    assert answer(state, "seer_hit").startswith("The Cultists win")
    assert answer(state, "seer_miss").startswith("The Investigators win The guess was wrong")


def test_what_a_side_still_needs_is_known_without_a_move():
    state = state_after(table(6), *ACTIONS, Correct(points=5))
    question = asked(state, "needs_points")
    tr = Translator("en")
    assert question.moves == ()
    assert [tr(sentence.key, **sentence.args) for sentence in question.known_facts] == [
        "5 of 12 points: 7 more win.",
        "There are 10 rounds left for it, this one counted.",
        "There is one Cultist: when that one is out, the Investigators win.",
    ]


def test_a_question_leads_to_the_rule_behind_it():
    def rule(state, name, *numbers):
        return LINKS[asked(state, name, *numbers).rule_link]

    acting = state_after(table(6), *ACTIONS)
    assert rule(acting, "round") == "round"
    assert rule(acting, "shelf", 2) == "shelves"
    points = state_after(table(7, points_beat_kills=False), Correct(points=12))
    assert rule(points, "kills_enough") == "points_reached"
    last = state_after(table(7), *ACTIONS, Vote((1,) * 7), Vote((2,) * 7), Revealed(2, True))
    assert rule(last, "kills_earlier") == "last_cultist"
    automa = state_after(table(4, automa=True), *ACTIONS, Vote((4,) * 4), Revealed(4, True))
    assert rule(automa, "kills_enough") == "automa_cultist"
