"""The stage: of a screen behind a sheet only what can be seen is painted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle, ScissorPush
from kivy.uix.widget import Widget

from companion.widgets.navigation import Navigator, Route
from companion.widgets.page import Page
from companion.widgets.scrolling import Scroller
from companion.widgets.sheet import Sheet
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, look, set_look
from tests.widgets.off_screen import frames, picture

pytestmark = pytest.mark.window


class Striped(Page):
    """A screen that is busy down to its last line."""

    def __init__(self) -> None:
        super().__init__()
        for number in range(24):
            stripe = Widget(size_hint_y=None, height=10)
            self.body.add_widget(stripe)
            with stripe.canvas:
                Color(rgba=(number / 24, 0.4, 0.9, 1))
                drawn = Rectangle()
            stripe.bind(pos=lambda _, place, drawn=drawn: setattr(drawn, "pos", place))
            stripe.bind(size=lambda _, size, drawn=drawn: setattr(drawn, "size", size))


@pytest.fixture
def stage() -> Iterator[Callable[[int, int], Navigator]]:
    EventLoop.ensure_window()
    EventLoop.start()
    register_fonts()
    before = look()
    set_look(Look(less_motion=True))
    stages: list[Navigator] = []

    def show(width: int, height: int) -> Navigator:
        Window.size = (width, height)
        navigator = Navigator()
        stages.append(navigator)
        Window.add_widget(navigator)
        navigator.push(Striped)
        frames()
        return navigator

    yield show
    for shown in stages:
        Window.remove_widget(shown)
    set_look(before)


def sheet(navigator: Navigator, height: float) -> Sheet:
    content = Widget(size_hint_y=None, height=height)
    sheet = Sheet("", content, on_close=navigator.close_sheet)
    for part in sheet.walk():
        if isinstance(part, Scroller):
            # It would pale half a second after it was shown, in the midst of a comparison.
            part.bar_inactive_color = part.bar_color
    navigator.open_sheet(sheet)
    frames()
    return sheet


def spared(navigator: Navigator) -> bool:
    return any(isinstance(part, ScissorPush) for part in navigator.page.parent.canvas.before.children)


@pytest.mark.parametrize("height", [60, 300, 2000])
def test_behind_a_sheet_as_wide_as_the_screen_only_what_can_be_seen_is_painted(
    stage: Callable[[int, int], Navigator], height: float
) -> None:
    shown = stage(360, 640)
    bare = picture()
    opened = sheet(shown, height)
    assert 0 < opened.hides < opened.panel.top
    assert spared(shown)
    with_sheet = picture()
    assert with_sheet != bare
    # All of the screen painted again: nobody can tell the difference.
    opened.hides = 0
    frames()
    assert not spared(shown)
    assert picture() == with_sheet
    shown.close_sheet()
    frames()
    assert picture() == bare


def test_beside_a_narrow_sheet_the_whole_screen_is_painted(stage: Callable[[int, int], Navigator]) -> None:
    shown = stage(1200, 800)
    opened = sheet(shown, 300)
    assert opened.hides == 0
    assert not spared(shown)


def test_a_sheet_that_shrinks_or_lies_on_another_uncovers_the_screen_again(
    stage: Callable[[int, int], Navigator],
) -> None:
    shown = stage(360, 640)
    bare = picture()
    lower, upper = sheet(shown, 100), sheet(shown, 400)
    hidden = upper.hides
    assert hidden > lower.hides > 0
    upper.content.children[0].height = 150
    frames()
    assert lower.hides < upper.hides < hidden
    shown.close_sheet()
    shown.close_sheet()
    frames()
    assert not spared(shown)
    assert picture() == bare


class Named(Page):
    """A screen that is told from others by its name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def walked(navigator: Navigator, *names: str) -> dict[str, Route]:
    routes: dict[str, Route] = {name: partial(Named, name) for name in names}
    for route in routes.values():
        navigator.push(route)
    return routes


def test_a_screen_below_is_walked_back_to_also_when_it_is_to_be_built_anew(
    stage: Callable[[int, int], Navigator],
) -> None:
    shown = stage(320, 480)
    routes = walked(shown, "board", "evening", "numbers")
    shown.rebuild()
    assert shown.pop_to(lambda route: route is routes["board"])
    assert isinstance(shown.page, Named)
    assert shown.page.name == "board"
    assert shown.pop_to(lambda route: route is routes["board"])
    assert shown.depth == 2
    assert not shown.pop_to(lambda route: route is routes["numbers"])
    assert shown.depth == 2


def test_a_screen_that_is_taken_out_is_not_come_by_again(stage: Callable[[int, int], Navigator]) -> None:
    shown = stage(320, 480)
    routes = walked(shown, "evening", "board", "numbers")
    numbers = shown.page
    shown.remove(lambda route: route is routes["board"])
    assert shown.page is numbers
    shown.go_back()
    assert isinstance(shown.page, Named)
    assert shown.page.name == "evening"
    sheet(shown, 200)
    shown.remove(lambda _: True)
    assert shown.sheet is None
    assert isinstance(shown.page, Striped)
