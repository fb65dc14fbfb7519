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

from companion.widgets.icons import Icon
from companion.widgets.page import TitleBar
from companion.widgets.progress import CountdownRing
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import theme_colour
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


@pytest.mark.parametrize("kind", [Disc, lambda *args, **colours: RoundedBox(*args, radius=8, **colours)])
def test_a_shape_is_painted_again_only_in_another_colour_line_or_place(put: Put, kind: Any) -> None:
    widget = Widget(size_hint=(None, None), size=(100, 60), pos=(40, 60))
    shape = kind(widget, background=theme_colour("plank"), border=theme_colour("rim"), line_width=1)
    put(widget)
    shape.set_style(background=theme_colour("plank"), border=theme_colour("rim"), line_width=1)
    Clock.tick_draw()
    assert not waits_for_paint()
    for change in (
        lambda: shape.set_style(background=theme_colour("raised")),
        lambda: shape.set_style(border=TRANSPARENT),
        lambda: shape.set_style(border=theme_colour("rim"), line_width=3),
        lambda: setattr(widget, "x", 50),
        lambda: setattr(widget, "width", 80),
    ):
        change()
        Clock.tick_draw()
        assert waits_for_paint()
        frames()


def test_words_are_painted_again_only_when_they_differ(put: Put) -> None:
    text = put(Text("Ada", size_hint=(None, None), size=(200, 40), autosize="none"))
    text.set_tone("ink")
    text._render()
    assert not waits_for_paint()
    text.content = "Bruno"
    frames()
    shown = text._rectangle.texture
    assert shown is text._rendered.label.texture
    text.content = "Chloe"
    frames()
    assert text._rectangle.texture is not shown


def test_a_mark_that_comes_back_is_shown(put: Put) -> None:
    mark = put(IconLabel(Icon.CHECK, 24))
    check = mark._rectangle.texture
    mark.show(Icon.CROSS)
    frames()
    assert mark._rectangle.texture is not check
    mark.show(Icon.CHECK)
    frames()
    assert mark._rectangle.texture is check


def test_a_bar_stays_as_high_as_it_is_when_its_title_gets_less_room(put: Put) -> None:
    bar = TitleBar("Codenames Duet", "Turn 3, mission of 9")
    bar.size_hint = (None, None)
    bar.width = 380
    put(bar)
    before, letters = bar.height, bar.title._rectangle.size[1]
    bar.width = 150
    frames()
    assert bar.title._rectangle.size[1] < letters
    assert bar.height == before


def test_a_ring_is_painted_again_only_for_another_step(put: Put) -> None:
    ring = put(CountdownRing())
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
