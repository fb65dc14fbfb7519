"""Where gridlines, labels and points of a chart go."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.widgets.charts import spread_equal_points, ticks, visible_labels


@pytest.mark.parametrize(
    ("highest", "lines"),
    [
        (0, (0, 5, 10)),
        (7, (0, 5, 10)),
        (38, (0, 20, 40)),
        (40, (0, 20, 40)),
        (41, (0, 20, 40, 60)),
        (75, (0, 25, 50, 75)),
        (100, (0, 50, 100)),
        (103, (0, 50, 100, 150)),
        (500, (0, 200, 400, 600)),
        (612, (0, 250, 500, 750)),
    ],
)
def test_gridlines_stand_at_round_numbers(highest, lines):
    assert ticks(highest) == lines


@given(st.integers(0, 5000), st.integers(1, 8))
def test_gridlines_are_even_few_and_reach_the_highest_value(highest, most):
    lines = ticks(highest, most)
    assert lines[0] == 0
    assert lines[-1] >= highest
    assert lines[-2] < max(highest, 10)
    assert len({after - before for before, after in pairwise(lines)}) == 1
    assert len(lines) <= most + 1


@pytest.mark.parametrize(
    ("count", "most", "shown"),
    [
        (0, 5, ()),
        (1, 5, (1,)),
        (4, 4, (1, 2, 3, 4)),
        (9, 5, (2, 4, 6, 9)),
        (20, 8, (5, 10, 15, 20)),
        (23, 8, (5, 10, 15, 23)),
        (4, 0, (4,)),
    ],
)
def test_labels_are_thinned_to_round_numbers_and_the_last(count, most, shown):
    assert visible_labels(count, most) == shown


@given(st.integers(1, 200), st.integers(1, 30))
def test_the_last_label_is_always_shown_and_there_is_room_for_all(count, most):
    shown = visible_labels(count, most)
    assert shown[-1] == count
    assert len(shown) <= most
    steps = [after - before for before, after in pairwise((0, *shown))]
    assert all(step * most >= count for step in steps)


def test_points_with_values_of_their_own_stay_in_place():
    assert spread_equal_points((3, 1, 2)) == (0, 0, 0)


def test_equal_points_move_apart_evenly():
    assert spread_equal_points((5, 9, 5)) == pytest.approx((-0.35, 0, 0.35))
    assert spread_equal_points((5, 5, 5, 5)) == pytest.approx((-0.5, -1 / 6, 1 / 6, 0.5))


@given(st.lists(st.integers(0, 3), max_size=4))
def test_no_two_points_share_a_place_and_none_goes_far(values):
    moved = spread_equal_points(values)
    assert len(set(zip(values, moved, strict=True))) == len(values)
    assert all(abs(way) <= 0.5 for way in moved)
