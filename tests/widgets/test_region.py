"""Rectangles of pixels: which of them are painted together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.widgets.region import (
    EVERYWHERE,
    NOWHERE,
    Rect,
    area,
    around,
    gathered,
    is_empty,
    whole_pixels,
    within,
)

SIDES = st.integers(min_value=0, max_value=60)
RECTS = st.tuples(SIDES, SIDES, SIDES, SIDES).map(
    lambda sides: (float(sides[0]), float(sides[1]), sides[0] + sides[2] + 1.0, sides[1] + sides[3] + 1.0)
)


def pixels(rect: Rect) -> set[tuple[int, int]]:
    left, low, right, top = map(int, rect)
    return {(x, y) for x in range(left, right) for y in range(low, top)}


@given(st.lists(RECTS, max_size=8), st.integers(min_value=0, max_value=2000))
def test_what_is_gathered_holds_every_pixel_and_paints_none_twice_for_nothing(
    rects: list[Rect], a_pass: int
) -> None:
    passes = gathered(rects, a_pass)
    wanted = set().union(*map(pixels, rects))
    assert wanted <= set().union(*map(pixels, passes))
    assert sum(map(area, passes)) <= sum(map(area, rects)) + a_pass * len(rects)
    for place, one in enumerate(passes):
        for other in passes[:place]:
            assert area(around(one, other)) >= area(one) + area(other) + a_pass


def test_far_corners_are_painted_each_by_itself_and_neighbours_together() -> None:
    corners: list[Rect] = [(0, 0, 10, 10), (380, 830, 390, 840), (12, 0, 20, 10)]
    assert sorted(gathered(corners, a_pass=100)) == [(0, 0, 20, 10), (380, 830, 390, 840)]


def test_nothing_is_part_of_nothing_and_all_of_everything() -> None:
    rect: Rect = (1, 2, 3, 4)
    assert is_empty(NOWHERE)
    assert area(NOWHERE) == 0
    assert around(rect, NOWHERE) == rect
    assert within(rect, EVERYWHERE) == rect
    assert is_empty(within(rect, (3, 2, 5, 4)))
    assert gathered([NOWHERE], a_pass=10) == []


def test_a_pixel_that_is_touched_is_painted_but_none_outside_of_the_window() -> None:
    window: Rect = (0, 0, 100, 50)
    assert whole_pixels((1.2, 2.5, 3.1, 4.0), window) == (1, 2, 4, 4)
    assert whole_pixels((-5.5, 40, 200, 60), window) == (0, 40, 100, 50)
    assert is_empty(whole_pixels((-5, -5, 0, 0), window))
