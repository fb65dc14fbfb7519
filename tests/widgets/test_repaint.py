"""Only what changed is painted again, and the window always looks as if all of it had been."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Line, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.region import Rect, area
from companion.widgets.repaint import Repaint
from companion.widgets.scroller import Scroller
from companion.widgets.shapes import Box
from companion.widgets.text import Text
from companion.widgets.typeset import register_fonts

pytestmark = pytest.mark.window

EventLoop.ensure_window()
register_fonts()

RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


class Plate(Widget):
    """A rectangle of one colour."""

    def __init__(self, pos: tuple[float, float], size: tuple[float, float], colour: Any = RED) -> None:
        super().__init__(size_hint=(None, None), pos=pos, size=size)
        with self.canvas:
            self.tint = Color(rgba=colour)
            self.shape = Rectangle(pos=pos, size=size)


class Screen:
    """A window with a painter and a floor to put things on."""

    def __init__(self) -> None:
        self.floor = FloatLayout(size=Window.size)
        Window.add_widget(self.floor)
        self.painter = Repaint(Window)

    def put(self, widget: Any) -> Any:
        self.floor.add_widget(widget)
        self.rest()
        return widget

    def rest(self) -> None:
        """Frames until the painter knows what the window shows."""
        for _ in range(3):
            Window.canvas.ask_update()
            self.frame()

    def frame(self) -> list[Rect]:
        EventLoop.idle()
        return self.painter.painted

    def looks_right(self) -> bool:
        """Whether every pixel is what it would be if all had been painted anew."""
        shown = pixels()
        Window.clear()
        Window.render_context.draw()
        return shown == pixels()

    def close(self) -> None:
        self.painter.stop()
        Window.remove_widget(self.floor)


def pixels() -> bytes:
    return bytes(glReadPixels(0, 0, *Window.system_size, GL_RGB, GL_UNSIGNED_BYTE))


@pytest.fixture
def screen() -> Iterator[Screen]:
    for child in list(Window.children):
        Window.remove_widget(child)
    opened = Screen()
    yield opened
    opened.close()


def changed_colour(plate: Plate) -> None:
    plate.tint.rgba = BLUE


def moved(plate: Plate) -> None:
    plate.shape.pos = (60, 80)


def shrunk(plate: Plate) -> None:
    plate.shape.size = (10, 10)


def faded(plate: Plate) -> None:
    plate.opacity = 0.5


def taken_away(plate: Plate) -> None:
    plate.parent.remove_widget(plate)


def drawn_upon(plate: Plate) -> None:
    plate.canvas.add(Color(rgba=BLUE))
    plate.canvas.add(Rectangle(pos=(50, 60), size=(5, 5)))


def wiped(plate: Plate) -> None:
    plate.canvas.clear()


CHANGES = (changed_colour, moved, shrunk, faded, taken_away, drawn_upon, wiped)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_painted_where_the_thing_was_and_is_and_nowhere_else(
    screen: Screen, change: Callable[[Plate], None]
) -> None:
    screen.put(Plate((200, 600), (100, 100), BLUE))
    plate = screen.put(Plate((40, 60), (100, 50)))
    change(plate)
    (painted,) = screen.frame()
    assert painted[0] >= 38
    assert painted[1] >= 58
    assert painted[2] <= 163
    assert painted[3] <= 133
    assert screen.looks_right()


def test_what_comes_is_painted_where_it_stands(screen: Screen) -> None:
    screen.put(Plate((200, 600), (100, 100), BLUE))
    screen.floor.add_widget(Plate((40, 60), (100, 50)))
    (painted,) = screen.frame()
    assert area(painted) < 120 * 70
    assert screen.looks_right()


def test_changes_far_apart_are_painted_each_by_itself(screen: Screen) -> None:
    low, high = (
        screen.put(Plate((0, 0), (50, 50))),
        screen.put(Plate((Window.width - 50, Window.height - 50), (50, 50))),
    )
    low.tint.rgba = high.tint.rgba = BLUE
    assert len(screen.frame()) == 2
    assert screen.looks_right()


def test_a_frame_that_changes_nothing_paints_nothing_but_still_shows_all(screen: Screen) -> None:
    screen.put(Plate((40, 60), (100, 50)))
    Window.canvas.ask_update()
    assert screen.frame() == []
    assert not Window.canvas.needs_redraw
    assert screen.looks_right()


def test_a_colour_reaches_what_is_drawn_after_it_in_the_canvas_of_its_widget(screen: Screen) -> None:
    """As in Kivy's text field, whose ground and letters are drawn in different groups."""
    widget = Widget()
    with widget.canvas.before:
        tint = Color(rgba=RED)
    with widget.canvas:
        Rectangle(pos=(40, 60), size=(100, 50))
    screen.put(widget)
    tint.rgba = BLUE
    assert screen.frame() == [(39, 59, 141, 111)]
    assert screen.looks_right()


