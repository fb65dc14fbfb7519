"""What a round is worth, for all sums and callers, and where the amulet goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.silver.rules import (
    CheckedRound,
    apply,
    decide_amulet,
    nearest_to_the_left,
    score_round,
    start,
)
from companion.games.silver.setup import Options, TiedCaller
from companion.games.silver.state import AmuletReason, Round, ScoreReason

KAMIKAZE = (12, 12, 13, 13)


@pytest.mark.parametrize(
    ("sums", "caller", "scores"),
    [((7, 9, 12), 0, (0, 9, 12)), ((8, 8, 20), 0, (0, 8, 20)), ((10, 6, 6), None, (10, 6, 6))],
)
def test_the_vectors_of_the_rules(played, sums, caller, scores):
    assert played((caller, sums)).scores == scores


def test_a_beaten_caller_pays_ten_more(played):
    last = played((0, (9, 8, 20))).last_result
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
    return state.amulet_holder, state.last_result.amulet_why, state.amulet_works


def test_a_successful_caller_takes_the_amulet_and_may_use_it(played):
    assert amulet(played((2, (9, 8, 7)))) == (2, AmuletReason.CALLER_LOWEST, True)
    assert amulet(played((2, (9, 7, 7)))) == (2, AmuletReason.CALLER_TIED, True)


def test_without_a_call_the_lowest_takes_it_to_start_only(played):
    assert amulet(played((None, (9, 8, 10)))) == (1, AmuletReason.LOWEST, False)


def test_after_a_failed_call_it_marks_the_start_unless_the_table_says_otherwise(played):
    assert amulet(played((0, (9, 8, 10)))) == (1, AmuletReason.LOWEST, False)
    assert amulet(played((0, (9, 8, 10)), failed_call_power=True)) == (1, AmuletReason.LOWEST, True)
    assert amulet(played((None, (9, 8, 10)), failed_call_power=True)) == (1, AmuletReason.LOWEST, False)


def test_a_tie_goes_to_the_holder_if_tied(played):
    state = played((None, (9, 8, 1)), (None, (6, 5, 5)))
    assert amulet(state) == (2, AmuletReason.TIE_HOLDER, False)


@pytest.mark.parametrize(("start", "taker"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_another_tie_goes_to_the_one_nearest_to_the_left_of_the_start_player(played, start, taker):
    state = played((None, (9, 5, 7, 5)), start=start)
    assert amulet(state) == (taker, AmuletReason.TIE_LEFT_OF_STARTER, False)


def test_the_start_player_is_the_last_on_the_own_left():
    assert nearest_to_the_left(0, [0, 2], 3) == 2
    assert nearest_to_the_left(0, [0], 3) == 0


def test_a_tied_caller_comes_before_the_tied_holder_unless_the_table_says_otherwise(played):
    rounds = (None, (9, 8, 1)), (0, (5, 7, 5))
    assert amulet(played(*rounds)) == (0, AmuletReason.CALLER_TIED, True)
    assert amulet(played(*rounds, tied_caller=TiedCaller.HOLDER)) == (2, AmuletReason.TIE_HOLDER, False)


def test_that_choice_changes_nothing_while_no_other_holder_is_tied(played):
    for rounds in (((0, (5, 5, 7)),), ((None, (9, 8, 1)), (0, (5, 5, 7))), ((0, (1, 2, 3)), (0, (5, 5, 7)))):
        assert amulet(played(*rounds, tied_caller=TiedCaller.HOLDER)) == (0, AmuletReason.CALLER_TIED, True)


def test_an_amulet_from_an_earlier_game_breaks_the_first_tie(played):
    assert amulet(played((None, (5, 7, 5)), start=1, amulet=0)) == (0, AmuletReason.TIE_HOLDER, False)


def test_a_kamikaze_takes_the_amulet_with_the_lowest_score(seat):
    state = apply(start(seat(3, "points")), Round(None, ((1,), (2,), KAMIKAZE)))
    assert state.scores == (50, 50, 0)
    assert amulet(state) == (2, AmuletReason.KAMIKAZE, False)


def test_whoever_calls_with_a_kamikaze_has_called_well(seat):
    state = apply(start(seat(3, "points")), Round(2, ((1,), (2,), KAMIKAZE)))
    assert state.last_result is not None
    assert state.last_result.why[2] is ScoreReason.KAMIKAZE
    assert amulet(state) == (2, AmuletReason.KAMIKAZE, True)


def test_another_caller_is_hit_or_keeps_the_score_of_the_call(seat):
    move = Round(0, ((1,), (2,), KAMIKAZE))
    hit = apply(start(seat(3, "points")), move)
    assert hit.last_result is not None
    assert (hit.scores, hit.last_result.call_succeeded) == ((50, 50, 0), False)
    spared = apply(start(seat(3, "points", kamikaze_hits_caller=False)), move)
    assert spared.last_result is not None
    assert (spared.scores, spared.last_result.call_succeeded) == ((0, 50, 0), True)
    assert amulet(spared) == (0, AmuletReason.CALLER_TIED, True)
