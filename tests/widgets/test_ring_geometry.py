from __future__ import annotations

from math import hypot

import pytest

from companion.core.players import move_player
from companion.widgets.seat_marks import DropTarget, find_drop_target, nearest_seat, seat_positions


@pytest.mark.parametrize("count", range(1, 13))
def test_the_first_seat_is_nearest_the_reader_and_all_lie_on_the_oval(count):
    places = seat_positions(count, 133, 192)
    assert len(places) == count
    assert places[0] == pytest.approx((0, -192))
    for x, y in places:
        assert (x / 133) ** 2 + (y / 192) ** 2 == pytest.approx(1)


def test_seats_follow_clockwise_as_seen_from_above():
    bottom, left, top, right = seat_positions(4, 100, 100)
    assert left[0] < -90
    assert top[1] > 90
    assert right[0] > 90
    assert bottom[1] < -90


@pytest.mark.parametrize("count", range(5, 13))
def test_neighbours_are_equally_far_apart(count):
    places = seat_positions(count, 133, 220)
    gaps = [
        hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(places, places[1:] + places[:1], strict=True)
    ]
    assert max(gaps) < 1.25 * min(gaps)


def test_an_empty_table_has_no_seats():
    assert seat_positions(0, 10, 10) == ()


def test_a_dropped_seat_lands_on_the_nearest_place():
    places = seat_positions(6, 100, 150)
    for seat, (x, y) in enumerate(places):
        assert nearest_seat(x * 1.2, y * 1.2, places) == seat


@pytest.mark.parametrize("count", range(2, 11))
def test_a_seat_that_is_dropped_onto_another_lies_on_it(count):
    places = seat_positions(count, 133, 150)
    for seat, (x, y) in enumerate(places):
        assert find_drop_target(0, x + 5, y - 5, places) == DropTarget(seat, is_onto=True)


@pytest.mark.parametrize("count", range(3, 11))
def test_a_seat_that_is_dropped_between_two_sits_between_them(count):
    places = seat_positions(count, 133, 150)
    for held in range(count):
        for first in range(count):
            after = (first + 1) % count
            (x0, y0), (x1, y1) = places[first], places[after]
            goal = find_drop_target(held, (x0 + x1) / 2, (y0 + y1) / 2, places)
            assert not goal.is_onto
            order = list(move_player([str(seat) + "." for seat in range(count)], held, goal.seat_place))
            if held in (first, after):
                assert goal.seat_place == held
            else:
                at = order.index(f"{held}.")
                assert (order[at - 1], order[(at + 1) % count]) == (f"{first}.", f"{after}.")
