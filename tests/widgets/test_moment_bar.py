"""Moments along a line: which one a finger means, and that it is told once."""

from __future__ import annotations

import pytest

from companion.widgets.progress import TimelineBar, moment_at
from companion.widgets.theme import Look, look, set_look
from tests.widgets.test_level_bar import Finger

pytestmark = pytest.mark.window


@pytest.mark.parametrize(
    ("share", "moment"), [(-1, 0), (0, 0), (0.04, 0), (0.26, 3), (0.5, 5), (0.96, 10), (2, 10)]
)
def test_a_finger_means_the_nearest_moment_and_none_beyond_the_ends(share: float, moment: int) -> None:
    assert moment_at(share, 10) == moment


def test_where_there_is_but_one_moment_every_finger_means_it() -> None:
    assert moment_at(0.7, 0) == 0


@pytest.mark.parametrize(("rtl", "told"), [(False, [1, 2, 4]), (True, [3, 2, 0])])
def test_each_moment_that_a_finger_comes_to_is_told_once_along_the_reading_direction(
    rtl: bool, told: list[int]
) -> None:
    usual, moved = look(), list[int]()
    set_look(Look(rtl=rtl))

    def go(moment: int) -> None:
        moved.append(moment)
        bar.show(moment, 4, (2,))

    try:
        bar = TimelineBar(go, size_hint=(None, None), size=(400, 48))
        bar.show(0 if not rtl else 4, 4, (2,))
        finger = Finger()
        finger.x, finger.y = 100.0, 24.0
        assert bar.on_touch_down(finger)
        for finger.x in (105.0, 200.0, 201.0, 399.0):
            assert bar.on_touch_move(finger)
        assert bar.on_touch_up(finger)
    finally:
        set_look(usual)
    assert moved == told


def test_a_finger_elsewhere_means_nothing() -> None:
    bar, finger = TimelineBar(lambda _: None), Finger()
    finger.x, finger.y = 5.0, 5_000.0
    assert not bar.on_touch_down(finger)
    assert not bar.on_touch_move(finger)
