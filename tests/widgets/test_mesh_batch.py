"""Curves, arcs and dashes."""

from itertools import pairwise
from math import hypot, isclose

import pytest

from companion.widgets.mesh_batch import arc, curve, dashes

pytestmark = pytest.mark.window


def length(points):
    return sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(points))


def test_a_curve_connects_its_ends_and_bends_to_the_left():
    line = curve((0, 0), (100, 0), 0.2)
    assert [line[0], line[-1]] == [(0, 0), (100, 0)]
    assert isclose(max(y for _, y in line), 10)


def test_dashes_start_and_end_where_the_line_does():
    line = [(0.0, 0.0), (60.0, 0.0), (60.0, 40.0)]
    parts = list(dashes(line, 11, 8))
    (first, *_), (*_, last) = parts[0], parts[-1]
    assert isclose(sum(first), 0)
    assert isclose(sum(last), 100)
    assert len(parts) == 6
    assert all(isclose(length(part), length(parts[0]), rel_tol=1e-6) for part in parts)
    assert sum(map(length, parts)) < length(line)


def test_a_line_shorter_than_a_dash_is_one_dash():
    (only,) = dashes([(0, 0), (5, 0)], 11, 8)
    assert isclose(length(only), 5)


def test_an_arc_stays_on_its_circle():
    assert all(isclose(hypot(x - 3, y - 4), 10) for x, y in arc((3, 4), 10, 0.1, 0.4))
