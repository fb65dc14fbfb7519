"""Who begins, by fingers: whoever comes, goes and lingers, one that rests is chosen, and only one."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.entry.fingers import MOST, WAIT_SECONDS, Fingers

LONG = WAIT_SECONDS + 0.01


def first(_count):
    return 0


def last(count):
    return count - 1


def resting(count, now=0.0):
    return reduce(lambda fingers, one: fingers.came(one, one / 100, 0.5, now), range(count), Fingers())


def ids(fingers):
    return [finger.id for finger in fingers.down]


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_fingers_wait_for_ever(count):
    fingers = resting(count)
    assert fingers.waited(1000.0) == 0
    assert fingers.choose(1000.0, first).chosen is None


@pytest.mark.parametrize("count", range(2, MOST + 1))
def test_any_of_two_to_ten_that_rest_may_be_chosen(count):
    fingers = resting(count)
    chosen = {fingers.choose(LONG, lambda _, at=at: at).chosen.id for at in range(count)}
    assert chosen == set(range(count))


def test_nobody_is_chosen_before_the_wait_is_over():
    fingers = resting(3, now=10.0)
    assert fingers.choose(10.0 + WAIT_SECONDS * 0.99, first) == fingers
    assert fingers.waited(10.0 + WAIT_SECONDS / 2) == pytest.approx(0.5)
    assert fingers.choose(10.0 + WAIT_SECONDS, first).chosen is not None


def test_a_finger_that_comes_late_lets_all_wait_anew():
    fingers = resting(2).came(7, 0.1, 0.1, WAIT_SECONDS * 0.9)
    assert fingers.waited(WAIT_SECONDS) < 0.2
    assert fingers.choose(WAIT_SECONDS, first).chosen is None


def test_a_finger_lifted_while_all_wait_lets_them_wait_anew():
    fingers = resting(3).went(1, WAIT_SECONDS * 0.9)
    assert fingers.choose(WAIT_SECONDS, first).chosen is None
    assert fingers.choose(WAIT_SECONDS * 0.9 + LONG, last).chosen.id == 2


def test_the_last_but_one_finger_lifted_ends_the_wait():
    assert resting(2).went(0, 1.0).choose(1000.0, first).chosen is None


def test_a_finger_that_only_moves_does_not_hold_up_the_others():
    fingers = resting(2).moved(1, 0.9, 0.8)
    assert fingers.choose(WAIT_SECONDS, last).chosen.x == 0.9


def test_the_chosen_one_stays_when_all_are_lifted():
    fingers = resting(3).choose(LONG, last)
    assert not fingers.told
    for finger in (2, 0, 1):
        fingers = fingers.went(finger, LONG)
    assert fingers.told
    assert fingers.chosen.id == 2


def test_the_light_follows_the_chosen_finger():
    fingers = resting(3).choose(LONG, first).moved(0, 0.7, 0.7)
    assert (fingers.chosen.x, fingers.chosen.y) == (0.7, 0.7)


def test_after_the_choice_nobody_else_is_let_in_and_nobody_is_chosen_again():
    fingers = resting(2).choose(LONG, first).came(9, 0.5, 0.5, LONG)
    assert ids(fingers) == [0, 1]
    assert fingers.choose(1000.0, last).chosen.id == 0


def test_an_eleventh_finger_does_not_count_and_holds_nobody_up():
    fingers = resting(MOST)
    assert fingers.full
    more = fingers.came(99, 0.5, 0.5, 1.0)
    assert more == fingers
    assert more.went(99, 1.5) == fingers
    assert more.choose(WAIT_SECONDS, last).chosen.id == MOST - 1


def test_fingers_of_which_nothing_is_known_any_more_are_let_go_and_the_choice_stays():
    assert resting(3).let_go() == Fingers()
    let_go = resting(3).choose(LONG, last).let_go()
    assert let_go.told
    assert let_go.chosen.id == 2


def test_numbers_are_given_from_one_and_given_again():
    fingers = resting(3)
    assert [finger.number for finger in fingers.down] == [1, 2, 3]
    assert fingers.went(1, 0.0).came(8, 0, 0, 0.0).down[-1].number == 2


def test_a_clock_that_went_back_does_not_choose():
    assert resting(2, now=50.0).waited(10.0) == 0


def test_a_thousand_choices_fall_on_everybody_alike():
    pick = Random(7).randrange
    count, times = 5, 5000
    fell = Counter(resting(count).choose(LONG, pick).chosen.id for _ in range(times))
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
    fingers, now = Fingers(), 0.0
    touching: set[int] = set()
    for act, finger, later in acts:
        before, now = fingers, now + later
        match act:
            case "came":
                fingers = fingers.came(finger, 0.5, 0.5, now)
                touching.add(finger)
            case "went":
                fingers = fingers.went(finger, now)
                touching.discard(finger)
            case "moved":
                fingers = fingers.moved(finger, 0.1, 0.2)
            case _:
                fingers = fingers.choose(now, chance.randrange)
        assert len(fingers.down) <= MOST
        assert set(ids(fingers)) <= touching
        assert len({one.number for one in fingers.down}) == len(fingers.down)
        if fingers.chosen is not None:
            if before.chosen is None:
                assert act == "tick"
                assert fingers.chosen in fingers.down
                assert len(fingers.down) >= 2
            else:
                assert fingers.chosen.id == before.chosen.id
