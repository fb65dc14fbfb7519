"""Whole games: totals, resets, who starts, who wins and by which tie-break."""

import json

import pytest

from companion.core.game import Outcome
from companion.core.serialization import decode_move, encode_move
from companion.core.session import GameSession
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.rules import make_rematch, public_state
from companion.games.silver.state import Phase, Round, StarterReason


def test_a_new_game_awaits_its_first_round(seat):
    state = SILVER.start(seat(3, start=2))
    assert (state.phase, state.round, state.scores, state.totals) == (Phase.ROUND, 1, (), (0, 0, 0))
    assert (state.amulet_holder, state.amulet_works, state.outcome) == (None, False, None)
    assert (state.starter, state.starter_reason) == (2, StarterReason.TABLE_CHOICE)


def test_whoever_takes_the_amulet_starts_the_next_round(played):
    state = played((1, (9, 7, 12)), start=2)
    assert (state.round, state.starter, state.starter_reason) == (2, 1, StarterReason.AMULET)
    assert state.last_result.starter == 2


def test_the_public_state_bears_the_names_of_the_records(played):
    shown = public_state(played((1, (9, 7, 12))))
    assert {name: shown[name] for name in ("round", "scores", "totals", "amulet", "starter", "outcome")} == {
        "round": 2,
        "scores": [9, 0, 12],
        "totals": [9, 0, 12],
        "amulet": 1,
        "starter": 1,
        "outcome": None,
    }
    assert json.loads(json.dumps(shown)) == shown


def test_four_rounds_end_the_game_and_a_fifth_is_refused(played, refusal):
    game = GameSession(SILVER, played((None, (9, 7))).setup)
    for number in range(1, 5):
        assert (game.state.round, game.state.is_last_round) == (number, number == 4)
        game.play(Round(None, sums=(9, 7)))
    assert (game.state.round, game.state.phase, game.state.is_last_round) == (4, Phase.OVER, False)
    assert game.outcome == Outcome(1, "lowest_total")
    assert refusal(game, Round(None, sums=(9, 7))).code == "fifth_round"


def test_a_tie_after_four_rounds_goes_to_the_amulet(played):
    state = played((None, (9, 5)), (None, (5, 9)), (None, (9, 5)), (None, (5, 9)))
    assert (state.totals, state.amulet_holder) == ((28, 28), 0)
    assert (state.outcome, state.winners) == (Outcome(0, "tie_amulet"), (0,))


def test_a_tie_without_the_amulet_goes_to_the_left_of_its_holder(played):
    rounds = [(None, sums) for sums in ((5, 5, 20, 9), (5, 5, 20, 9), (5, 5, 20, 9), (10, 10, 9, 9))]
    # Seats 0 and 1 have 25 each; 2 and 3 tie for the round, and no tied one holds the amulet.
    state = played(*rounds, start=1)
    assert (state.totals, state.amulet_holder) == ((25, 25, 69, 36), 2)
    assert state.outcome == Outcome(0, "tie_left_of_amulet")


def test_kamikaze_and_resets_belong_to_the_points_variant(played):
    state = played(*[(None, (50, 20))] * 2)
    assert (state.totals, state.reset_seats, state.outcome) == ((100, 40), (), None)


def test_exactly_a_hundred_becomes_fifty_once(played):
    rounds = [(None, (88, 1)), (None, (12, 1))]
    first = played(*rounds, mode="points")
    assert (first.totals, first.reset_seats, first.outcome) == ((50, 2), (0,), None)
    assert (first.scores, first.last_result.resets) == ((12, 1), (0,))
    second = played(*rounds, (None, (50, 1)), mode="points")
    assert (second.totals, second.reset_seats) == ((100, 3), (0,))
    assert second.outcome == Outcome(1, "lowest_total")


def test_without_the_reset_exactly_a_hundred_ends_the_game(played):
    state = played((None, (88, 1)), (None, (12, 1)), mode="points", exact_reset=False)
    assert (state.totals, state.outcome) == ((100, 2), Outcome(1, "lowest_total"))


def test_more_than_a_hundred_ends_the_game(played, refusal):
    state = played((None, (95, 1)), (None, (10, 1)), mode="points")
    assert (state.totals, state.outcome) == ((105, 2), Outcome(1, "lowest_total"))
    game = GameSession(SILVER, state.setup, [Round(None, sums=(95, 1)), Round(None, sums=(10, 1))])
    assert refusal(game, Round(None, sums=(9, 7))).code == "over"


