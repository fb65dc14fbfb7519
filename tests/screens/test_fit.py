"""Nothing is clipped, no target is too small, on any screen, in any language, at any sensible size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior

from companion.i18n.languages import LANGUAGES
from companion.tour.view import View
from companion.tour.views import every_view
from companion.tour.walk import Tour
from companion.widgets.text import Text
from companion.widgets.theme import TARGET, look

pytestmark = pytest.mark.window

SIZES = {
    **{"phone": (390, 844), "small": (360, 640), "tablet": (1280, 800), "landscape": (844, 390)},
    **{"speck": (120, 90), "ribbon": (3000, 160)},
}


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
    width, height = text.drawn
    if not width:
        return ""
    if width > text.width + 2:
        return f"{width:.0f} wide in {text.width:.0f}"
    # A line's own height holds its letters; what sticks out beyond is empty leading.
    if text.grow == "none" and height > text.height * 1.3 + 2:
        return f"{height:.0f} high in {text.height:.0f}"
    left, _ = text.to_window(text.x, text.y)
    if left < -1 or left + width > Window.width + 1:
        return f"off the screen at {left:.0f}"
    return ""


def walk(
    tour: Tour, size: str, views: Sequence[View] | None = None, **settings: Any
) -> Iterator[tuple[str, Any]]:
    Window.size = SIZES[size]
    tour.settle(**settings)
    for view in every_view() if views is None else views:
        tour.show(view.go)
        yield view.name, tour.app.stage


def wrong(stage: Any) -> Iterator[str]:
    """All that a demanding eye would find on this screen."""
    for shown in visible(stage):
        if isinstance(shown, Text) and (why := clipped(shown)):
            yield f"{shown.content!r} is {why}"
        if isinstance(shown, ButtonBehavior) and min(shown.size) < dp(TARGET) - 0.5:
            yield f"{type(shown).__name__} is only {shown.width:.0f} x {shown.height:.0f}"
    bar = stage.page.bar
    if bar is not None and bar.back is not None and (bar.back.x > bar.title.x) != look().rtl:
        yield "the title bar does not run along the reading direction"


# The largest letters and the longest words where there is the least room, both reading directions on wide
# screens: what fits there fits elsewhere, and the rest is looked at now and then.
HARD = [("small", "el", 160), ("small", "fa", 160), ("landscape", "fa", 100), ("tablet", "it", 100)]
OTHERS = [
    *(("phone", language, size) for language in LANGUAGES for size in (100, 160)),
    *((size, language, 100) for size in ("small", "tablet", "landscape") for language in LANGUAGES),
    *(("small", "en", 85), ("landscape", "en", 160)),
]


@pytest.mark.parametrize(
    ("size", "language", "text_size"),
    [*HARD, *(pytest.param(*one, marks=pytest.mark.thorough) for one in OTHERS if one not in HARD)],
)
def test_every_word_fits_and_every_target_can_be_hit(tour, size, language, text_size):
    found = [
        f"{name}: {what}"
        for name, stage in walk(tour, size, language=language, text_size=text_size)
        for what in wrong(stage)
    ]
    assert not found


@pytest.mark.parametrize("size", ["speck", "ribbon"])
def test_absurd_window_sizes_do_no_harm(tour, size):
    for _, stage in walk(tour, size, every_view()[::5], language="fa", text_size=160):
        assert stage.page.parent is not None
