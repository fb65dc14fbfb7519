"""Who begins, by fingers: whoever comes, goes and lingers, one that rests is chosen, and only one."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.random_selection import MAX_FINGERS, WAIT_SECONDS, FingerSelection

LONG = WAIT_SECONDS + 0.01


def first(_count):
    return 0


def last(count):
    return count - 1


def resting(count, now=0.0):
    return reduce(
        lambda fingers, one: fingers.touch_down(one, one / 100, 0.5, now), range(count), FingerSelection()
    )


def ids(fingers):
    return [finger.id for finger in fingers.touching]


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_fingers_wait_for_ever(count):
    fingers = resting(count)
    assert fingers.wait_progress(1000.0) == 0
    assert fingers.select_finger(1000.0, first).selected is None


@pytest.mark.parametrize("count", range(2, MAX_FINGERS + 1))
def test_any_of_two_to_ten_that_rest_may_be_chosen(count):
    fingers = resting(count)
    chosen = {fingers.select_finger(LONG, lambda _, at=at: at).selected.id for at in range(count)}
    assert chosen == set(range(count))


def test_nobody_is_chosen_before_the_wait_is_over():
    fingers = resting(3, now=10.0)
    assert fingers.select_finger(10.0 + WAIT_SECONDS * 0.99, first) == fingers
    assert fingers.wait_progress(10.0 + WAIT_SECONDS / 2) == pytest.approx(0.5)
    assert fingers.select_finger(10.0 + WAIT_SECONDS, first).selected is not None


def test_a_finger_that_comes_late_lets_all_wait_anew():
    fingers = resting(2).touch_down(7, 0.1, 0.1, WAIT_SECONDS * 0.9)
    assert fingers.wait_progress(WAIT_SECONDS) < 0.2
    assert fingers.select_finger(WAIT_SECONDS, first).selected is None


def test_a_finger_lifted_while_all_wait_lets_them_wait_anew():
    fingers = resting(3).touch_up(1, WAIT_SECONDS * 0.9)
    assert fingers.select_finger(WAIT_SECONDS, first).selected is None
    assert fingers.select_finger(WAIT_SECONDS * 0.9 + LONG, last).selected.id == 2


def test_the_last_but_one_finger_lifted_ends_the_wait():
    assert resting(2).touch_up(0, 1.0).select_finger(1000.0, first).selected is None


def test_a_finger_that_only_moves_does_not_hold_up_the_others():
    fingers = resting(2).touch_move(1, 0.9, 0.8)
    assert fingers.select_finger(WAIT_SECONDS, last).selected.x == 0.9


def test_the_chosen_one_stays_when_all_are_lifted():
    fingers = resting(3).select_finger(LONG, last)
    assert not fingers.is_finished
    for finger in (2, 0, 1):
        fingers = fingers.touch_up(finger, LONG)
    assert fingers.is_finished
    assert fingers.selected.id == 2


def test_the_light_follows_the_chosen_finger():
    fingers = resting(3).select_finger(LONG, first).touch_move(0, 0.7, 0.7)
    assert (fingers.selected.x, fingers.selected.y) == (0.7, 0.7)


def test_after_the_choice_nobody_else_is_let_in_and_nobody_is_chosen_again():
    fingers = resting(2).select_finger(LONG, first).touch_down(9, 0.5, 0.5, LONG)
    assert ids(fingers) == [0, 1]
    assert fingers.select_finger(1000.0, last).selected.id == 0


def test_an_eleventh_finger_does_not_count_and_holds_nobody_up():
    fingers = resting(MAX_FINGERS)
    assert fingers.is_full
    more = fingers.touch_down(99, 0.5, 0.5, 1.0)
    assert more == fingers
    assert more.touch_up(99, 1.5) == fingers
    assert more.select_finger(WAIT_SECONDS, last).selected.id == MAX_FINGERS - 1


def test_fingers_of_which_nothing_is_known_any_more_are_let_go_and_the_choice_stays():
    assert resting(3).reset_touches() == FingerSelection()
    let_go = resting(3).select_finger(LONG, last).reset_touches()
    assert let_go.is_finished
    assert let_go.selected.id == 2


def test_numbers_are_given_from_one_and_given_again():
    fingers = resting(3)
    assert [finger.number for finger in fingers.touching] == [1, 2, 3]
    assert fingers.touch_up(1, 0.0).touch_down(8, 0, 0, 0.0).touching[-1].number == 2


def test_a_clock_that_went_back_does_not_choose():
    assert resting(2, now=50.0).wait_progress(10.0) == 0


def test_a_thousand_choices_fall_on_everybody_alike():
    pick = Random(7).randrange
    count, times = 5, 5000
    fell = Counter(resting(count).select_finger(LONG, pick).selected.id for _ in range(times))
    assert set(fell) == set(range(count))
    assert all(abs(often - times / count) < times / count * 0.1 for often in fell.values())


acts = st.lists(
    st.tuples(
        st.sampled_from(["came", "moved", "went", "tick"]),
        st.integers(0, 13),
        st.floats(0, WAIT_SECONDS * 1.5),
    ),
    max_size=60,
)


@given(acts, st.randoms(use_true_random=False))
def test_whatever_hands_do_only_a_finger_that_rests_is_chosen_and_never_two(acts, chance):
    fingers, now = FingerSelection(), 0.0
    touching: set[int] = set()
    for act, finger, later in acts:
        before, now = fingers, now + later
        match act:
            case "came":
                fingers = fingers.touch_down(finger, 0.5, 0.5, now)
                touching.add(finger)
            case "went":
                fingers = fingers.touch_up(finger, now)
                touching.discard(finger)
            case "moved":
                fingers = fingers.touch_move(finger, 0.1, 0.2)
            case _:
                fingers = fingers.select_finger(now, chance.randrange)
        assert len(fingers.touching) <= MAX_FINGERS
        assert set(ids(fingers)) <= touching
        assert len({one.number for one in fingers.touching}) == len(fingers.touching)
        if fingers.selected is not None:
            if before.selected is None:
                assert act == "tick"
                assert fingers.selected in fingers.touching
                assert len(fingers.touching) >= 2
            else:
                assert fingers.selected.id == before.selected.id
