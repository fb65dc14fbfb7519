"""The clock face: hours run clockwise, a hand is at the one that is on, hub and marks can be tapped."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.widgets.icons import Icon
from companion.widgets.progress import ClockFace
from companion.widgets.shapes import center_of
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, look, set_look
from tests.widgets.off_screen import frames, picture

pytestmark = pytest.mark.window

HOURS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
NOTHING = (None,) * len(HOURS)


@pytest.fixture
def shown():
    """Puts a face on the screen and keeps what was tapped on it."""
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


def marks(**at):
    return [at.get(hour) for hour in HOURS]


def test_the_first_hour_is_at_the_top_and_they_run_clockwise(shown):
    face = shown()
    x, y = center_of(face)
    places = [center_of(slot) for slot in face._slots]
    assert places[0][0] == pytest.approx(x, abs=1)
    assert places[0][1] > y
    assert places[1][0] > x
    assert places[-1][0] < x
    reach = [hypot(px - x, py - y) for px, py in places]
    assert max(reach) == pytest.approx(min(reach), abs=2)


def test_it_is_a_real_clock_in_every_language(shown):
    right, left = shown(), shown(rtl=True)
    for one, other in zip(right._slots, left._slots, strict=True):
        assert center_of(one) == pytest.approx(center_of(other), abs=1)


def test_every_hour_that_is_on_looks_unlike_any_other(shown):
    face = shown()
    pictures = []
    for now in range(1, len(HOURS) + 1):
        face.show(now, NOTHING, HOURS[now - 1], "of X")
        frames()
        pictures.append(picture())
    assert len(set(pictures)) == len(HOURS)


def test_what_lies_at_an_hour_is_seen_and_taken_away_again(shown):
    face = shown()
    face.show(2, NOTHING, "II", "of X")
    frames()
    empty = picture()
    face.show(2, marks(I=Icon.DOOR), "II", "of X")
    frames()
    assert picture() != empty
    face.show(2, NOTHING, "II", "of X")
    frames()
    assert picture() == empty


def test_the_hub_and_hours_with_a_mark_can_be_tapped_and_nothing_else(shown):
    face = shown()
    face.show(3, marks(I=Icon.DOOR, II=Icon.GATE), "III", "of X")
    frames()
    tap(center_of(face))
    tap(center_of(face._slots[1]))
    tap(center_of(face._slots[5]))
    assert face.tapped == ["hub", 2]


def test_a_finger_that_leaves_its_hour_taps_nothing(shown):
    face = shown()
    face.show(2, marks(I=Icon.DOOR), "II", "of X")
    frames()
    touch = UnitTestTouch(*center_of(face._slots[0]))
    touch.touch_down()
    touch.touch_move(*center_of(face))
    touch.touch_up()
    assert face.tapped == []


def test_it_is_drawn_once_for_all_that_a_move_changes(shown, monkeypatch):
    face = shown()
    face.show(1, NOTHING, "I", "of X")
    frames()
    placed: list[Any] = []
    monkeypatch.setattr(face, "_draw_lines", placed.append)
    face.show(1, marks(I=Icon.DOOR), "I", "of X")
    frames()
    assert placed == []
    face.show(2, marks(I=Icon.DOOR), "II", "of X")
    frames()
    assert len(placed) == 1
