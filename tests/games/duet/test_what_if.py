"""What can be asked in a mission: the next word, a stop, a fine, several turns on end."""

import pytest

from companion.core.what_if import QuestionFamily, answer_question
from companion.games.duet.rules import GAME, apply, start
from companion.games.duet.setup import Setup, TrackingMode
from companion.games.duet.state import Agent, Assassin, Bystander, IllegalClue, Stop
from companion.games.duet.what_if import describe_result, hypothetical_guess, questions
from companion.i18n.translator import Translator

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


def test_bystanders_are_asked_of_until_they_lose_the_mission():
    for mission in ({}, {"tokens": 9, "mistakes": 5}, {"tokens": 3, "mistakes": 0}):
        state = after(**mission)
        most = dial(state, "met").max_value
        assert asked(state, "met", most)[0] == "Mission lost"
        assert asked(state, "met", most - 1)[0] != "Mission lost"


def test_what_is_needed_is_told_without_a_move():
    assert asked(after(Agent()), "need") == [
        "14 agents are still missing.",
        "The bank lasts for 9 turns more at most, then comes sudden death.",
    ]


def test_nothing_is_asked_once_the_mission_is_over():
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
def test_the_same_is_answered_whatever_the_table_keeps(moment, keeps):
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
