"""The library: each shelf with its books, and entering what is printed at it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.entry.cultists.words import place_name
from companion.games.cultists.building import BOOKS, SHELF_POINTS, is_valid_bookshelf_name
from companion.games.cultists.moves import Book, BookBack, ShelfCompleted, ShelfValue, Shelves
from companion.games.cultists.pieces import Shelf
from companion.games.cultists.places import Colour
from companion.games.cultists.state import State
from companion.screens.cultists.event_sheet import ColourChip
from companion.screens.cultists.marks import ColourDot
from companion.screens.cultists.role_marks import SEA
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import Pressable, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, RoundButton, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text
from companion.widgets.text_renderer import ICONS
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, look, theme_colour

if TYPE_CHECKING:
    from companion.screens.cultists.table_page import CultistsPage

# What the rules tell of: orange and pink collect over several rooms, each blue room has a shelf of its own.
_SHELVES = ("orange", "pink", "blue_1", "blue_2", "blue_3")
# More pips than this do not fit beside a name; then a number tells.
_MAX_PIPS = 10
_DEFAULT_SHELF = (4, 3)


def merge_shelves(state: State, saved: tuple[ShelfValue, ...]) -> dict[str, Shelf]:
    """Every shelf there is to show, with what this table or an earlier game knows of it."""
    known_names = [shelf.shelf for shelf in state.library] + [value.shelf for value in saved]
    result = {name: Shelf(name) for name in _SHELVES if is_valid_bookshelf_name(name, known_names)}
    result.update((value.shelf, Shelf(value.shelf, value.books, value.points)) for value in saved)
    for shelf in state.library:
        saved_shelf = result.get(shelf.shelf)
        if shelf.books is None and saved_shelf is not None:
            shelf = replace(shelf, books=saved_shelf.books, points=shelf.points or saved_shelf.points)
        result[shelf.shelf] = shelf
    return result


class LibraryCard(Card):
    """All shelves; a book goes in or back by a tap."""

    def __init__(self, page: CultistsPage) -> None:
        super().__init__(gap=12)
        self._page = page
        tr = page.app_context.tr
        self.rows: dict[str, ShelfRow] = {}
        self._shelves = Column(gap=10)
        self.add_widget(Text(tr("cultists.building.library"), face="title", size_sp=20))
        self.add_widget(self._shelves)
        self.add_widget(
            SecondaryButton(
                tr("cultists.building.shelf.other"), self._open_other_shelf, icon=Icon.PLUS, outlined=True
            )
        )

    def show(self) -> None:
        shelves_by_name = merge_shelves(self._page.state, self._page.recall_shelves())
        for name, shelf in shelves_by_name.items():
            if name not in self.rows:
                self.rows[name] = ShelfRow(self._page, name)
                self._shelves.add_widget(self.rows[name])
            self.rows[name].show(shelf)
        for name in self.rows.keys() - shelves_by_name.keys():
            self._shelves.remove_widget(self.rows.pop(name))

    def _open_other_shelf(self) -> None:
        self._page.app_context.navigator.open_sheet(OtherShelfSheet(self._page, self.rows))


class ShelfRow(Row):
    """Colour, name, books so far, and what the shelf brings: a tap on them enters what the board says."""

    def __init__(self, page: CultistsPage, name: str) -> None:
        super().__init__(gap=8)
        self._page, self._name = page, name
        tr = page.app_context.tr
        self._title = Text(place_name(tr, name), size_sp=18, weight=500, autosize="both")
        self._pips = Text("", face=ICONS, size_sp=16, scaled=False, tone="sea")
        self._line = Text("", size_sp=16, tone="ink_2", max_lines=2)
        self._pencil = IconLabel(Icon.PENCIL, 18, tone="ink_2", pos_hint={"center_y": 0.5})
        title = Row(self._title, self._pencil, gap=8)
        self._words = Column(title, self._line, gap=1, pos_hint={"center_y": 0.5})
        self.words = ShelfLabel(self._open_shelf_sheet, self._words, ColourDot(name, 26))
        # The rules say why nothing can be taken from a shelf.
        self.remove_button = RoundButton(Icon.MINUS, self._remove_book, on_blocked=self._remove_book)
        self.add_button = RoundButton(Icon.PLUS, self._add_book, on_blocked=self._add_book)
        for part in (self.words, self.remove_button, self.add_button):
            self.add_widget(part)

    def show(self, shelf: Shelf) -> None:
        tr = self._page.app_context.tr
        self._pips.content = ""
        if shelf.complete:
            self._line.content = tr("cultists.building.shelf.full", n=shelf.points or 0)
        elif shelf.books is None:
            self._line.content = tr("cultists.building.shelf.unknown")
            self._pips.content = Icon.BOOK.value * min(shelf.stored, _MAX_PIPS)
        else:
            self._line.content = tr("cultists.building.shelf.worth", n=shelf.points or 0)
            if shelf.books <= _MAX_PIPS:
                pips = Icon.BOOK.value * shelf.stored + Icon.RING.value * (shelf.books - shelf.stored)
                self._pips.content = pips[::-1] if look().rtl else pips
            else:
                self._line.content = tr(
                    "cultists.building.shelf.counted",
                    stored=shelf.stored,
                    books=shelf.books,
                    n=shelf.points or 0,
                )
        self._line.set_tone("sea" if shelf.complete else "ink_2")
        self._show_pips()
        self.remove_button.enabled = shelf.stored > 0 and not shelf.complete
        self.add_button.enabled = not shelf.complete
        self._pencil.opacity = 0 if shelf.complete else 1
        self.words.enabled = not shelf.complete

    def _show_pips(self) -> None:
        is_visible = bool(self._pips.content)
        if is_visible and self._pips.parent is None:
            self._words.add_widget(self._pips, index=1)
        elif not is_visible and self._pips.parent is not None:
            self._words.remove_widget(self._pips)

    def _add_book(self) -> None:
        page = self._page
        saved = [value for value in page.recall_shelves() if value.shelf == self._name]
        # What an earlier game read from this board need not be read again.
        if not saved or page.play_move(Shelves(tuple(saved))):
            page.play_move(Book(self._name))

    def _remove_book(self) -> None:
        self._page.play_move(BookBack(self._name))

    def _open_shelf_sheet(self) -> None:
        shelf = merge_shelves(self._page.state, self._page.recall_shelves())[self._name]
        self._page.app_context.navigator.open_sheet(ShelfSheet(self._page, shelf))


class ShelfLabel(Pressable):
    """What is told of a shelf; as high as it needs, and no lower than a finger."""

    def __init__(self, on_tap: Callable[[], object], words: Column, dot: ColourDot) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET), pos_hint={"center_y": 0.5})
        self._box = RoundedBox(self, radius=RADIUS_CELL)
        self.add_widget(Row(dot, words, gap=10, size_hint_y=1))
        words.bind(height=lambda _, height: setattr(self, "height", max(dp(TOUCH_TARGET), height)))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)


class ShelfSheet(Sheet):
    """How many books a shelf takes and what it brings, as printed on the board."""

    def __init__(self, page: CultistsPage, shelf: Shelf) -> None:
        tr, navigator = page.app_context.tr, page.app_context.navigator
        self._page, self._shelf = page, shelf
        books, points = _DEFAULT_SHELF
        self._books = Stepper(
            shelf.books or max(books, shelf.stored), max(1, shelf.stored), BOOKS, _do_nothing
        )
        self._points = Stepper(shelf.points or points, SHELF_POINTS[0], SHELF_POINTS[-1], _do_nothing)
        super().__init__(
            tr("cultists.building.shelf.title", shelf=place_name(tr, shelf.shelf)),
            Text(tr("cultists.building.shelf.read"), size_sp=16, tone="ink_2"),
            build_labelled_row(tr("cultists.building.shelf.books"), self._books),
            build_labelled_row(tr("cultists.building.shelf.points"), self._points),
            PrimaryButton(tr("cultists.building.shelf.keep"), self._save, icon=Icon.CHECK, accent=SEA),
            SecondaryButton(
                tr("cultists.building.shelf.complete"), self._complete_shelf, icon=Icon.LIBRARY, outlined=True
            ),
            on_close=navigator.close_sheet,
        )

    def _save(self) -> None:
        self._page.app_context.navigator.close_sheet()
        value = ShelfValue(self._shelf.shelf, self._books.value, self._points.value)
        self._page.play_move(Shelves((value,)))

    def _complete_shelf(self) -> None:
        """For tables that do not count their books."""
        self._page.app_context.navigator.close_sheet()
        shelf = next((one for one in self._page.state.library if one.shelf == self._shelf.shelf), None)
        points = None if shelf is not None and shelf.points is not None else self._points.value
        self._page.play_move(ShelfCompleted(self._shelf.shelf, points))


class OtherShelfSheet(Sheet):
    """A shelf that the list does not have."""

    def __init__(self, page: CultistsPage, existing: Collection[str]) -> None:
        tr, navigator = page.app_context.tr, page.app_context.navigator
        self._page = page
        chips = [
            ColourChip(place_name(tr, name), name, partial(self._choose, name))
            for name in list_missing_shelves(existing)
        ]
        super().__init__(
            tr("cultists.building.shelf.which"),
            Grid(*chips, gap=8, min_column_width=100 * min(1.6, look().text_scale), max_columns=3),
            on_close=navigator.close_sheet,
        )

    def _choose(self, name: str) -> None:
        self._page.app_context.navigator.close_sheet()
        self._page.app_context.navigator.open_sheet(ShelfSheet(self._page, Shelf(name)))


def list_missing_shelves(existing: Collection[str]) -> list[str]:
    """The shelves that a board may have beside these."""
    names = [
        name for colour in Colour for name in (colour.value, *(f"{colour.value}_{n}" for n in range(1, 4)))
    ]
    return [name for name in names if name not in existing and is_valid_bookshelf_name(name, existing)]


def _do_nothing(_: int) -> None:
    """A stepper's value is read when the sheet is done."""
