"""Widgets are redrawn only if what they show has changed."""

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

ShowWidget = Callable[[Any], Any]


@pytest.fixture
def show_widget() -> Iterator[ShowWidget]:
    """Shows a widget and lets it come to rest."""
    # An app that was closed before has stopped it, and nothing would be painted.
    EventLoop.start()
    layer = FloatLayout(size=Window.size)
    Window.add_widget(layer)

    def show(widget: Any) -> Any:
        layer.add_widget(widget)
        frames()
        return widget

    yield show
    Window.remove_widget(layer)


def needs_redraw() -> bool:
    return bool(Window.canvas.needs_redraw)


@pytest.mark.parametrize("kind", [Disc, lambda *args, **colours: RoundedBox(*args, radius=8, **colours)])
def test_a_shape_is_redrawn_only_if_its_style_or_geometry_changes(show_widget: ShowWidget, kind: Any) -> None:
    widget = Widget(size_hint=(None, None), size=(100, 60), pos=(40, 60))
    shape = kind(widget, background=theme_colour("plank"), border=theme_colour("rim"), line_width=1)
    show_widget(widget)
    shape.set_style(background=theme_colour("plank"), border=theme_colour("rim"), line_width=1)
    Clock.tick_draw()
    assert not needs_redraw()
    for change in (
        lambda: shape.set_style(background=theme_colour("raised")),
        lambda: shape.set_style(border=TRANSPARENT),
        lambda: shape.set_style(border=theme_colour("rim"), line_width=3),
        lambda: setattr(widget, "x", 50),
        lambda: setattr(widget, "width", 80),
    ):
        change()
        Clock.tick_draw()
        assert needs_redraw()
        frames()


def test_a_text_is_redrawn_only_if_it_changes(show_widget: ShowWidget) -> None:
    text = show_widget(Text("Ada", size_hint=(None, None), size=(200, 40), autosize="none"))
    text.set_tone("ink")
    text._render()
    assert not needs_redraw()
    text.content = "Bruno"
    frames()
    shown = text._rectangle.texture
    assert shown is text._rendered.label.texture
    text.content = "Chloe"
    frames()
    assert text._rectangle.texture is not shown


def test_an_icon_shown_again_uses_its_first_texture(show_widget: ShowWidget) -> None:
    mark = show_widget(IconLabel(Icon.CHECK, 24))
    check = mark._rectangle.texture
    mark.show(Icon.CROSS)
    frames()
    assert mark._rectangle.texture is not check
    mark.show(Icon.CHECK)
    frames()
    assert mark._rectangle.texture is check


def test_a_narrower_title_bar_keeps_its_height(show_widget: ShowWidget) -> None:
    bar = TitleBar("Codenames Duet", "Turn 3, mission of 9")
    bar.size_hint = (None, None)
    bar.width = 380
    show_widget(bar)
    before, letters = bar.height, bar.title._rectangle.size[1]
    bar.width = 150
    frames()
    assert bar.title._rectangle.size[1] < letters
    assert bar.height == before


def test_a_countdown_ring_is_redrawn_only_if_it_changes(show_widget: ShowWidget) -> None:
    ring = show_widget(CountdownRing())
    ring.show(0.5, "3", "to look")
    frames()
    ring.show(0.5, "3", "to look")
    assert not needs_redraw()
    ring.show(0.4, "3", "to look")
    assert needs_redraw()
    frames()
    ring.show(0.0, "", "")
    frames()
    ring.show(0.0, "", "")
    assert not needs_redraw()
