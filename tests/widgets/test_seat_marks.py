"""Positions of seats and drop targets, and avatars."""

from __future__ import annotations

from math import hypot

import pytest

from companion.core.players import move_player
from companion.statistics.person import PERSON_COLOURS, PERSON_ICONS
from companion.widgets.icons import Icon
from companion.widgets.palette import DARK, LIGHT, TEXT_PAIRS, contrast_ratio
from companion.widgets.seat_marks import Avatar, DropTarget, find_drop_target, nearest_seat, seat_positions

pytestmark = pytest.mark.window


def test_every_icon_of_a_person_exists() -> None:
    assert {mark.upper() for mark in PERSON_ICONS} <= {icon.name for icon in Icon}


def test_every_colour_of_a_person_is_distinct_and_readable() -> None:
    discs = [Avatar(colour=colour) for colour in PERSON_COLOURS]
    assert all((disc.tone, disc.background) in TEXT_PAIRS for disc in discs)
    assert len({disc.background for disc in (*discs, Avatar())}) == len(PERSON_COLOURS) + 1


def test_every_avatar_stands_out_by_its_background_or_border() -> None:
    for palette in (DARK, LIGHT):
        for disc in (Avatar(colour=colour) for colour in PERSON_COLOURS):
            colours = (getattr(palette, part) for part in (disc.background, disc.border))
            assert max(contrast_ratio(part, palette.plank) for part in colours) >= 3


def test_an_unknown_colour_is_the_default() -> None:
    assert Avatar(colour="mauve").background == Avatar().background


@pytest.mark.parametrize("count", range(1, 13))
def test_the_first_seat_is_at_the_bottom_and_all_are_on_the_oval(count):
    places = seat_positions(count, 133, 192)
    assert len(places) == count
    assert places[0] == pytest.approx((0, -192))
    for x, y in places:
        assert (x / 133) ** 2 + (y / 192) ** 2 == pytest.approx(1)


def test_seats_follow_clockwise():
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


def test_the_nearest_seat_is_found():
    places = seat_positions(6, 100, 150)
    for seat, (x, y) in enumerate(places):
        assert nearest_seat(x * 1.2, y * 1.2, places) == seat


@pytest.mark.parametrize("count", range(2, 11))
def test_a_drop_near_a_seat_is_onto_it(count):
    places = seat_positions(count, 133, 150)
    for seat, (x, y) in enumerate(places):
        assert find_drop_target(0, x + 5, y - 5, places) == DropTarget(seat, is_onto=True)


@pytest.mark.parametrize("count", range(3, 11))
def test_a_drop_between_two_seats_is_between_them(count):
    places = seat_positions(count, 133, 150)
    for dragged in range(count):
        for first in range(count):
            after = (first + 1) % count
            (x0, y0), (x1, y1) = places[first], places[after]
            goal = find_drop_target(dragged, (x0 + x1) / 2, (y0 + y1) / 2, places)
            assert not goal.is_onto
            order = list(move_player([str(seat) + "." for seat in range(count)], dragged, goal.seat_place))
            if dragged in (first, after):
                assert goal.seat_place == dragged
            else:
                at = order.index(f"{dragged}.")
                assert (order[at - 1], order[(at + 1) % count]) == (f"{first}.", f"{after}.")
