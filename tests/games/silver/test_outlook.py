"""Ranks, needs, the way to the limit, and what a call may bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.silver.rules import (
    SeatOutlook,
    TieMeaning,
    apply,
    call_outlook,
    can_call,
    points_to_limit,
    ranks,
    seat_outlooks,
    total_history,
)
from companion.games.silver.state import Round, ScoreReason


@pytest.mark.parametrize(
    ("totals", "places"),
    [((0, 0), (1, 1)), ((5, 3, 9), (2, 1, 3)), ((4, 4, 2, 9), (2, 2, 1, 4)), ((1, 1, 7, 7), (1, 1, 3, 3))],
)
def test_low_is_good_and_equals_share_a_place(totals, places):
    assert ranks(totals) == places


def test_the_chart_begins_at_nothing_and_falls_at_a_reset(played):
    state = played((None, (88, 1)), (None, (12, 1)), mode="points")
    assert total_history(state) == ((0, 88, 50), (0, 1, 2))


def winner_after(state, sums):
    """Who has won, if the round with these sums is the last."""
    outcome = apply(state, Round(None, sums=sums)).outcome
    assert outcome is not None
    return outcome.winner


def test_after_four_rounds_the_amulet_may_decide_so_one_point_more_is_needed(played):
    state = played(*[(None, (5, 7, 9))] * 3)
    assert seat_outlooks(state) == (
        SeatOutlook(0, (1,), -6, TieMeaning.AMULET),
        SeatOutlook(1, (0,), 6, TieMeaning.AMULET),
        SeatOutlook(2, (0,), 12, TieMeaning.AMULET),
    )
    assert [need.points_needed for need in seat_outlooks(state)] == [-5, 7, 13]
    for scores, winner in (((12, 5, 20), 1), ((11, 6, 20), 0)):
        assert winner_after(state, scores) == winner


def test_in_the_points_variant_level_totals_go_to_whoever_comes_from_behind(played):
    state = played((None, (50, 40, 95)), mode="points")
    assert [(need.gap, need.points_needed, need.tie_meaning) for need in seat_outlooks(state)[:2]] == [
        (10, 10, TieMeaning.WINS),
        (-10, -9, TieMeaning.LOSES),
    ]
    assert winner_after(state, (5, 15, 20)) == 0
    assert winner_after(state, (6, 15, 20)) == 1


def test_two_who_lead_together_need_one_point_of_each_other(played):
    state = played((None, (40, 40, 95)), mode="points")
    assert [(need.rivals, need.points_needed, need.tie_meaning) for need in seat_outlooks(state)] == [
        ((1,), 1, TieMeaning.SHARED),
        ((0,), 1, TieMeaning.SHARED),
        ((0, 1), 55, TieMeaning.WINS),
    ]


def test_nothing_is_needed_after_the_end(played):
    assert seat_outlooks(played(*[(None, (5, 7))] * 4)) == ()


def test_the_way_to_the_limit_is_told_in_the_points_variant_only(played):
    assert points_to_limit(played((None, (50, 40)), mode="points")) == (50, 60)
    assert points_to_limit(played((None, (50, 40)))) == ()
    assert points_to_limit(played((None, (101, 40)), mode="points")) == ()


@pytest.mark.parametrize(("cards", "allowed"), [(0, False), (1, True), (4, True), (5, False)])
def test_four_cards_or_fewer_may_be_called(cards, allowed):
    assert can_call(cards) is allowed


@given(own=st.integers(0, 50), other=st.integers(0, 60))
def test_the_outlook_of_a_call_is_what_the_round_would_score(played, own, other):
    state = played((0, (own, other)))
    outlook = call_outlook(own, other)
    assert outlook.expected is state.last_result.why[0]
    assert state.scores[0] == (outlook.lowest if outlook.expected.call_succeeded else outlook.beaten)
    assert played((None, (own, other))).scores[0] == outlook.plain


def test_without_a_guess_both_ends_are_open():
    assert call_outlook(6).expected is None
    assert (call_outlook(6).lowest, call_outlook(6).beaten) == (0, 16)
    assert call_outlook(6, 5).expected is ScoreReason.CALLER_BEATEN


def test_a_kamikaze_scores_nothing_however_the_call_ends():
    outlook = call_outlook(50, 7, kamikaze=True)
    assert (outlook.lowest, outlook.beaten, outlook.plain) == (0, 0, 0)
    assert outlook.kamikaze
    assert call_outlook(50, 7).beaten == call_outlook(49, 7, kamikaze=True).beaten + 1 == 60
