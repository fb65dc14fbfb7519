"""What is told what it knows already is not painted again, and a title does not push the screen about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.hold_ring import HoldRing
from companion.widgets.icon_names import Icon
from companion.widgets.page import TitleBar
from companion.widgets.shapes import CLEAR, Box, Disc
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import paint
from companion.widgets.typeset import register_fonts
from tests.widgets.off_screen import frames

pytestmark = pytest.mark.window

EventLoop.ensure_window()
register_fonts()

Put = Callable[[Any], Any]


@pytest.fixture
def put() -> Iterator[Put]:
    """Shows a widget and lets it come to rest."""
    # An app that was closed before has stopped it, and nothing would be painted.
    EventLoop.start()
    floor = FloatLayout(size=Window.size)
    Window.add_widget(floor)

    def show(widget: Any) -> Any:
        floor.add_widget(widget)
        frames()
        return widget

    yield show
    Window.remove_widget(floor)


def waits_for_paint() -> bool:
    return bool(Window.canvas.needs_redraw)


@pytest.mark.parametrize("kind", [Disc, lambda *args, **colours: Box(*args, radius=8, **colours)])
def test_a_shape_is_painted_again_only_in_another_colour_line_or_place(put: Put, kind: Any) -> None:
    widget = Widget(size_hint=(None, None), size=(100, 60), pos=(40, 60))
    shape = kind(widget, ground=paint("plank"), edge=paint("rim"), line=1)
    put(widget)
    shape.paint(ground=paint("plank"), edge=paint("rim"), line=1)
    Clock.tick_draw()
    assert not waits_for_paint()
    for change in (
        lambda: shape.paint(ground=paint("raised")),
        lambda: shape.paint(edge=CLEAR),
        lambda: shape.paint(edge=paint("rim"), line=3),
        lambda: setattr(widget, "x", 50),
        lambda: setattr(widget, "width", 80),
    ):
        change()
        Clock.tick_draw()
        assert waits_for_paint()
        frames()


def test_words_are_painted_again_only_when_they_differ(put: Put) -> None:
    text = put(Text("Ada", size_hint=(None, None), size=(200, 40), grow="none"))
    text.set_tone("ink")
    text._set()
    assert not waits_for_paint()
    text.content = "Bruno"
    frames()
    shown = text._picture.texture
    assert shown is text._block.label.texture
    text.content = "Chloe"
    frames()
    assert text._picture.texture is not shown


def test_a_mark_that_comes_back_is_shown(put: Put) -> None:
    mark = put(Glyph(Icon.CHECK, 24))
    check = mark._picture.texture
    mark.show(Icon.CROSS)
    frames()
    assert mark._picture.texture is not check
    mark.show(Icon.CHECK)
    frames()
    assert mark._picture.texture is check


def test_a_bar_stays_as_high_as_it_is_when_its_title_gets_less_room(put: Put) -> None:
    bar = TitleBar("Codenames Duet", "Turn 3, mission of 9")
    bar.size_hint = (None, None)
    bar.width = 380
    put(bar)
    before, letters = bar.height, bar.title._picture.size[1]
    bar.width = 150
    frames()
    assert bar.title._picture.size[1] < letters
    assert bar.height == before


def test_a_ring_is_painted_again_only_for_another_step(put: Put) -> None:
    ring = put(HoldRing())
    ring.show(0.5, "3", "to look")
    frames()
    ring.show(0.5, "3", "to look")
    assert not waits_for_paint()
    ring.show(0.4, "3", "to look")
    assert waits_for_paint()
    frames()
    ring.show(0.0, "", "")
    frames()
    ring.show(0.0, "", "")
    assert not waits_for_paint()
