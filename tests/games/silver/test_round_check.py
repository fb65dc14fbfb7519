"""Validation of a round against the cards in the box."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.serialization import BadRecord, decode_move, encode_move
from companion.core.session import GameSession
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.rules import check_round
from companion.games.silver.setup import CARD_COPIES
from companion.games.silver.state import Round, RoundEnd
from tests.games.silver.builders import ENGLISH, find_refusal, make_setup, rounds, setups

KAMIKAZE = (12, 12, 13, 13)


def start_game(players=3, mode="points", **options):
    return GameSession(SILVER, make_setup(players, mode, **options))


def test_villages_come_by_cards_by_sum_or_mixed():
    expected = (9, 8, 20)
    for move in (
        Round(None, ((7, 2), (8,), (10, 10))),
        Round(None, sums=expected),
        Round(None, ((7, 2), None, None), (None, 8, 20)),
    ):
        game = start_game()
        game.play(move)
        assert game.state.last_result.sums == game.state.scores == expected
    assert game.state.last_result.villages == ((7, 2), None, None)


REFUSED = {
    "two_callers": Round((0, 1), sums=(1, 2, 3)),
    "no_such_seat": Round(3, sums=(1, 2, 3)),
    "villages_number": Round(None, ((1,), (2,))),
    "village_missing": Round(None, ((1,), (2,), None), (None, None, None)),
    "village_twice": Round(None, ((1,), (2,), (3,)), (None, None, 4)),
    "village_empty": Round(None, ((1,), (2,), ())),
    "no_such_card": Round(None, ((1,), (2,), (14,))),
    "sum_negative": Round(None, sums=(1, 2, -1)),
    "too_many_copies": Round(None, ((0, 0), (0,), (3,))),
    "too_many_cards": Round(
        None, (tuple(n for n in range(1, 13) for _ in range(4))[:46], None, None), (None, 1, 1)
    ),
    "too_many_zeros": Round(None, sums=(0, 0, 0)),
    "sums_too_high": Round(None, sums=(160, 160, 16)),
    "sum_doubted": Round(None, sums=(1, 2, 168)),
    "sum_impossible": Round(None, ((1, 1, 1, 1), None, (5,)), (None, 1, None)),
    "caller_cards": Round(0, ((1, 1, 1, 1, 2), (5,), (6,))),
    "caller_sum": Round(0, sums=(51, 2, 3)),
    "kamikaze_cards": Round(None, sums=(49, 2, 3), kamikaze=0),
}


@pytest.mark.parametrize(("code", "move"), REFUSED.items(), ids=list(REFUSED))
def test_an_impossible_round_is_refused_with_its_reason(code, move):
    problem = find_refusal(start_game(), move)
    assert problem.code == code
    words = ENGLISH(problem.key, **problem.args)
    assert words != problem.key
    assert "{" not in words
    assert not ENGLISH.missing


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Round(-1, sums=(1, 2, 3)), "no_such_seat"),
        (Round(None, sums=(50, 2, 3), kamikaze=5), "no_such_seat"),
        (Round(None, sums=(1, 2, 3, 4)), "villages_number"),
        (Round(None), "village_missing"),
        (Round(None, ((1,), (2,), (-1,))), "no_such_card"),
        (Round(None, ((13, 13), (13,), (3,))), "too_many_copies"),
        (Round(None, ((7, 7), (7, 7), (7,))), "too_many_copies"),
        # One Villager lies in a village told by its cards, so only one is left for the sums.
        (Round(None, ((0, 4), None, None), (None, 0, 0)), "too_many_zeros"),
        (Round(1, ((1,), (2, 2, 2, 2, 3), (6,))), "caller_cards"),
        # The 13s lie elsewhere, so four cards come to 48 at the most.
        (Round(0, (None, (13, 13), (1,)), (49, None, None)), "caller_sum"),
        (Round(None, ((12, 12, 13), (2,), (3,)), kamikaze=0), "kamikaze_cards"),
        (Round(None, ((12, 12, 13, 13), None, (3,)), (None, 50, None), kamikaze=1), "too_many_copies"),
    ],
)
def test_the_same_is_refused_in_other_shapes(move, code):
    assert find_refusal(start_game(), move).code == code


@pytest.mark.parametrize(("players", "most"), [(2, 326), (3, 335), (4, 338)])
def test_all_sums_together_hold_no_more_than_the_cards_in_play(players, most):
    rest = (most // players,) * (players - 1)
    problem = find_refusal(start_game(players), Round(None, sums=(most - sum(rest) + 1, *rest)))
    assert (problem.code, problem.args["most"]) == ("sums_too_high", most)
    start_game(players).play(Round(None, sums=(most - sum(rest), *rest)))


def test_a_sum_that_is_doubted_is_believed_by_its_cards():
    many = (*(n for n in range(8, 13) for _ in range(4)), 4)
    assert find_refusal(start_game(), Round(None, sums=(sum(many), 2, 3))).code == "sum_doubted"
    start_game().play(Round(None, (many, (2,), (3,))))


@pytest.mark.parametrize(
    "move",
    [
        # Without 2s the sum of 2 takes both of the 1s that are left.
        Round(None, ((1, 1, 2, 2, 2, 2), None, None), (None, 1, 2)),
        # Four of the cards that are left come to 48 or to 46.
        Round(2, ((13, 13, 11, 11, 11, 11), (2,), None), (None, None, 47)),
    ],
)
def test_sums_are_made_of_the_cards_that_are_left(move):
    problem = find_refusal(start_game(), move)
    assert (problem.code, problem.args["name"]) == ("sum_impossible", "Chloe")
    by_anybody = Round(None, move.villages, tuple(total and total + 1 for total in move.sums))
    start_game().play(by_anybody)


def test_a_caller_may_hold_the_four_highest_cards_and_no_more():
    start_game().play(Round(0, sums=(50, 2, 3)))
    assert find_refusal(start_game(), Round(0, sums=(51, 2, 3))).args["most"] == 50
    start_game().play(Round(None, sums=(51, 2, 3)))


def test_five_cards_are_fine_for_all_but_the_caller():
    start_game().play(Round(1, ((1, 1, 1, 1, 2), (5,), (6,))))


def test_all_copies_of_a_card_can_be_in_the_villages():
    start_game().play(Round(None, ((0, 13, 13), (0,), (1, 1, 1, 1))))


def test_two_villages_of_nothing_are_two_villagers():
    start_game().play(Round(None, sums=(0, 0, 1), ended=RoundEnd.VILLAGERS))


def test_a_kamikaze_is_seen_in_the_cards_in_any_order():
    game = start_game()
    game.play(Round(None, ((13, 12, 13, 12), (1,), (2,))))
    assert (game.state.last_result.kamikaze, game.state.scores) == (0, (0, 50, 50))


def test_a_caller_s_fifty_by_sum_is_a_kamikaze_and_nothing_else():
    game = start_game()
    game.play(Round(0, sums=(50, 6, 4)))
    assert (game.state.last_result.kamikaze, game.state.scores) == (0, (0, 50, 50))
    assert game.state.amulet_works


def test_a_caller_s_fifty_uses_up_the_cards_of_a_kamikaze():
    assert find_refusal(start_game(), Round(0, (None, (13,), (2,)), (50, None, None))).code == "caller_sum"
    assert find_refusal(start_game(), Round(0, sums=(50, 50, 4), kamikaze=1)).code == "sum_impossible"


def test_another_seats_sum_of_fifty_is_a_kamikaze_only_if_entered():
    plain, declared = start_game(), start_game()
    plain.play(Round(None, sums=(50, 1, 2)))
    declared.play(Round(None, sums=(50, 1, 2), kamikaze=0))
    assert (plain.state.scores, declared.state.scores) == ((50, 1, 2), (0, 50, 50))


def test_an_entered_kamikaze_uses_up_its_cards():
    move = Round(None, (None, (13,), (2,)), (50, None, None), kamikaze=0)
    assert find_refusal(start_game(), move).code == "too_many_copies"


@pytest.mark.parametrize(("mode", "kamikaze"), [("rounds", True), ("points", False)])
def test_where_there_is_no_kamikaze_its_cards_count_fifty(mode, kamikaze):
    game = start_game(mode=mode, kamikaze=kamikaze)
    assert find_refusal(game, Round(None, sums=(50, 1, 2), kamikaze=0)).code == "no_kamikaze"
    game.play(Round(None, (KAMIKAZE, (1,), (2,))))
    assert game.state.scores == (50, 1, 2)
    called = start_game(mode=mode, kamikaze=kamikaze)
    called.play(Round(0, sums=(50, 1, 2)))
    assert called.state.scores == (60, 1, 2)


def test_a_call_that_two_villagers_cut_short_is_still_a_call():
    game = start_game()
    game.play(Round(0, ((0, 4), (0, 9), (11,)), ended=RoundEnd.VILLAGERS))
    assert (game.state.scores, game.state.last_result.ended) == ((0, 9, 11), RoundEnd.VILLAGERS)


@given(data=st.data())
def test_whatever_is_dealt_from_one_box_can_be_entered(data):
    setup = data.draw(setups())
    move = data.draw(rounds(len(setup.players)))
    entry = check_round(setup, move)
    assert entry.sums == tuple(
        total if village is None else sum(village)
        for village, total in zip(move.villages, move.sums, strict=True)
    )


@given(data=st.data())
def test_more_cards_of_a_number_than_the_box_holds_never_pass(data):
    setup = data.draw(setups())
    card = data.draw(st.sampled_from(sorted(CARD_COPIES)))
    villages = [[data.draw(st.integers(0, 13))] for _ in setup.players]
    for _ in range(CARD_COPIES[card] + 1):
        villages[data.draw(st.integers(0, len(villages) - 1))].append(card)
    with pytest.raises(IllegalMove) as refused:
        check_round(setup, Round(None, tuple(map(tuple, villages))))
    assert refused.value.problem.code == "too_many_copies"


@given(caller=st.integers(-9, 9), sums=st.lists(st.integers(-5, 10**6), max_size=5))
def test_any_numbers_are_scored_or_refused_and_nothing_else(caller, sums):
    session = GameSession(SILVER, SILVER.setup_type(("Ada", "Bruno", "Chloe")))
    problem = None
    try:
        session.play(Round(caller, sums=tuple(sums)))
    except IllegalMove as refused:
        problem = refused.problem
    if problem is None:
        assert session.state.last_result is not None
        assert (session.state.last_result.caller, session.state.last_result.sums) == (caller, tuple(sums))
    else:
        assert problem.key.startswith("silver.problem.")
        assert session.state.results == ()


@pytest.mark.parametrize(
    "data",
    [
        {"move": "round", "caller": 0, "villages": [[7, 2], [9], [12, 1]]},
        {"move": "round", "caller": None, "sums": [9, 8, 20]},
        {"move": "round", "caller": None, "villages": [[7, 2], None, None], "sums": [None, 8, 20]},
        {"move": "round", "caller": None, "sums": [50, 8, 20], "ended": "deck", "kamikaze": 0},
    ],
)
def test_every_form_of_the_record_is_read_and_written_alike(data):
    assert encode_move(SILVER, decode_move(SILVER, json.loads(json.dumps(data)))) == data


def test_a_record_without_a_caller_says_that_nobody_called():
    move = decode_move(SILVER, {"move": "round", "sums": [9, 8, 20]})
    assert encode_move(SILVER, move) == {"move": "round", "caller": None, "sums": [9, 8, 20]}


def test_cards_and_the_sums_they_come_to_are_one_and_the_same():
    both, cards = start_game(), start_game()
    both.play(Round(0, ((7, 2), (9, 4), (3,)), (9, 13, None)))
    cards.play(Round(0, ((7, 2), (9, 4), (3,))))
    assert both.state == cards.state


def test_two_callers_in_a_record_are_refused_by_the_rule_and_not_by_the_form():
    move = decode_move(SILVER, {"move": "round", "caller": [0, 1], "sums": [9, 8, 20]})
    assert find_refusal(start_game(), move).code == "two_callers"


@pytest.mark.parametrize(
    "data",
    [
        {"move": "round", "caller": True, "sums": [9, 8, 20]},
        {"move": "round", "caller": 0, "sums": [9.5, 8, 20]},
        {"move": "round", "caller": 0, "villages": [["7"], [1], [2]]},
        {"move": "round", "caller": None, "sums": [9, 8, 20], "ended": "bored"},
        {"move": "call", "caller": 0},
    ],
)
def test_what_is_no_record_of_a_round_is_refused(data):
    with pytest.raises(BadRecord):
        decode_move(SILVER, data)