def test_two_may_be_reset_in_one_round(played):
    state = played((None, (60, 60, 1)), (None, (40, 40, 1)), mode="points")
    assert (state.totals, state.reset_seats, state.outcome) == ((50, 50, 2), (0, 1), None)


def test_a_reset_does_not_save_the_game_from_another_who_passed_the_limit(played):
    state = played((None, (60, 60, 70)), (None, (40, 50, 9)), mode="points")
    assert (state.totals, state.outcome) == ((50, 110, 79), Outcome(0, "lowest_total"))


def test_another_limit_is_halved_at_its_own_half(played):
    state = played((None, (61, 1)), mode="points", limit=61)
    assert (state.totals, state.outcome) == ((30, 1), None)


def test_the_points_variant_knows_no_last_round(played):
    state = played(*[(None, (1, 2))] * 9, mode="points")
    assert (state.round, state.is_last_round, state.outcome) == (10, False, None)


def test_a_tie_at_the_limit_goes_to_the_lower_last_round(played):
    state = played((None, (90, 56, 51)), (None, (14, 4, 9)), mode="points")
    assert state.totals == (104, 60, 60)
    assert state.outcome == Outcome(1, "tie_last_round")


def test_a_tie_that_nothing_breaks_is_shared(played):
    state = played((None, (99, 6, 6)), (None, (14, 4, 4)), mode="points")
    assert (state.outcome, state.winners) == (Outcome(None, "shared"), (1, 2))


def test_a_rematch_carries_the_amulet_over_and_its_holder_starts(played):
    state = played(*[(1, (9, 7, 12))] * 4, mode="rounds")
    again = make_rematch(state)
    assert (again.players, again.mode, again.start, again.amulet) == (
        state.setup.players,
        state.setup.mode,
        1,
        1,
    )
    fresh = SILVER.start(again)
    assert (fresh.starter, fresh.starter_reason, fresh.amulet_works) == (1, StarterReason.AMULET, True)
    assert fresh.totals == (0, 0, 0)


def test_a_rematch_after_a_game_nobody_called_in_has_an_amulet_without_power(played):
    again = make_rematch(played(*[(None, (9, 7))] * 4))
    assert (again.amulet, SILVER.start(again).amulet_works) == (1, False)


@pytest.mark.parametrize("mode", ["rounds", "points"])
def test_a_game_can_be_undone_to_its_start_and_redone_to_its_winner(seat, mode):
    game = GameSession(SILVER, seat(3, mode))
    first = game.state
    while game.outcome is None:
        game.play(Round(0, sums=(20, 20, 30)))
    won, moves = game.state, game.moves
    while game.can_undo:
        game.undo()
    assert game.state == first
    while game.can_redo:
        game.redo()
    assert (game.state, game.moves) == (won, moves)


def test_an_edited_round_changes_all_that_follows(seat):
    game = GameSession(SILVER, seat(3))
    for sums in ((9, 7, 12), (6, 6, 8), (5, 5, 9)):
        game.play(Round(None, sums=sums))
    assert (game.state.totals, game.state.amulet_holder) == ((20, 18, 29), 1)
    game.commit_edit(game.preview_edit({0: [Round(None, sums=(3, 7, 12))]}))
    assert (game.state.totals, game.state.amulet_holder) == ((14, 18, 29), 0)
    game.undo()
    assert (game.state.totals, game.state.amulet_holder) == ((20, 18, 29), 1)


def test_an_edit_that_ends_the_game_sooner_drops_the_rounds_after_it(seat):
    game = GameSession(SILVER, seat(2, "points"))
    for _ in range(3):
        game.play(Round(None, sums=(20, 30)))
    revision = game.preview_edit({1: [Round(None, sums=(20, 80))]})
    assert [(dropped.move_index, dropped.problem.code) for dropped in revision.dropped_moves] == [(2, "over")]
    game.commit_edit(revision)
    assert game.outcome == Outcome(0, "lowest_total")


def test_a_stored_game_opens_where_it_was(seat):
    game = GameSession(SILVER, seat(4, "points"))
    game.play(Round(1, ((7, 2), (3,), (9, 9), (4, 4, 4))))
    stored = [json.dumps(encode_move(SILVER, move)) for move in game.moves]
    again = GameSession(SILVER, game.setup, [decode_move(SILVER, json.loads(move)) for move in stored])
    assert again.state == game.state
