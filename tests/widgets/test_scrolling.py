"""Scrolling: flings slow down steadily, and only scrollable content is clipped."""

from __future__ import annotations

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle, StencilPush
from kivy.uix.widget import Widget

from companion.widgets.scrolling import Scroller, SteadyFling
from tests.widgets.off_screen import frames, picture

pytestmark = pytest.mark.window


@pytest.mark.parametrize("stalled", [0.016, 0.3, 1.0, 5.0])
def test_a_fling_slows_down_steadily_after_a_stalled_frame(stalled):
    fling = SteadyFling(min=0, max=100_000, value=1_000)
    fling.velocity = 900.0
    fling.update_velocity(stalled)
    fling.trigger_velocity_update.cancel()
    assert 0 < fling.velocity < 900
    assert 1_000 < fling.value < 1_050


@pytest.fixture
def scroller_with_content():
    """A list with content that is drawn far beyond it, in the lower half of the window."""
    EventLoop.ensure_window()
    EventLoop.start()
    Window.size = (200, 400)
    content = Widget(size_hint_y=None, height=100)
    with content.canvas:
        Color(rgba=(1, 1, 1, 1))
        Rectangle(pos=(0, 0), size=(200, 2000))
    scroller = Scroller(content, size_hint=(None, None), size=(200, 200))
    Window.add_widget(scroller)
    yield scroller, content
    Window.remove_widget(scroller)


def is_clipped(scroller):
    return any(isinstance(part, StencilPush) for part in scroller.canvas.before.children)


def pixel(x, y):
    frames()
    first = 4 * (y * Window.width + x)
    return picture()[first : first + 3]


def test_only_scrollable_content_is_clipped(scroller_with_content):
    scroller, content = scroller_with_content
    assert pixel(100, 300) == b"\xff\xff\xff"
    assert not is_clipped(scroller)
    content.height = 900
    assert pixel(100, 300) != b"\xff\xff\xff"
    assert pixel(100, 100) == b"\xff\xff\xff"
    assert is_clipped(scroller)
    content.height = 100
    assert pixel(100, 300) == b"\xff\xff\xff"
    assert not is_clipped(scroller)
    content.height = 900
    assert pixel(100, 300) != b"\xff\xff\xff"


@pytest.mark.parametrize("height", [100.5, 900.5])
def test_content_is_aligned_to_whole_pixels(scroller_with_content, height):
    scroller, content = scroller_with_content
    content.height = height
    frames()
    assert scroller.g_translate.y == round(scroller.g_translate.y)
