"""Nothing is clipped, no target is too small, on any screen, in any language, at any sensible size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior

from companion.tour import VIEWS, Tour
from companion.widgets.text import Text
from companion.widgets.theme import TARGET

pytestmark = pytest.mark.window

SIZES = {"phone": (390, 844), "small": (360, 640), "tablet": (1280, 800), "landscape": (844, 390)}


@pytest.fixture(scope="module")
def tour() -> Iterator[Tour]:
    EventLoop.ensure_window()
    with Tour((390, 844)) as opened:
        yield opened


def visible(root: Any) -> Iterator[Any]:
    if root.opacity:
        yield root
        for child in root.children:
            yield from visible(child)


def clipped(text: Text) -> str:
    """Why a text is not fully seen, or nothing."""
    if not text.content or text._picture.texture is None:
        return ""
    width, height = text._picture.size
    if width > text.width + 2:
        return f"{width:.0f} wide in {text.width:.0f}"
    # A line's own height holds its letters; what sticks out beyond is empty leading.
    if text.grow == "none" and height > text.height * 1.3 + 2:
        return f"{height:.0f} high in {text.height:.0f}"
    left, _ = text.to_window(text.x, text.y)
    if left < -1 or left + width > Window.width + 1:
        return f"off the screen at {left:.0f}"
    return ""


def walk_all(tour: Tour, size: tuple[int, int], **settings: Any) -> Iterator[tuple[str, Any]]:
    Window.size = size
    tour.settle(**settings)
    for view in VIEWS:
        tour.show(view)
        yield view.name, tour.app.stage


# The longest words on the phone they were drawn for, both reading directions on every other size, and the
# largest letters where there is the least room.
LOOKS = [
    *(("phone", language, 100) for language in ("en", "it", "el", "fa")),
    *((size, language, 100) for size in ("small", "tablet", "landscape") for language in ("el", "fa")),
    *(("phone", "it", 160), ("small", "el", 160), ("small", "fa", 160)),
]


@pytest.mark.parametrize(("size", "language", "text_size"), LOOKS)
def test_no_text_is_clipped(tour, size, language, text_size):
    found = [
        f"{name}: {text.content!r} is {why}"
        for name, stage in walk_all(tour, SIZES[size], language=language, text_size=text_size)
        for text in visible(stage)
        if isinstance(text, Text) and (why := clipped(text))
    ]
    assert not found


@pytest.mark.parametrize(("size", "text_size"), [("small", 85), ("landscape", 160)])
def test_every_target_is_at_least_48_dp(tour, size, text_size):
    found = [
        f"{name}: {type(target).__name__} {target.width:.0f} x {target.height:.0f}"
        for name, stage in walk_all(tour, SIZES[size], language="en", text_size=text_size)
        for target in visible(stage)
        if isinstance(target, ButtonBehavior) and min(target.size) < dp(TARGET) - 0.5
    ]
    assert not found


@pytest.mark.parametrize("size", [(120, 90), (3000, 160)])
def test_absurd_window_sizes_do_no_harm(tour, size):
    for _, stage in walk_all(tour, size, language="fa", text_size=160):
        assert stage.page.parent is not None


@pytest.mark.parametrize("language", ["en", "fa"])
def test_rows_run_along_the_reading_direction(tour, language):
    for _, stage in walk_all(tour, SIZES["phone"], language=language, text_size=100):
        bar = stage.page.bar
        if bar is not None and bar.back is not None:
            assert (bar.back.x < bar.title.x) == (language == "en")
