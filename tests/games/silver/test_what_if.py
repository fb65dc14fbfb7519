"""What-if questions, and what a rule means in the current game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.what_if import QuestionFamily, answer_question
from companion.games.silver.rules import GAME, apply, start
from companion.games.silver.setup import (
    BOX_CARDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    VILLAGERS,
    Mode,
    Options,
    Setup,
    TiedCaller,
    removed_card_count,
)
from companion.games.silver.state import Round, RoundEnd, State
from companion.games.silver.what_if import describe_result, questions, rule_context
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.silver.rulebook import ENTRIES
from tests.games.silver.builders import ENGLISH, NAMES, play_moves

A_ROUND = Round(0, sums=(5, 9, 12))


def after(*moves, **choices):
    return play_moves(Setup(NAMES[:3], **choices), *moves)


def answer_lines(state, name, *numbers):
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
    lines = answer_lines(after(), "call", 1, 7, 12)
    assert lines[0] == "Bruno called with the lowest village and scores 0. Total: 0."
    assert "Ada scores 12, the sum of the village. Total: 12." in lines
    assert lines[-3:] == [
        "Bruno takes the amulet and starts",
        "Called with the lowest village",
        "Then comes round 2.",
    ]


def test_a_call_that_somebody_beats_costs_ten_more():
    lines = answer_lines(after(), "call", 1, 13, 12)
    assert lines[0] == "Bruno called, but somebody is lower: 13 and 10 more make 23. Total: 23."


def test_after_the_last_round_the_winner_comes_first():
    lines = answer_lines(after(A_ROUND, A_ROUND, A_ROUND), "nobody", 0, 30, 1)
    assert lines[:2] == ["Bruno wins", "Lowest total"]


def test_an_impossible_round_is_answered_by_the_problem():
    assert answer_lines(after(), "call", 0, 0, 0)[0].startswith("Villages with the sum 0: 3.")


def test_exactly_the_limit_is_halved():
    state = after(Round(0, sums=(5, 30, 12)), mode=Mode.POINTS, options=Options(limit=60))
    lines = answer_lines(state, "exact", 1, 12)
    assert "That was exactly 60 for Bruno, so the total is cut to 30." in lines
    assert any(line.startswith("Bruno scores 30") for line in lines)


def test_there_is_a_question_about_a_kamikaze_if_the_option_is_on():
    assert "kamikaze" not in {asking.id for asking in questions(after())}
    lines = answer_lines(after(mode=Mode.POINTS), "kamikaze", 2, 8)
    assert lines[0] == "Chloe has the Kamikaze and scores 0. Total: 0."
    assert "Ada is hit by the Kamikaze and scores 50. Total: 50." in lines


def test_what_a_seat_needs_is_answered_without_a_move():
    lines = answer_lines(after(A_ROUND, A_ROUND, A_ROUND), "need", 1)
    assert lines == ["Beats Ada with 28 points fewer. With 27 fewer, the amulet decides."]
    assert answer_lines(after(A_ROUND), "need", 0)[0] == "If this round is the last"


def test_there_are_no_questions_after_the_game():
    assert questions(after(*(A_ROUND,) * 4)) == ()


THREE = Setup(NAMES[:3])
POINTS = replace(THREE, mode=Mode.POINTS)


def play_entries(setup: Setup, *rounds: tuple[int | None, tuple[int, ...]]) -> State:
    state = start(setup)
    for caller, sums in rounds:
        state = apply(state, Round(caller, sums=sums, ended=RoundEnd.DECK if caller is None else None))
    return state


def context_of(entry: str, setup: Setup, state: State | None = None) -> tuple[str, dict[str, Any]] | None:
    sentence = rule_context(entry, setup, state)
    if sentence is None:
        return None
    return sentence.key.removeprefix("silver_rules.now."), dict(sentence.args)


def now(entry: str, state: State) -> tuple[str, dict[str, Any]] | None:
    return context_of(entry, state.setup, state)


def test_the_cards_that_are_out_are_counted_for_every_number_of_players() -> None:
    for players in range(MIN_PLAYERS, MAX_PLAYERS):
        setup, out = Setup(NAMES[:players]), removed_card_count(players)
        rows = MAX_PLAYERS - players
        assert context_of("spare_rows", setup) == ("deal.out", {"n": rows, "cards": out, "players": players})
        assert context_of("box_counts", setup) == ("box.some", {"cards": BOX_CARDS - out, "all": BOX_CARDS})
        assert context_of("after_call", setup) == ("after_call", {"n": players - 1})
        for villager in VILLAGERS:
            assert context_of(villager.id, setup) == (
                "copies.some",
                {"copies": villager.copies, "cards": out},
            )
    four = Setup(NAMES)
    assert context_of("deal", four) == ("deal.all", {"players": 4})
    assert context_of("box_counts", four) == ("box.all", {"cards": BOX_CARDS})
    assert context_of("squire", four) == ("copies.all", {"copies": 4})


def test_the_context_names_the_round_and_whether_it_is_the_last() -> None:
    state = start(THREE)
    assert now("aim", state) == ("round.of", {"round": 1, "rounds": 4})
    state = play_entries(THREE, *[(0, (3, 9, 12))] * 3)
    assert now("game_end", state) == ("round.last", {"round": 4})
    state = apply(state, Round(0, sums=(3, 9, 12)))
    assert now("game_end", state) == ("over", {"names": ("Ada",), "n": 1})
    assert now("starts", state) is None
    assert now("village_sum", state) is None
    assert now("amulet", state) == ("amulet.over", {"name": "Ada"})


def test_the_context_names_the_starter_with_the_reason() -> None:
    state = start(replace(THREE, start=2))
    assert now("starts", state) == ("starts.chosen", {"name": "Chloe", "round": 1})
    state = play_entries(THREE, (1, (7, 3, 12)))
    assert now("starts", state) == ("starts.amulet", {"name": "Bruno", "round": 2})


def test_the_context_names_the_holder_of_the_amulet_and_its_power() -> None:
    assert now("amulet", start(THREE)) == ("amulet.nobody", {})
    won, lost = play_entries(THREE, (0, (3, 9, 12))), play_entries(THREE, (0, (9, 3, 12)))
    assert now("amulet", won) == ("amulet.works", {"name": "Ada"})
    assert now("amulet_winner", lost) == ("amulet.marks", {"name": "Bruno"})


def test_the_context_names_the_lowest_total() -> None:
    assert now("village_sum", start(THREE)) is None
    state = play_entries(THREE, (None, (10, 6, 6)))
    assert now("village_sum", state) == ("leads", {"names": ("Bruno", "Chloe"), "n": 2, "total": 6})


@pytest.mark.parametrize(
    ("entry", "sums", "score"),
    [("call_won", (7, 9, 12), 0), ("call_tied", (8, 8, 20), 0), ("call_lost", (9, 6, 12), 19)],
)
def test_the_last_call_is_described_by_its_own_entry(entry: str, sums: tuple[int, ...], score: int) -> None:
    state = play_entries(THREE, (0, sums))
    called = ("called", {"name": "Ada", "round": 1, "sum": sums[0], "score": score})
    assert now(entry, state) == called
    for other in {"call_won", "call_tied", "call_lost"} - {entry}:
        assert now(other, state) is None
    assert now(entry, play_entries(THREE, (0, sums), (None, sums))) is None
    assert now(entry, start(THREE)) is None


def test_who_would_win_a_tie_is_decided_by_the_rules() -> None:
    assert now("tie_break", start(THREE)) is None
    assert now("tie_break", play_entries(THREE, (None, (5, 6, 7)))) == (
        "tie.nobody",
        {"name": "Ada", "total": 5},
    )
    # Nearest to the left of the start player, so Bruno has the amulet.
    tied = play_entries(THREE, (None, (10, 6, 6)))
    assert now("tie_break", tied) == ("tie.decided", {"names": ("Bruno", "Chloe"), "name": "Bruno"})
    tied = play_entries(POINTS, (None, (10, 6, 6)))
    assert now("points_tie", tied) == ("tie.shared", {"names": ("Bruno", "Chloe")})
    tied = play_entries(POINTS, (None, (10, 4, 9)), (None, (10, 9, 4)))
    assert now("points_tie", tied) == ("tie.decided", {"names": ("Bruno", "Chloe"), "name": "Chloe"})
    assert now("tie_break", tied) is None


def test_the_context_names_the_distance_to_the_limit() -> None:
    state = play_entries(POINTS, (None, (30, 12, 30)))
    assert now("points", state) == ("points.nearest", {"names": ("Ada", "Chloe"), "n": 70, "limit": 100})
    assert now("points", start(THREE)) == ("points.off", {"rounds": 4})
    over = play_entries(replace(POINTS, options=Options(limit=20)), (None, (30, 12, 30)))
    assert now("points", over) == ("over", {"names": ("Bruno",), "n": 1})


def test_the_context_names_who_has_used_up_the_reset() -> None:
    short = replace(POINTS, options=Options(limit=30))
    assert now("exact_limit", start(short)) == ("exact.unused", {"limit": 30, "half": 15})
    assert now("exact_limit", play_entries(short, (None, (30, 12, 5)))) == (
        "exact.used",
        {"names": ("Ada",), "n": 1},
    )
    without = replace(POINTS, options=Options(exact_reset=False))
    assert now("exact_limit", start(without)) == ("exact.off", {})
    assert now("exact_limit", start(THREE)) == ("points.off", {"rounds": 4})


def test_the_context_describes_the_options() -> None:
    def agreed(entry: str, **options: Any) -> str:
        sentence = context_of(entry, replace(POINTS, options=Options(**options)))
        return "" if sentence is None else sentence[0]

    assert agreed("amulet_tie") == "amulet_tie.caller"
    assert agreed("amulet_tie", tied_caller=TiedCaller.HOLDER) == "amulet_tie.holder"
    assert agreed("amulet_failed") == "amulet_failed.marks"
    assert agreed("amulet_failed", failed_call_power=True) == "amulet_failed.works"
    assert agreed("kamikaze") == "kamikaze.on"
    assert agreed("kamikaze", kamikaze=False) == "kamikaze.off"
    assert agreed("kamikaze_caller") == "kamikaze_caller.hit"
    assert agreed("kamikaze_caller", kamikaze_hits_caller=False) == "kamikaze_caller.spared"
    assert agreed("kamikaze_caller", kamikaze=False) == "kamikaze.off"
    assert context_of("kamikaze_caller", THREE) == ("points.off", {"rounds": 4})


def test_without_a_state_the_context_describes_the_set_up_only() -> None:
    for entry in ("aim", "starts", "amulet", "village_sum", "call_won", "tie_break", "points", "exact_limit"):
        assert context_of(entry, POINTS) is None
    assert context_of("turn", THREE, start(THREE)) is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_context_is_translated(code: str) -> None:
    tr = Translator(code)
    states = [
        *(start(Setup(NAMES[:players])) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        play_entries(THREE, (0, (7, 9, 12))),
        play_entries(THREE, (0, (9, 6, 12))),
        play_entries(THREE, (None, (10, 6, 6))),
        play_entries(THREE, *[(0, (3, 9, 12))] * 3),
        play_entries(THREE, *[(0, (3, 9, 12))] * 4),
        play_entries(POINTS, (None, (10, 6, 6))),
        play_entries(replace(POINTS, options=Options(limit=30)), (None, (30, 12, 5))),
    ]
    for state in states:
        for entry in ENTRIES:
            sentence = rule_context(entry.id, state.setup, state)
            if sentence is not None:
                words = tr(sentence.key, **sentence.args)
                assert words.endswith("."), sentence.key
                assert "{" not in words
    assert not tr.missing
