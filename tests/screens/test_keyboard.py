"""The keyboard is never over the field: on every screen and sheet that has one, standing and lying."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.core.window import Window

from companion.widgets.cards import RoundButton
from companion.widgets.field import TextField
from companion.widgets.navigation import NO_INSETS, Insets
from companion.widgets.scrolling import Scroller
from tests.cases import sample
from tools.tour.views import all_views, prepare_tour
from tools.tour.walk import Tour

pytestmark = pytest.mark.window

STANDING, LYING = (390, 844), (844, 390)
BARS: dict[tuple[int, int], Insets] = {STANDING: (0, 32, 0, 24), LYING: (32, 24, 0, 24)}
# As high as they are at most, a row of suggestions included.
KEYBOARD = {STANDING: 340, LYING: 220}
WITH_FIELDS = {
    view.name: view.open
    for view in all_views()
    if view.name
    in (
        *("seats", "seat", "groups", "name", "rules", "rules-note", "history", "people"),
        *("avalon-note", "duet-clue", "duet-grid-word", "duet-edit"),
    )
}
ALL, EVEN, ODD = slice(None), slice(0, None, 2), slice(1, None, 2)
# The same screens as some of these. The walk that looks whether everything fits finds fields nowhere else.
ALIKE = (
    *("seats-unnamed", "seats-avalon", "rules-refused", "rules-example", "rules-open", "rules-search"),
    *("rules-nearest", "duet-forgotten", "history-filter", "history-game", "history-nothing"),
    "statistics-games",
)


class Typist:
    """A phone whose keyboard stands as long as somebody types."""

    def __init__(self, tour: Tour, size: tuple[int, int]) -> None:
        self.tour, self.app = tour, tour.app
        self.app.safe_area.read_insets = self._covered
        self.turn(size)

    def turn(self, size: tuple[int, int]) -> None:
        self._size = Window.size = size

    def _covered(self) -> tuple[Insets, Insets]:
        typing = self.app.navigator.typing is not None
        return BARS[self._size], (0, 0, 0, KEYBOARD[self._size]) if typing else NO_INSETS

    @property
    def above(self) -> float:
        return KEYBOARD[self._size]

    @property
    def field(self) -> Any:
        navigator = self.app.navigator
        (found,) = (
            shown for shown in (navigator.sheet or navigator.page).walk() if isinstance(shown, TextField)
        )
        return found

    def type(self) -> Any:
        self.look()
        self.field.focus = True
        self.look()
        return self.field

    def look(self) -> None:
        self.app.safe_area.start_polling()
        self.tour.run_frames(8)


def hidden(shown: Any, above: float) -> str:
    """Why a widget is not wholly in sight, or nothing."""
    low, high = shown.to_window(shown.x, shown.y)[1], shown.to_window(shown.x, shown.y + shown.height)[1]
    if low < above - 0.5:
        return f"{above - low:.0f} below the keyboard's edge"
    holder = shown.parent
    while not isinstance(holder, Scroller):
        holder = holder.parent
    bottom, top = holder.to_window(0, holder.y)[1], holder.to_window(0, holder.y + holder.height)[1]
    if low < bottom - 0.5 or high > top + 0.5:
        return f"scrolled out of sight: {low:.0f} to {high:.0f} in {bottom:.0f} to {top:.0f}"
    return ""


@pytest.mark.parametrize(
    ("size", "language", "text_size", "views"),
    sample(
        [
            *((STANDING, "fa", 160, ODD), (LYING, "en", 160, EVEN)),
            *((STANDING, "fa", 160, EVEN), (LYING, "en", 160, ODD)),
            *((STANDING, "en", 100, ALL), (LYING, "fa", 100, ALL)),
        ],
        keep=2,
    ),
)
def test_the_field_and_its_button_stay_in_sight(
    tour: Tour, size: tuple[int, int], language: str, text_size: int, views: slice
) -> None:
    typist = Typist(tour, size)
    prepare_tour(tour, language=language, text_size=text_size)
    for name, go in list(WITH_FIELDS.items())[views]:
        tour.open_view(go)
        field = typist.type()
        beside = [shown for shown in field.parent.children if isinstance(shown, RoundButton)]
        for shown in (field, *beside):
            assert not hidden(shown, typist.above), name
        assert beside, name


def test_the_room_is_given_back_when_the_keyboard_goes(tour: Tour) -> None:
    typist = Typist(tour, LYING)
    tour.open_view(WITH_FIELDS["seats"])
    page: Any = tour.app.navigator.page
    typist.look()
    before = (page.pos, page.size, page.bar.parent, page.footer.parent, page.bar.pos)
    typist.type()
    assert page.y == typist.above
    assert page.footer.parent is None
    page.field.focus = False
    typist.look()
    assert (page.pos, page.size, page.bar.parent, page.footer.parent, page.bar.pos) == before


def test_a_screen_behind_a_sheet_is_left_alone_while_somebody_types_there(tour: Tour) -> None:
    typist = Typist(tour, STANDING)
    tour.open_view(WITH_FIELDS["seat"])
    page = tour.app.navigator.page
    typist.look()
    before = (*page.pos, *page.size)
    typist.type()
    assert (*page.pos, *page.size) == before


def test_nobody_types_into_a_sheet_that_is_closed_or_a_screen_that_is_left(tour: Tour) -> None:
    typist = Typist(tour, STANDING)
    for way, leave in (("seat", tour.app.navigator.close_sheet), ("seats", tour.app.navigator.pop)):
        tour.open_view(WITH_FIELDS[way])
        field = typist.type()
        leave()
        tour.run_frames(2)
        assert not field.focus
        assert tour.app.navigator.typing is None


def test_a_phone_that_is_turned_has_its_bars_and_its_keyboard_elsewhere(tour: Tour) -> None:
    typist = Typist(tour, STANDING)
    tour.open_view(WITH_FIELDS["seats"])
    page: Any = tour.app.navigator.page
    field = typist.type()
    typist.turn(LYING)
    tour.run_frames(8)
    assert (*page.pos, *page.size) == (32, 220, 844 - 32, 390 - 24 - 220)
    assert field.focus
    assert not hidden(field, typist.above)


def test_a_picture_turned_by_hand_keeps_clear_of_the_same_edges(tour: Tour) -> None:
    Typist(tour, STANDING)
    tour.open_view(WITH_FIELDS["seats"])
    try:
        tour.app.rotate_screen()
        tour.run_frames(4)
        page = tour.app.navigator.page
        # The upper edge of the phone, with its bar, is the right one of a picture turned to the left.
        assert (*page.pos, *page.size) == (24, 0, 844 - 32 - 24, 390)
    finally:
        Window.rotation = 0
