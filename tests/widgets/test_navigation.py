"""The stack of pages; of a page behind a sheet only the visible part is drawn; insets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle, ScissorPush
from kivy.uix.widget import Widget

from companion.widgets.navigation import Insets, Navigator, Route, max_insets, rotate_insets
from companion.widgets.page import Page, Sheet
from companion.widgets.scrolling import Scroller
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, look, set_look
from tests.widgets.off_screen import frames, picture

pytestmark = pytest.mark.window


STANDING: Insets = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("rotation", "sides"),
    # After a quarter turn to the left the right edge is at the top of the window.
    [(0, STANDING), (90, (4, 1, 2, 3)), (180, (3, 4, 1, 2)), (270, (2, 3, 4, 1)), (360, STANDING)],
)
def test_insets_rotate_with_the_window(rotation: int, sides: Insets) -> None:
    assert rotate_insets(STANDING, rotation) == sides


def test_insets_of_one_edge_are_not_added_up() -> None:
    assert max_insets((10, 0, 0, 48), (0, 20, 0, 300)) == (10, 20, 0, 300)


class StripedPage(Page):
    """A page with stripes over its whole height."""

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
def show_navigator() -> Iterator[Callable[[int, int], Navigator]]:
    EventLoop.ensure_window()
    EventLoop.start()
    register_fonts()
    before = look()
    set_look(Look(less_motion=True))
    navigators: list[Navigator] = []

    def show(width: int, height: int) -> Navigator:
        Window.size = (width, height)
        navigator = Navigator()
        navigators.append(navigator)
        Window.add_widget(navigator)
        navigator.push(StripedPage)
        frames()
        return navigator

    yield show
    for navigator in navigators:
        Window.remove_widget(navigator)
    set_look(before)


def open_sheet(navigator: Navigator, height: float) -> Sheet:
    content = Widget(size_hint_y=None, height=height)
    sheet = Sheet("", content, on_close=navigator.close_sheet)
    for part in sheet.walk():
        if isinstance(part, Scroller):
            # It would fade half a second later, during a comparison of pictures.
            part.bar_inactive_color = part.bar_color
    navigator.open_sheet(sheet)
    frames()
    return sheet


def is_clipped(navigator: Navigator) -> bool:
    return any(isinstance(part, ScissorPush) for part in navigator.page.parent.canvas.before.children)


@pytest.mark.parametrize("height", [60, 300, 2000])
def test_only_the_visible_part_of_a_page_behind_a_sheet_is_drawn(
    show_navigator: Callable[[int, int], Navigator], height: float
) -> None:
    navigator = show_navigator(360, 640)
    bare = picture()
    opened = open_sheet(navigator, height)
    assert 0 < opened.hides < opened.panel.top
    assert is_clipped(navigator)
    with_sheet = picture()
    assert with_sheet != bare
    # Drawing the whole page makes no difference.
    opened.hides = 0
    frames()
    assert not is_clipped(navigator)
    assert picture() == with_sheet
    navigator.close_sheet()
    frames()
    assert picture() == bare


def test_the_whole_page_behind_a_narrow_sheet_is_drawn(
    show_navigator: Callable[[int, int], Navigator],
) -> None:
    navigator = show_navigator(1200, 800)
    opened = open_sheet(navigator, 300)
    assert opened.hides == 0
    assert not is_clipped(navigator)


def test_a_smaller_or_closed_sheet_uncovers_the_page_again(
    show_navigator: Callable[[int, int], Navigator],
) -> None:
    navigator = show_navigator(360, 640)
    bare = picture()
    lower, upper = open_sheet(navigator, 100), open_sheet(navigator, 400)
    hidden = upper.hides
    assert hidden > lower.hides > 0
    upper.content.children[0].height = 150
    frames()
    assert lower.hides < upper.hides < hidden
    navigator.close_sheet()
    navigator.close_sheet()
    frames()
    assert not is_clipped(navigator)
    assert picture() == bare


class NamedPage(Page):
    """A page with a name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def push_pages(navigator: Navigator, *names: str) -> dict[str, Route]:
    routes: dict[str, Route] = {name: partial(NamedPage, name) for name in names}
    for route in routes.values():
        navigator.push(route)
    return routes


def test_pop_to_finds_a_page_after_a_rebuild(
    show_navigator: Callable[[int, int], Navigator],
) -> None:
    navigator = show_navigator(320, 480)
    routes = push_pages(navigator, "board", "evening", "numbers")
    navigator.rebuild()
    assert navigator.pop_to(lambda route: route is routes["board"])
    assert isinstance(navigator.page, NamedPage)
    assert navigator.page.name == "board"
    assert navigator.pop_to(lambda route: route is routes["board"])
    assert navigator.depth == 2
    assert not navigator.pop_to(lambda route: route is routes["numbers"])
    assert navigator.depth == 2


def test_a_removed_page_is_skipped_on_the_way_back(show_navigator: Callable[[int, int], Navigator]) -> None:
    navigator = show_navigator(320, 480)
    routes = push_pages(navigator, "evening", "board", "numbers")
    numbers = navigator.page
    navigator.remove(lambda route: route is routes["board"])
    assert navigator.page is numbers
    navigator.go_back()
    assert isinstance(navigator.page, NamedPage)
    assert navigator.page.name == "evening"
    open_sheet(navigator, 200)
    navigator.remove(lambda _: True)
    assert navigator.sheet is None
    assert isinstance(navigator.page, StripedPage)