def test_things_in_a_shifted_group_are_painted_where_they_are_seen(screen: Screen) -> None:
    widget = Widget()
    shift, group = Translate(), InstructionGroup()
    shift.xy = (100, 300)
    for part in (PushMatrix(), shift, group, PopMatrix()):
        widget.canvas.add(part)
    tint = Color(rgba=RED)
    for part in (tint, Rectangle(pos=(0, 0), size=(20, 20))):
        group.add(part)
    screen.put(widget)
    tint.rgba = BLUE
    assert screen.frame() == [(99, 299, 121, 321)]
    shift.xy = (110, 300)
    assert screen.frame() == [(99, 299, 131, 321)]
    assert screen.looks_right()


def test_a_list_that_is_scrolled_is_painted_inside_of_its_bounds(screen: Screen) -> None:
    content = BoxLayout(orientation="vertical", size_hint_y=None, height=1200)
    plates = [Plate((0, 0), (100, 50)) for _ in range(8)]
    for plate in plates:
        plate.bind(pos=lambda plate, pos: setattr(plate.shape, "pos", pos))
        content.add_widget(plate)
    scroller = Scroller(content, size_hint=(None, None), pos=(50, 100), size=(200, 300))
    screen.put(scroller)
    scroller.scroll_y = 0.4
    for left, low, right, top in screen.frame():
        assert left >= 49
        assert low >= 99
        assert right <= 251
        assert top <= 401
    assert screen.looks_right()
    # What is scrolled out of sight changes nothing that is seen.
    plates[-1].tint.rgba = BLUE
    assert screen.frame() == []
    assert screen.looks_right()


def test_words_are_painted_where_they_stand(screen: Screen) -> None:
    text = Text("Ada", size_hint=(None, None), size=(200, 40), pos=(50, 400), grow="none")
    screen.put(text)
    text.content = "Bruno"
    (painted,) = screen.frame()
    assert area(painted) < 202 * 42
    assert screen.looks_right()


def test_what_is_told_again_is_not_painted_again(screen: Screen) -> None:
    widget = Widget(size_hint=(None, None), size=(100, 50), pos=(40, 60))
    box = Box(widget, radius=8, ground=RED, edge=BLUE)
    text = Text("Ada", size_hint_x=None, width=80, pos=(45, 65))
    widget.add_widget(text)
    screen.put(widget)
    box.paint(ground=RED, edge=BLUE, line=1)
    text.set_tone("ink")
    text._set()
    assert not Window.canvas.needs_redraw
    box.paint(ground=BLUE)
    assert len(screen.frame()) == 1
    assert screen.looks_right()


def test_a_shape_of_unknown_bounds_has_everything_painted(screen: Screen) -> None:
    widget = Widget()
    with widget.canvas:
        Color(rgba=RED)
        line = Line(circle=(100, 100, 40))
    screen.put(widget)
    line.circle = (120, 100, 40)
    assert screen.frame() == [(0, 0, *Window.size)]


def test_another_ground_has_everything_painted(screen: Screen) -> None:
    screen.put(Plate((40, 60), (100, 50)))
    before = Window.clearcolor
    try:
        Window.clearcolor = (0.2, 0.4, 0.6, 1)
        Window.canvas.ask_update()
        assert screen.frame() == [(0, 0, *Window.size)]
        screen.rest()
        assert screen.looks_right()
    finally:
        Window.clearcolor = before


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_in_a_turned_window_it_is_painted_where_it_is_seen(screen: Screen, rotation: int) -> None:
    try:
        Window.rotation = rotation
        screen.rest()
        plate = screen.put(Plate((40, 60), (100, 50)))
        plate.tint.rgba = BLUE
        (painted,) = screen.frame()
        assert area(painted) <= 103 * 53
        assert screen.looks_right()
    finally:
        Window.rotation = 0


def test_a_picture_that_the_system_took_away_is_painted_anew(screen: Screen) -> None:
    plate = screen.put(Plate((40, 60), (100, 50)))
    painter = screen.painter
    assert painter._picture is not None
    # What Kivy calls when a phone has lost its graphics and made all textures again.
    painter._forget(painter._picture._fbo)
    plate.tint.rgba = BLUE
    assert screen.frame() == [(0, 0, *Window.size)]
    screen.rest()
    assert screen.looks_right()


def test_a_motion_is_painted_straight_into_the_window_and_looked_at_ever_more_seldom(screen: Screen) -> None:
    plate = screen.put(Plate((0, 0), Window.size))
    looked_at = []
    for number in range(16):
        plate.tint.rgba = (number / 16, 0.0, 0.0, 1.0)
        screen.frame()
        looked_at.append(screen.painter._seen is not None)
        assert screen.looks_right()
    assert [number for number, looked in enumerate(looked_at) if looked] == [1, 4, 9]
    # Then it rests, and is looked at once more; from then on only what changes is painted.
    for _ in range(8):
        Window.canvas.ask_update()
        screen.frame()
    assert screen.frame() == []


def test_a_painter_that_has_stopped_leaves_the_window_to_kivy(screen: Screen) -> None:
    plate = screen.put(Plate((40, 60), (100, 50)))
    screen.painter.stop()
    screen.painter.painted = []
    plate.tint.rgba = BLUE
    assert screen.frame() == []
    assert screen.looks_right()
