"""Scoring, the amulet, totals, winners and ties, and the outlook of a running game."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import Outcome
from companion.core.serialization import decode_move, encode_move
from companion.core.session import GameSession
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.rules import (
    CheckedRound,
    SeatOutlook,
    TieMeaning,
    apply,
    call_outlook,
    can_call,
    decide_amulet,
    make_rematch,
    nearest_to_the_left,
    points_to_limit,
    public_state,
    ranks,
    score_round,
    seat_outlooks,
    start,
    total_history,
)
from companion.games.silver.setup import Options, TiedCaller
from companion.games.silver.state import AmuletReason, Phase, Round, ScoreReason, StarterReason
from tests.games.silver.builders import find_refusal, make_setup, play_rounds

KAMIKAZE = (12, 12, 13, 13)


@pytest.mark.parametrize(
    ("sums", "caller", "scores"),
    [((7, 9, 12), 0, (0, 9, 12)), ((8, 8, 20), 0, (0, 8, 20)), ((10, 6, 6), None, (10, 6, 6))],
)
def test_the_vectors_of_the_rules(sums, caller, scores):
    assert play_rounds((caller, sums)).scores == scores


def test_a_beaten_caller_pays_ten_more():
    last = play_rounds((0, (9, 8, 20))).results[-1]
    assert last.scores == (19, 8, 20)
    assert last.why == (ScoreReason.CALLER_BEATEN, ScoreReason.SUM, ScoreReason.SUM)
    assert last.call_succeeded is False


@st.composite
def entries(draw):
    sums = tuple(draw(st.lists(st.integers(0, 60), min_size=2, max_size=4)))
    return CheckedRound(
        draw(st.none() | st.integers(0, len(sums) - 1)),
        (None,) * len(sums),
        sums,
        draw(st.none() | st.integers(0, len(sums) - 1)),
    )


OPTIONS = st.builds(Options, kamikaze_hits_caller=st.booleans(), tied_caller=st.sampled_from(TiedCaller))


@given(entry=entries())
def test_the_scores_are_those_of_the_rules_for_all_sums_and_callers(entry):
    entry = CheckedRound(entry.caller, entry.villages, entry.sums, None)
    for seat, (score, _) in enumerate(score_round(entry, Options())):
        village = entry.sums[seat]
        others = [other for i, other in enumerate(entry.sums) if i != seat]
        if seat != entry.caller:
            assert score == village
        elif all(village <= other for other in others):
            assert score == 0
        else:
            assert score == village + 10


@given(entry=entries(), options=OPTIONS)
def test_a_kamikaze_scores_nothing_and_all_others_fifty(entry, options):
    points = score_round(entry, options)
    for seat, (score, why) in enumerate(points):
        if entry.kamikaze is None:
            assert why not in (ScoreReason.KAMIKAZE, ScoreReason.KAMIKAZE_VICTIM)
        elif seat == entry.kamikaze:
            assert (score, why) == (0, ScoreReason.KAMIKAZE)
        elif seat != entry.caller or options.kamikaze_hits_caller:
            assert (score, why) == (50, ScoreReason.KAMIKAZE_VICTIM)
        else:
            unhit = CheckedRound(entry.caller, entry.villages, entry.sums, None)
            assert (score, why) == score_round(unhit, options)[seat]


@given(entry=entries(), options=OPTIONS, data=st.data())
def test_the_order_of_players_changes_no_score(entry, options, data):
    order = data.draw(st.permutations(range(len(entry.sums))))
    where = {seat: place for place, seat in enumerate(order)}
    turned = CheckedRound(
        None if entry.caller is None else where[entry.caller],
        entry.villages,
        tuple(entry.sums[seat] for seat in order),
        None if entry.kamikaze is None else where[entry.kamikaze],
    )
    points = score_round(entry, options)
    assert score_round(turned, options) == tuple(points[seat] for seat in order)


@given(entry=entries(), options=OPTIONS, data=st.data())
def test_the_order_of_players_moves_the_amulet_only_where_seats_break_the_tie(entry, options, data):
    seats = st.integers(0, len(entry.sums) - 1)
    holder, starter = data.draw(st.none() | seats), data.draw(seats)
    order = data.draw(st.permutations(range(len(entry.sums))))
    where: dict[int | None, int] = {seat: place for place, seat in enumerate(order)}
    turned = CheckedRound(
        where.get(entry.caller),
        entry.villages,
        tuple(entry.sums[seat] for seat in order),
        where.get(entry.kamikaze),
    )
    scores = [score for score, _ in score_round(entry, options)]
    taker, why = decide_amulet(entry, scores, options, holder, starter)
    again, same = decide_amulet(
        turned, [scores[s] for s in order], options, where.get(holder), where[starter]
    )
    assert same is why
    if why is not AmuletReason.TIE_LEFT_OF_STARTER:
        assert again == where[taker]


@given(entry=entries(), options=OPTIONS, data=st.data())
def test_the_amulet_goes_to_a_lowest_village_or_after_a_kamikaze_to_a_lowest_score(entry, options, data):
    seats = st.integers(0, len(entry.sums) - 1)
    scores = [score for score, _ in score_round(entry, options)]
    taker, _ = decide_amulet(entry, scores, options, data.draw(st.none() | seats), data.draw(seats))
    counted = scores if entry.kamikaze is not None else entry.sums
    assert counted[taker] == min(counted)
    if entry.kamikaze is None:
        assert scores[taker] == min(scores) or options.tied_caller is TiedCaller.HOLDER


def amulet(state):
    return state.amulet_holder, state.results[-1].amulet_why, state.amulet_works


def test_a_successful_caller_takes_the_amulet_and_may_use_it():
    assert amulet(play_rounds((2, (9, 8, 7)))) == (2, AmuletReason.CALLER_LOWEST, True)
    assert amulet(play_rounds((2, (9, 7, 7)))) == (2, AmuletReason.CALLER_TIED, True)


def test_without_a_call_the_lowest_takes_it_to_start_only():
    assert amulet(play_rounds((None, (9, 8, 10)))) == (1, AmuletReason.LOWEST, False)


def test_after_a_failed_call_the_amulet_has_no_power_unless_the_option_is_set():
    assert amulet(play_rounds((0, (9, 8, 10)))) == (1, AmuletReason.LOWEST, False)
    assert amulet(play_rounds((0, (9, 8, 10)), failed_call_power=True)) == (1, AmuletReason.LOWEST, True)
    assert amulet(play_rounds((None, (9, 8, 10)), failed_call_power=True)) == (1, AmuletReason.LOWEST, False)


def test_a_tie_goes_to_the_holder_if_tied():
    state = play_rounds((None, (9, 8, 1)), (None, (6, 5, 5)))
    assert amulet(state) == (2, AmuletReason.TIE_HOLDER, False)


@pytest.mark.parametrize(("start", "taker"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_another_tie_goes_to_the_one_nearest_to_the_left_of_the_start_player(start, taker):
    state = play_rounds((None, (9, 5, 7, 5)), start=start)
    assert amulet(state) == (taker, AmuletReason.TIE_LEFT_OF_STARTER, False)


def test_the_start_player_is_the_last_on_the_own_left():
    assert nearest_to_the_left(0, [0, 2], 3) == 2
    assert nearest_to_the_left(0, [0], 3) == 0


def test_a_tied_caller_beats_the_tied_holder_unless_the_option_is_set():
    rounds = (None, (9, 8, 1)), (0, (5, 7, 5))
    assert amulet(play_rounds(*rounds)) == (0, AmuletReason.CALLER_TIED, True)
    assert amulet(play_rounds(*rounds, tied_caller=TiedCaller.HOLDER)) == (2, AmuletReason.TIE_HOLDER, False)


def test_that_choice_changes_nothing_while_no_other_holder_is_tied():
    for rounds in (((0, (5, 5, 7)),), ((None, (9, 8, 1)), (0, (5, 5, 7))), ((0, (1, 2, 3)), (0, (5, 5, 7)))):
        assert amulet(play_rounds(*rounds, tied_caller=TiedCaller.HOLDER)) == (
            0,
            AmuletReason.CALLER_TIED,
            True,
        )


def test_an_amulet_from_an_earlier_game_breaks_the_first_tie():
    assert amulet(play_rounds((None, (5, 7, 5)), start=1, amulet=0)) == (0, AmuletReason.TIE_HOLDER, False)


def test_a_kamikaze_takes_the_amulet_with_the_lowest_score():
    state = apply(start(make_setup(3, "points")), Round(None, ((1,), (2,), KAMIKAZE)))
    assert state.scores == (50, 50, 0)
    assert amulet(state) == (2, AmuletReason.KAMIKAZE, False)


def test_whoever_calls_with_a_kamikaze_has_called_well():
    state = apply(start(make_setup(3, "points")), Round(2, ((1,), (2,), KAMIKAZE)))
    assert state.results[-1] is not None
    assert state.results[-1].why[2] is ScoreReason.KAMIKAZE
    assert amulet(state) == (2, AmuletReason.KAMIKAZE, True)


def test_another_caller_is_hit_or_keeps_the_score_of_the_call():
    move = Round(0, ((1,), (2,), KAMIKAZE))
    hit = apply(start(make_setup(3, "points")), move)
    assert hit.results[-1] is not None
    assert (hit.scores, hit.results[-1].call_succeeded) == ((50, 50, 0), False)
    spared = apply(start(make_setup(3, "points", kamikaze_hits_caller=False)), move)
    assert spared.results[-1] is not None
    assert (spared.scores, spared.results[-1].call_succeeded) == ((0, 50, 0), True)
    assert amulet(spared) == (0, AmuletReason.CALLER_TIED, True)


def test_a_new_game_awaits_its_first_round():
    state = SILVER.start(make_setup(3, start=2))
    assert (state.phase, state.round, state.scores, state.totals) == (Phase.ROUND, 1, (), (0, 0, 0))
    assert (state.amulet_holder, state.amulet_works, state.outcome) == (None, False, None)
    assert (state.starter, state.starter_reason) == (2, StarterReason.TABLE_CHOICE)


def test_whoever_takes_the_amulet_starts_the_next_round():
    state = play_rounds((1, (9, 7, 12)), start=2)
    assert (state.round, state.starter, state.starter_reason) == (2, 1, StarterReason.AMULET)
    assert state.results[-1].starter == 2


def test_the_public_state_bears_the_names_of_the_records():
    shown = public_state(play_rounds((1, (9, 7, 12))))
    assert {name: shown[name] for name in ("round", "scores", "totals", "amulet", "starter", "outcome")} == {
        "round": 2,
        "scores": [9, 0, 12],
        "totals": [9, 0, 12],
        "amulet": 1,
        "starter": 1,
        "outcome": None,
    }
    assert json.loads(json.dumps(shown)) == shown


def test_four_rounds_end_the_game_and_a_fifth_is_refused():
    game = GameSession(SILVER, play_rounds((None, (9, 7))).setup)
    for number in range(1, 5):
        assert (game.state.round, game.state.is_last_round) == (number, number == 4)
        game.play(Round(None, sums=(9, 7)))
    assert (game.state.round, game.state.phase, game.state.is_last_round) == (4, Phase.OVER, False)
    assert game.outcome == Outcome(1, "lowest_total")
    assert find_refusal(game, Round(None, sums=(9, 7))).code == "fifth_round"


def test_a_tie_after_four_rounds_goes_to_the_amulet():
    state = play_rounds((None, (9, 5)), (None, (5, 9)), (None, (9, 5)), (None, (5, 9)))
    assert (state.totals, state.amulet_holder) == ((28, 28), 0)
    assert (state.outcome, state.winners) == (Outcome(0, "tie_amulet"), (0,))


def test_a_tie_without_the_amulet_goes_to_the_left_of_its_holder():
    rounds = [(None, sums) for sums in ((5, 5, 20, 9), (5, 5, 20, 9), (5, 5, 20, 9), (10, 10, 9, 9))]
    # Seats 0 and 1 have 25 each; 2 and 3 tie for the round, and no tied one holds the amulet.
    state = play_rounds(*rounds, start=1)
    assert (state.totals, state.amulet_holder) == ((25, 25, 69, 36), 2)
    assert state.outcome == Outcome(0, "tie_left_of_amulet")


def test_kamikaze_and_resets_belong_to_the_points_variant():
    state = play_rounds(*[(None, (50, 20))] * 2)
    assert (state.totals, state.reset_seats, state.outcome) == ((100, 40), (), None)


def test_exactly_a_hundred_becomes_fifty_once():
    rounds = [(None, (88, 1)), (None, (12, 1))]
    first = play_rounds(*rounds, mode="points")
    assert (first.totals, first.reset_seats, first.outcome) == ((50, 2), (0,), None)
    assert (first.scores, first.results[-1].resets) == ((12, 1), (0,))
    second = play_rounds(*rounds, (None, (50, 1)), mode="points")
    assert (second.totals, second.reset_seats) == ((100, 3), (0,))
    assert second.outcome == Outcome(1, "lowest_total")


def test_without_the_reset_exactly_a_hundred_ends_the_game():
    state = play_rounds((None, (88, 1)), (None, (12, 1)), mode="points", exact_reset=False)
    assert (state.totals, state.outcome) == ((100, 2), Outcome(1, "lowest_total"))


def test_more_than_a_hundred_ends_the_game():
    state = play_rounds((None, (95, 1)), (None, (10, 1)), mode="points")
    assert (state.totals, state.outcome) == ((105, 2), Outcome(1, "lowest_total"))
    game = GameSession(SILVER, state.setup, [Round(None, sums=(95, 1)), Round(None, sums=(10, 1))])
    assert find_refusal(game, Round(None, sums=(9, 7))).code == "over"


def test_two_may_be_reset_in_one_round():
    state = play_rounds((None, (60, 60, 1)), (None, (40, 40, 1)), mode="points")
    assert (state.totals, state.reset_seats, state.outcome) == ((50, 50, 2), (0, 1), None)


def test_a_reset_does_not_save_the_game_from_another_who_passed_the_limit():
    state = play_rounds((None, (60, 60, 70)), (None, (40, 50, 9)), mode="points")
    assert (state.totals, state.outcome) == ((50, 110, 79), Outcome(0, "lowest_total"))


def test_another_limit_is_halved_at_its_own_half():
    state = play_rounds((None, (61, 1)), mode="points", limit=61)
    assert (state.totals, state.outcome) == ((30, 1), None)


def test_the_points_variant_knows_no_last_round():
    state = play_rounds(*[(None, (1, 2))] * 9, mode="points")
    assert (state.round, state.is_last_round, state.outcome) == (10, False, None)


def test_a_tie_at_the_limit_goes_to_the_lower_last_round():
    state = play_rounds((None, (90, 56, 51)), (None, (14, 4, 9)), mode="points")
    assert state.totals == (104, 60, 60)
    assert state.outcome == Outcome(1, "tie_last_round")


def test_a_tie_that_nothing_breaks_is_shared():
    state = play_rounds((None, (99, 6, 6)), (None, (14, 4, 4)), mode="points")
    assert (state.outcome, state.winners) == (Outcome(None, "shared"), (1, 2))


def test_a_rematch_carries_the_amulet_over_and_its_holder_starts():
    state = play_rounds(*[(1, (9, 7, 12))] * 4, mode="rounds")
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


def test_a_rematch_after_a_game_nobody_called_in_has_an_amulet_without_power():
    again = make_rematch(play_rounds(*[(None, (9, 7))] * 4))
    assert (again.amulet, SILVER.start(again).amulet_works) == (1, False)


@pytest.mark.parametrize("mode", ["rounds", "points"])
def test_a_game_can_be_undone_to_its_start_and_redone_to_its_winner(mode):
    game = GameSession(SILVER, make_setup(3, mode))
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


def test_an_edited_round_changes_all_that_follows():
    game = GameSession(SILVER, make_setup(3))
    for sums in ((9, 7, 12), (6, 6, 8), (5, 5, 9)):
        game.play(Round(None, sums=sums))
    assert (game.state.totals, game.state.amulet_holder) == ((20, 18, 29), 1)
    game.commit_edit(game.preview_edit({0: [Round(None, sums=(3, 7, 12))]}))
    assert (game.state.totals, game.state.amulet_holder) == ((14, 18, 29), 0)
    game.undo()
    assert (game.state.totals, game.state.amulet_holder) == ((20, 18, 29), 1)


def test_an_edit_that_ends_the_game_sooner_drops_the_rounds_after_it():
    game = GameSession(SILVER, make_setup(2, "points"))
    for _ in range(3):
        game.play(Round(None, sums=(20, 30)))
    revision = game.preview_edit({1: [Round(None, sums=(20, 80))]})
    assert [(dropped.move_index, dropped.problem.code) for dropped in revision.dropped_moves] == [(2, "over")]
    game.commit_edit(revision)
    assert game.outcome == Outcome(0, "lowest_total")


def test_a_stored_game_opens_where_it_was():
    game = GameSession(SILVER, make_setup(4, "points"))
    game.play(Round(1, ((7, 2), (3,), (9, 9), (4, 4, 4))))
    stored = [json.dumps(encode_move(SILVER, move)) for move in game.moves]
    again = GameSession(SILVER, game.setup, [decode_move(SILVER, json.loads(move)) for move in stored])
    assert again.state == game.state


@pytest.mark.parametrize(
    ("totals", "places"),
    [((0, 0), (1, 1)), ((5, 3, 9), (2, 1, 3)), ((4, 4, 2, 9), (2, 2, 1, 4)), ((1, 1, 7, 7), (1, 1, 3, 3))],
)
def test_low_is_good_and_equals_share_a_place(totals, places):
    assert ranks(totals) == places


def test_the_chart_begins_at_nothing_and_falls_at_a_reset():
    state = play_rounds((None, (88, 1)), (None, (12, 1)), mode="points")
    assert total_history(state) == ((0, 88, 50), (0, 1, 2))


def winner_after(state, sums):
    """Who has won, if the round with these sums is the last."""
    outcome = apply(state, Round(None, sums=sums)).outcome
    assert outcome is not None
    return outcome.winner


def test_after_four_rounds_the_amulet_may_decide_so_one_point_more_is_needed():
    state = play_rounds(*[(None, (5, 7, 9))] * 3)
    assert seat_outlooks(state) == (
        SeatOutlook(0, (1,), -6, TieMeaning.AMULET),
        SeatOutlook(1, (0,), 6, TieMeaning.AMULET),
        SeatOutlook(2, (0,), 12, TieMeaning.AMULET),
    )
    assert [need.points_needed for need in seat_outlooks(state)] == [-5, 7, 13]
    for scores, winner in (((12, 5, 20), 1), ((11, 6, 20), 0)):
        assert winner_after(state, scores) == winner


def test_in_the_points_variant_level_totals_go_to_whoever_comes_from_behind():
    state = play_rounds((None, (50, 40, 95)), mode="points")
    assert [(need.gap, need.points_needed, need.tie_meaning) for need in seat_outlooks(state)[:2]] == [
        (10, 10, TieMeaning.WINS),
        (-10, -9, TieMeaning.LOSES),
    ]
    assert winner_after(state, (5, 15, 20)) == 0
    assert winner_after(state, (6, 15, 20)) == 1


def test_two_who_lead_together_need_one_point_of_each_other():
    state = play_rounds((None, (40, 40, 95)), mode="points")
    assert [(need.rivals, need.points_needed, need.tie_meaning) for need in seat_outlooks(state)] == [
        ((1,), 1, TieMeaning.SHARED),
        ((0,), 1, TieMeaning.SHARED),
        ((0, 1), 55, TieMeaning.WINS),
    ]


def test_nothing_is_needed_after_the_end():
    assert seat_outlooks(play_rounds(*[(None, (5, 7))] * 4)) == ()


def test_points_to_the_limit_exist_in_the_points_variant_only():
    assert points_to_limit(play_rounds((None, (50, 40)), mode="points")) == (50, 60)
    assert points_to_limit(play_rounds((None, (50, 40)))) == ()
    assert points_to_limit(play_rounds((None, (101, 40)), mode="points")) == ()


@pytest.mark.parametrize(("cards", "allowed"), [(0, False), (1, True), (4, True), (5, False)])
def test_four_cards_or_fewer_may_be_called(cards, allowed):
    assert can_call(cards) is allowed


@given(own=st.integers(0, 50), other=st.integers(0, 60))
def test_the_outlook_of_a_call_is_what_the_round_would_score(own, other):
    state = play_rounds((0, (own, other)))
    outlook = call_outlook(own, other)
    assert outlook.expected is state.results[-1].why[0]
    assert state.scores[0] == (outlook.lowest if outlook.expected.call_succeeded else outlook.beaten)
    assert play_rounds((None, (own, other))).scores[0] == outlook.plain


def test_without_a_guess_both_ends_are_open():
    assert call_outlook(6).expected is None
    assert (call_outlook(6).lowest, call_outlook(6).beaten) == (0, 16)
    assert call_outlook(6, 5).expected is ScoreReason.CALLER_BEATEN


def test_a_kamikaze_scores_nothing_however_the_call_ends():
    outlook = call_outlook(50, 7, kamikaze=True)
    assert (outlook.lowest, outlook.beaten, outlook.plain) == (0, 0, 0)
    assert outlook.kamikaze
    assert call_outlook(50, 7).beaten == call_outlook(49, 7, kamikaze=True).beaten + 1 == 60
