"""Scenes: seats, overlaps and bounds."""

import pytest

from companion.scripts.teaching import (
    HEIGHT,
    WIDTH,
    SceneItem,
    Shape,
    assign_step,
    disc,
    plate,
    row_centers,
    seat_positions,
)
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps


def test_the_first_seat_is_at_the_bottom_and_the_others_follow_clockwise() -> None:
    first, second, third, fourth = seat_positions(4)
    assert first[0] == pytest.approx(WIDTH / 2)
    assert first[1] > HEIGHT / 2
    assert second[0] < WIDTH / 2
    assert third[1] < HEIGHT / 2
    assert fourth[0] > WIDTH / 2


@pytest.mark.parametrize("seats", range(2, 11))
def test_plates_do_not_overlap_and_are_within_the_picture(seats: int) -> None:
    scene = tuple(plate(str(seat), *spot) for seat, spot in enumerate(seat_positions(seats)))
    assert not list(find_overlaps(scene))
    assert not list(find_out_of_bounds(scene))


def test_a_row_is_centred() -> None:
    assert row_centers(3, 100, 20) == (80, 100, 120)
    assert row_centers(1, 100, 20) == (100,)


def test_only_overlays_may_overlap() -> None:
    board = SceneItem(Shape.BOARD, 100, 100, 80, 80)
    on_it = SceneItem(Shape.DISC, 100, 100, 20, 20, is_overlay=True)
    beside = disc(150, 100, 30, "CHECK", "ink")
    assert not list(find_overlaps((board, on_it)))
    assert list(find_overlaps((board, beside))) == [(board, beside)]


def test_a_quarter_turn_swaps_width_and_height() -> None:
    card = SceneItem(Shape.CARD, 100, 100, 20, 40, rotation=90)
    assert (card.left, card.right, card.top, card.bottom) == (80, 120, 90, 110)


def test_assign_step_marks_all_items() -> None:
    (thing,) = assign_step("deal", (disc(1, 2, 3, "CHECK", "ink"),))
    assert thing.step == "deal"
