"""Progress bars, sliders and the clock face."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.widgets.icons import Icon
from companion.widgets.progress import (
    CELL_COUNT,
    ClockFace,
    CompletionBar,
    LevelBar,
    TimelineBar,
    lit_cell_count,
    moment_at,
    percent_at,
)
from companion.widgets.shapes import center_of
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, look, set_look
from tests.widgets.off_screen import frames, picture

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def restore_look() -> Iterator[None]:
    before = look()
    yield
    set_look(before)


@pytest.mark.parametrize(("rtl", "left"), [(False, 100), (True, 250)])
def test_a_completion_bar_fills_in_reading_direction(rtl: bool, left: float) -> None:
    set_look(Look(rtl=rtl))
    bar = CompletionBar(0.25)
    bar.pos, bar.size = (100, 0), (200, 10)
    assert (bar._fill.pos[0], bar._fill.size[0]) == (left, 50)


def test_a_completion_bar_neither_decreases_nor_exceeds_its_end() -> None:
    bar = CompletionBar()
    bar.pos, bar.size = (0, 0), (200, 10)
    assert bar._fill.size[0] == 0
    for progress, width in ((0.01, 10), (0.5, 100), (0.2, 100), (7.0, 200)):
        bar.show(progress)
        assert bar._fill.size[0] == width


@pytest.mark.parametrize(
    ("share", "percent"),
    [(-0.2, 0), (0.0, 0), (0.02, 0), (0.03, 5), (0.3, 30), (0.5, 50), (0.99, 100), (1.7, 100)],
)
def test_a_level_is_rounded_to_the_nearest_step_and_limited(share: float, percent: int) -> None:
    assert percent_at(share) == percent


def test_a_level_with_a_minimum_cannot_be_silenced() -> None:
    assert percent_at(0.0, min_percent=10) == 10


@pytest.mark.parametrize(
    ("percent", "lit"), [(0, 0), (1, 1), (5, 1), (20, 2), (30, 4), (50, 6), (99, 12), (100, 12)]
)
def test_the_number_of_lit_cells_follows_the_level(percent: int, lit: int) -> None:
    assert lit_cell_count(percent) == lit


def test_a_higher_level_never_lights_fewer_cells() -> None:
    lit = [lit_cell_count(percent) for percent in range(101)]
    assert lit == sorted(lit)
    assert set(lit) == set(range(CELL_COUNT + 1))


class FakeTouch:
    """A touch with what the bars ask of it."""

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
def test_dragging_reports_each_new_level_once_and_the_final_one_on_release(
    rtl: bool, moved: list[int]
) -> None:
    usual = look()
    set_look(Look(rtl=rtl))
    try:
        levels: list[int] = []
        final_levels: list[int] = []
        bar = LevelBar(40, levels.append, final_levels.append, size_hint_x=None, width=100)
        touch = FakeTouch()
        touch.x, touch.y = 25, bar.height / 2
        assert bar.on_touch_down(touch)
        for x in (26, 50, 50, 75, 76):
            touch.x = x
            bar.on_touch_move(touch)
        assert (levels, final_levels) == (moved, [])
        bar.on_touch_up(touch)
        assert final_levels == [moved[-1]]
    finally:
        set_look(usual)


def test_a_level_bar_ignores_touches_elsewhere() -> None:
    levels: list[int] = []
    bar = LevelBar(40, levels.append, levels.append, size_hint_x=None, width=100)
    touch = FakeTouch()
    touch.x, touch.y = 150, 10
    assert not bar.on_touch_down(touch)
    assert not bar.on_touch_move(touch)
    assert not bar.on_touch_up(touch)
    assert (bar.percent, levels) == (40, [])


@pytest.mark.parametrize(
    ("share", "moment"), [(-1, 0), (0, 0), (0.04, 0), (0.26, 3), (0.5, 5), (0.96, 10), (2, 10)]
)
def test_a_position_selects_the_nearest_moment(share: float, moment: int) -> None:
    assert moment_at(share, 10) == moment


def test_a_single_moment_is_selected_everywhere() -> None:
    assert moment_at(0.7, 0) == 0


@pytest.mark.parametrize(("rtl", "levels"), [(False, [1, 2, 4]), (True, [3, 2, 0])])
def test_dragging_reports_each_moment_once_in_reading_direction(rtl: bool, levels: list[int]) -> None:
    usual, moved = look(), list[int]()
    set_look(Look(rtl=rtl))

    def go(moment: int) -> None:
        moved.append(moment)
        bar.show(moment, 4, (2,))

    try:
        bar = TimelineBar(go, size_hint=(None, None), size=(400, 48))
        bar.show(0 if not rtl else 4, 4, (2,))
        touch = FakeTouch()
        touch.x, touch.y = 100.0, 24.0
        assert bar.on_touch_down(touch)
        for touch.x in (105.0, 200.0, 201.0, 399.0):
            assert bar.on_touch_move(touch)
        assert bar.on_touch_up(touch)
    finally:
        set_look(usual)
    assert moved == levels


def test_a_timeline_ignores_touches_elsewhere() -> None:
    bar, touch = TimelineBar(lambda _: None), FakeTouch()
    touch.x, touch.y = 5.0, 5_000.0
    assert not bar.on_touch_down(touch)
    assert not bar.on_touch_move(touch)


HOURS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
NOTHING = (None,) * len(HOURS)


@pytest.fixture
def show_clock():
    """Return a function that shows a clock face, which records its taps."""
    EventLoop.ensure_window()
    EventLoop.start()
    register_fonts()
    before = look()
    faces = []

    def show(*, rtl=False):
        set_look(Look(less_motion=True, rtl=rtl))
        Window.size = (390, 600)
        face = ClockFace(
            HOURS, on_hub=lambda: face.tapped.append("hub"), on_hour=lambda hour: face.tapped.append(hour)
        )
        face.tapped = []
        faces.append(face)
        Window.add_widget(face)
        frames()
        return face

    yield show
    for face in faces:
        Window.remove_widget(face)
    set_look(before)


def tap(place):
    touch = UnitTestTouch(*place)
    touch.touch_down()
    frames()
    touch.touch_up()
    frames()


def icons_at(**at):
    return [at.get(hour) for hour in HOURS]


def test_hours_run_clockwise_from_the_top(show_clock):
    face = show_clock()
    x, y = center_of(face)
    places = [center_of(slot) for slot in face._slots]
    assert places[0][0] == pytest.approx(x, abs=1)
    assert places[0][1] > y
    assert places[1][0] > x
    assert places[-1][0] < x
    reach = [hypot(px - x, py - y) for px, py in places]
    assert max(reach) == pytest.approx(min(reach), abs=2)


def test_the_clock_is_not_mirrored(show_clock):
    right, left = show_clock(), show_clock(rtl=True)
    for one, other in zip(right._slots, left._slots, strict=True):
        assert center_of(one) == pytest.approx(center_of(other), abs=1)


def test_every_current_hour_looks_different(show_clock):
    face = show_clock()
    pictures = []
    for now in range(1, len(HOURS) + 1):
        face.show(now, NOTHING, HOURS[now - 1], "of X")
        frames()
        pictures.append(picture())
    assert len(set(pictures)) == len(HOURS)


def test_the_icon_of_an_hour_appears_and_disappears(show_clock):
    face = show_clock()
    face.show(2, NOTHING, "II", "of X")
    frames()
    empty = picture()
    face.show(2, icons_at(I=Icon.DOOR), "II", "of X")
    frames()
    assert picture() != empty
    face.show(2, NOTHING, "II", "of X")
    frames()
    assert picture() == empty


def test_only_the_hub_and_hours_with_an_icon_can_be_tapped(show_clock):
    face = show_clock()
    face.show(3, icons_at(I=Icon.DOOR, II=Icon.GATE), "III", "of X")
    frames()
    tap(center_of(face))
    tap(center_of(face._slots[1]))
    tap(center_of(face._slots[5]))
    assert face.tapped == ["hub", 2]


def test_a_touch_that_leaves_its_hour_is_no_tap(show_clock):
    face = show_clock()
    face.show(2, icons_at(I=Icon.DOOR), "II", "of X")
    frames()
    touch = UnitTestTouch(*center_of(face._slots[0]))
    touch.touch_down()
    touch.touch_move(*center_of(face))
    touch.touch_up()
    assert face.tapped == []


def test_the_clock_is_laid_out_only_if_the_hour_changes(show_clock, monkeypatch):
    face = show_clock()
    face.show(1, NOTHING, "I", "of X")
    frames()
    placed: list[Any] = []
    monkeypatch.setattr(face, "_draw_lines", placed.append)
    face.show(1, icons_at(I=Icon.DOOR), "I", "of X")
    frames()
    assert placed == []
    face.show(2, icons_at(I=Icon.DOOR), "II", "of X")
    frames()
    assert len(placed) == 1
