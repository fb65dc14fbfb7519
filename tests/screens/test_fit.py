"""Nothing is clipped, no word is torn, no label cut short and no target too small, on any screen, in any
language, at any sensible size; and from every screen and sheet something that can be seen leads back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.i18n.languages import LANGUAGES
from companion.i18n.line_breaking import unbreakable_parts
from companion.narrator.player import NightMode
from companion.screens.first_player import FingerChooserPage
from companion.screens.home import HomePage
from companion.screens.night.night_page import NightPage
from companion.widgets.field import TextField
from companion.widgets.scrolling import LazyColumn
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import TOUCH_TARGET, look
from tests.screens.test_keyboard import ALIKE, WITH_FIELDS
from tools.tour.view import View
from tools.tour.views import all_views, prepare_tour
from tools.tour.walk import Tour

pytestmark = pytest.mark.window

SIZES = {
    **{"phone": (390, 844), "small": (360, 640), "tablet": (1280, 800), "landscape": (844, 390)},
    **{"speck": (120, 90), "ribbon": (3000, 160)},
}


def visible(root: Any) -> Iterator[Any]:
    if root.opacity:
        yield root
        for child in root.children:
            yield from visible(child)


def clipped(text: Text) -> str:
    """Why a text is not fully seen, or nothing."""
    width, height = text.rendered_size
    if not width:
        return ""
    if width > text.width + 2:
        return f"{width:.0f} wide in {text.width:.0f}"
    # A line's own height holds its letters; what sticks out beyond is empty leading.
    if text.autosize == "none" and height > text.height * 1.3 + 2:
        return f"{height:.0f} high in {text.height:.0f}"
    left, _ = text.to_window(text.x, text.y)
    if left < -1 or left + width > Window.width + 1:
        return f"off the screen at {left:.0f}"
    return ""


def broken(text: Text, names: Collection[str]) -> str:
    """Why its words are not all whole, or nothing. Names alone may end in an ellipsis: nobody bounds them."""
    if isinstance(text, IconLabel) or text.content in names:
        return ""
    if text.has_broken_word:
        return f"broken inside a word in {text.width:.0f}"
    if text.is_truncated and (len(unbreakable_parts(text.content)) == 1 or on_a_control(text)):
        return f"cut short in {text.width:.0f}"
    return ""


def on_a_control(shown: Any) -> bool:
    while isinstance(shown, Widget) and not isinstance(shown, ButtonBehavior):
        shown = shown.parent
    return isinstance(shown, ButtonBehavior)


def walk(
    tour: Tour, size: str, views: Sequence[View] | None = None, **settings: Any
) -> Iterator[tuple[str, Any]]:
    Window.size = SIZES[size]
    prepare_tour(tour, **settings)
    for view in all_views() if views is None else views:
        tour.open_view(view.open)
        columns = [part for part in tour.app.navigator.walk() if isinstance(part, LazyColumn)]
        for column in columns:
            column.build_all()
        if columns:
            tour.run_frames(4)
        yield view.name, tour.app.navigator


def wrong(stage: Any, names: Collection[str]) -> Iterator[str]:
    """All that a demanding eye would find on this screen."""
    for shown in visible(stage):
        if isinstance(shown, Text) and (why := clipped(shown) or broken(shown, names)):
            yield f"{shown.content!r} is {why}"
        if isinstance(shown, ButtonBehavior) and min(shown.size) < dp(TOUCH_TARGET) - 0.5:
            yield f"{type(shown).__name__} is only {shown.width:.0f} x {shown.height:.0f}"
    bar = stage.page.bar
    if bar is not None and bar.back_button is not None and (bar.back_button.x > bar.title.x) != look().rtl:
        yield "the title bar does not run along the reading direction"


def way_back(stage: Any) -> Any:
    """What a finger presses to get away from here. From a count the whole screen does, as it says."""
    page = stage.page
    if stage.sheet is not None:
        return stage.sheet.close_button
    if isinstance(page, NightPage):
        ways = {NightMode.COUNTING: page, NightMode.PAUSED: page.paused.stop_button}
        if page.interrupted is not None:
            # It leads to the deal before it.
            ways[NightMode.INTERRUPTED] = page.interrupted.restart_button
        return ways.get(page.player.mode, page.face.pause_button)
    if isinstance(page, FingerChooserPage):
        return page.back_button
    return page.bar and page.bar.back_button


def stuck(tour: Tour) -> Iterator[str]:
    """Why nobody would find back from here, or nothing."""
    navigator = tour.app.navigator
    before = (navigator.sheet, navigator.page)
    if navigator.sheet is None and isinstance(navigator.page, HomePage):
        return
    if isinstance(navigator.page, FingerChooserPage) and navigator.page.fingers.touching:
        # Nothing counts but the fingers that lie on it: whoever wants to go lifts them first.
        return
    way = way_back(navigator)
    if way is None or way not in visible(navigator):
        yield "nothing leads back"
        return
    x, y = way.to_window(way.x + way.width / 2, way.y + way.height / 2)
    if not (0 < x < Window.width and 0 < y < Window.height):
        yield f"what leads back is off the screen, at {x:.0f}, {y:.0f}"
    night = (
        navigator.page.player if isinstance(navigator.page, NightPage) and navigator.sheet is None else None
    )
    if night is not None and night.mode is NightMode.PAUSED:
        # It is held for a second, which the tests of the night do.
        return
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_up()
    tour.run_frames(2)
    if (navigator.sheet, navigator.page) == before and (night is None or night.mode is not NightMode.PAUSED):
        yield "what leads back does not"


def unknown_field(name: str, stage: Any) -> Iterator[str]:
    shown = (stage.sheet or stage.page).walk()
    if name not in (*WITH_FIELDS, *ALIKE) and any(isinstance(part, TextField) for part in shown):
        yield "has a field that nobody has tried with a keyboard"


ALL = slice(None)
# All of them as well, in three parts, so that no worker is still walking while the others have gone home.
THIRDS = [slice(first, None, 3) for first in range(3)]
WHOLE = (ALL, *THIRDS)
FEW = [slice(first, None, 24) for first in range(3)]
# The largest letters and the longest words where there is the least room. What fits there fits elsewhere: a
# few views of the other reading direction and of wide screens stand for all, which -m thorough looks at.
HARD = [
    *(("small", "el", 160, third) for third in THIRDS),
    ("small", "fa", 160, FEW[0]),
    *(("landscape", "el", 160, FEW[1]), ("landscape", "fa", 100, FEW[2])),
]
OTHERS = [
    *product(("phone", "small", "tablet", "landscape"), LANGUAGES, (100, 130, 160), (ALL,)),
    *(("small", "en", 85, ALL), ("phone", "it", 145, ALL), ("tablet", "it", 145, ALL)),
]


@pytest.mark.parametrize(
    ("size", "language", "text_size", "some"),
    [*HARD, *(pytest.param(*one, marks=pytest.mark.thorough) for one in OTHERS)],
    ids=lambda value: "" if isinstance(value, slice) else str(value),
)
def test_every_word_fits_every_target_can_be_hit_and_something_leads_back(
    tour, caplog, size, language, text_size, some
):
    found = [
        f"{name}: {what}"
        for name, stage in walk(tour, size, all_views()[some], language=language, text_size=text_size)
        for what in (
            *wrong(stage, tour.names),
            *unknown_field(name, stage),
            *(stuck(tour) if some in WHOLE else ()),
        )
    ]
    assert not found
    # Whatever lies within whatever else: a screen comes to rest before it is painted.
    assert "too much iteration" not in caplog.text


@pytest.mark.parametrize("size", ["speck", "ribbon"])
def test_absurd_window_sizes_do_no_harm(tour, size):
    for _, stage in walk(tour, size, all_views()[::32], language="fa", text_size=160):
        assert stage.page.parent is not None
