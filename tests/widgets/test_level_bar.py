"""A level as cells: what a finger means, what is lit, and who is told."""

from __future__ import annotations

import pytest

from companion.widgets.progress import CELL_COUNT, LevelBar, lit_cell_count, percent_at
from companion.widgets.theme import Look, look, set_look

pytestmark = pytest.mark.window


@pytest.mark.parametrize(
    ("share", "percent"),
    [(-0.2, 0), (0.0, 0), (0.02, 0), (0.03, 5), (0.3, 30), (0.5, 50), (0.99, 100), (1.7, 100)],
)
def test_a_finger_means_the_nearest_step_and_never_more_than_all(share: float, percent: int) -> None:
    assert percent_at(share) == percent


def test_what_must_be_heard_cannot_be_silenced() -> None:
    assert percent_at(0.0, min_percent=10) == 10


@pytest.mark.parametrize(
    ("percent", "lit"), [(0, 0), (1, 1), (5, 1), (20, 2), (30, 4), (50, 6), (99, 12), (100, 12)]
)
def test_as_many_cells_are_lit_as_the_level_fills(percent: int, lit: int) -> None:
    assert lit_cell_count(percent) == lit


def test_every_level_lights_at_least_as_many_cells_as_a_lower_one() -> None:
    lit = [lit_cell_count(percent) for percent in range(101)]
    assert lit == sorted(lit)
    assert set(lit) == set(range(CELL_COUNT + 1))


class Finger:
    """A touch on the bar, as far as the bar asks."""

    def __init__(self) -> None:
        self.x = self.y = 0.0
        self.grab_current: object = None

    @property
    def pos(self) -> tuple[float, float]:
        return (self.x, self.y)

    def grab(self, widget: object) -> None:
        self.grab_current = widget

    def ungrab(self, _: object) -> None:
        self.grab_current = None


@pytest.mark.parametrize(("rtl", "moved"), [(False, [25, 50, 75]), (True, [75, 50, 25])])
def test_a_finger_that_is_drawn_along_tells_each_new_level_once_and_the_last_when_it_is_lifted(
    rtl: bool, moved: list[int]
) -> None:
    usual = look()
    set_look(Look(rtl=rtl))
    try:
        told: list[int] = []
        rested: list[int] = []
        bar = LevelBar(40, told.append, rested.append, size_hint_x=None, width=100)
        finger = Finger()
        finger.x, finger.y = 25, bar.height / 2
        assert bar.on_touch_down(finger)
        for x in (26, 50, 50, 75, 76):
            finger.x = x
            bar.on_touch_move(finger)
        assert (told, rested) == (moved, [])
        bar.on_touch_up(finger)
        assert rested == [moved[-1]]
    finally:
        set_look(usual)


def test_a_finger_elsewhere_is_none_of_its_business() -> None:
    told: list[int] = []
    bar = LevelBar(40, told.append, told.append, size_hint_x=None, width=100)
    finger = Finger()
    finger.x, finger.y = 150, 10
    assert not bar.on_touch_down(finger)
    assert not bar.on_touch_move(finger)
    assert not bar.on_touch_up(finger)
    assert (bar.percent, told) == (40, [])
