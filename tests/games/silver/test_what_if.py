"""What can be asked of Silver: a call and its score, a last round and its winner, the limit, a Kamikaze."""

from companion.core.what_if import QuestionFamily, answer_question
from companion.games.silver.rules import GAME, apply, start
from companion.games.silver.setup import Mode, Options, Setup
from companion.games.silver.state import Round
from companion.games.silver.what_if import describe_result, questions
from companion.i18n.translator import Translator

NAMES = ("Ada", "Bruno", "Chloe")
ENGLISH = Translator("en")
A_ROUND = Round(0, sums=(5, 9, 12))


def after(*moves, **choices):
    state = start(Setup(NAMES, **choices))
    for move in moves:
        state = apply(state, move)
    return state


def asked(state, name, *numbers):
    family = next(asking for asking in questions(state) if asking.id == name)
    assert isinstance(family, QuestionFamily)
    question = family.make_question(*numbers)
    answer = answer_question(GAME, state, question)
    if answer.problem is not None or answer.state is None:
        assert answer.problem is not None
        return [ENGLISH.translate_problem(answer.problem)]
    lines = (*question.known_facts, *(describe_result(state, answer.state) if question.moves else ()))
    return [ENGLISH(line.key, **line.args) for line in lines]


def test_a_call_that_is_lowest_scores_nothing_and_wins_the_amulet():
    lines = asked(after(), "call", 1, 7, 12)
    assert lines[0] == "Bruno called with the lowest village and scores 0. Total: 0."
    assert "Ada scores 12, the sum of the village. Total: 12." in lines
    assert lines[-3:] == [
        "Bruno takes the amulet and starts",
        "Called with the lowest village",
        "Then comes round 2.",
    ]


def test_a_call_that_somebody_beats_costs_ten_more():
    lines = asked(after(), "call", 1, 13, 12)
    assert lines[0] == "Bruno called, but somebody is lower: 13 and 10 more make 23. Total: 23."


def test_of_the_last_round_the_winner_is_told_first():
    lines = asked(after(A_ROUND, A_ROUND, A_ROUND), "nobody", 0, 30, 1)
    assert lines[:2] == ["Bruno wins", "Lowest total"]


def test_what_cannot_lie_there_is_refused_in_words():
    assert asked(after(), "call", 0, 0, 0)[0].startswith("Villages with the sum 0: 3.")


def test_exactly_the_limit_is_halved():
    state = after(Round(0, sums=(5, 30, 12)), mode=Mode.POINTS, options=Options(limit=60))
    lines = asked(state, "exact", 1, 12)
    assert "That was exactly 60 for Bruno, so the total is cut to 30." in lines
    assert any(line.startswith("Bruno scores 30") for line in lines)


def test_a_kamikaze_is_asked_about_where_it_is_played():
    assert "kamikaze" not in {asking.id for asking in questions(after())}
    lines = asked(after(mode=Mode.POINTS), "kamikaze", 2, 8)
    assert lines[0] == "Chloe has the Kamikaze and scores 0. Total: 0."
    assert "Ada is hit by the Kamikaze and scores 50. Total: 50." in lines


def test_what_somebody_needs_is_answered_without_a_move():
    lines = asked(after(A_ROUND, A_ROUND, A_ROUND), "need", 1)
    assert lines == ["Beats Ada with 28 points fewer. With 27 fewer, the amulet decides."]
    assert asked(after(A_ROUND), "need", 0)[0] == "If this round is the last"


def test_nothing_is_asked_once_the_game_is_over():
    assert questions(after(*(A_ROUND,) * 4)) == ()
