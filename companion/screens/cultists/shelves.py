"""The library: each shelf with its books, and entering what is printed at it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.entry.cultists.words import place_name
from companion.games.cultists.building import BOOKS, SHELF_POINTS, shelf_fits
from companion.games.cultists.moves import Book, BookBack, ShelfCompleted, ShelfValue, Shelves
from companion.games.cultists.pieces import Shelf
from companion.games.cultists.places import Colour
from companion.games.cultists.state import State
from companion.screens.cultists.event_sheet import ColourChip
from companion.screens.cultists.marks import ColourDot
from companion.screens.cultists.role_marks import SEA
from companion.screens.labelled_rows import labelled
from companion.widgets.cards import Card, RoundButton, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, TARGET, look, paint
from companion.widgets.typeset import ICONS

if TYPE_CHECKING:
    from companion.screens.cultists.table_page import CultistsPage

# What the rules tell of: orange and pink collect over several rooms, each blue room has a shelf of its own.
_SHELVES = ("orange", "pink", "blue_1", "blue_2", "blue_3")
# More pips than this do not fit beside a name; then a number tells.
_PIPS = 10
_USUAL = (4, 3)


def shelves_of(state: State, remembered: tuple[ShelfValue, ...]) -> dict[str, Shelf]:
    """Every shelf there is to show, with what this table or an earlier game knows of it."""
    named = [shelf.shelf for shelf in state.library] + [value.shelf for value in remembered]
    shown = {name: Shelf(name) for name in _SHELVES if shelf_fits(name, named)}
    shown.update((value.shelf, Shelf(value.shelf, value.books, value.points)) for value in remembered)
    for shelf in state.library:
        kept = shown.get(shelf.shelf)
        if shelf.books is None and kept is not None:
            shelf = replace(shelf, books=kept.books, points=shelf.points or kept.points)
        shown[shelf.shelf] = shelf
    return shown


class LibraryCard(Card):
    """All shelves; a book goes in or back by a tap."""

    def __init__(self, page: CultistsPage) -> None:
        super().__init__(gap=12)
        self._page = page
        tr = page.shell.tr
        self.rows: dict[str, ShelfRow] = {}
        self._shelves = Column(gap=10)
        self.add_widget(Text(tr("cultists.building.library"), face="title", size_sp=20))
        self.add_widget(self._shelves)
        self.add_widget(
            SideButton(tr("cultists.building.shelf.other"), self._add, icon=Icon.PLUS, outlined=True)
        )

    def show(self) -> None:
        shown = shelves_of(self._page.state, self._page.remembered_shelves())
        for name, shelf in shown.items():
            if name not in self.rows:
                self.rows[name] = ShelfRow(self._page, name)
                self._shelves.add_widget(self.rows[name])
            self.rows[name].show(shelf)
        for name in self.rows.keys() - shown.keys():
            self._shelves.remove_widget(self.rows.pop(name))

    def _add(self) -> None:
        self._page.shell.stage.open_sheet(OtherShelfSheet(self._page, self.rows))


class ShelfRow(Row):
    """Colour, name, books so far, and what the shelf brings: a tap on them enters what the board says."""

    def __init__(self, page: CultistsPage, name: str) -> None:
        super().__init__(gap=8)
        self._page, self._name = page, name
        tr = page.shell.tr
        self._title = Text(place_name(tr, name), size_sp=18, weight=500, grow="both")
        self._pips = Text("", face=ICONS, size_sp=16, scaled=False, tone="sea")
        self._line = Text("", size_sp=16, tone="ink_2", most=2)
        self._pencil = Glyph(Icon.PENCIL, 18, tone="ink_2", pos_hint={"center_y": 0.5})
        title = Row(self._title, self._pencil, gap=8)
        self._words = Column(title, self._line, gap=1, pos_hint={"center_y": 0.5})
        self.words = ShelfWords(self._edit, self._words, ColourDot(name, 26))
        # The rules say why nothing can be taken from a shelf.
        self.back = RoundButton(Icon.MINUS, self._take_back, why=self._take_back)
        self.book = RoundButton(Icon.PLUS, self._shelve, why=self._shelve)
        for part in (self.words, self.back, self.book):
            self.add_widget(part)

    def show(self, shelf: Shelf) -> None:
        tr = self._page.shell.tr
        self._pips.content = ""
        if shelf.complete:
            self._line.content = tr("cultists.building.shelf.full", n=shelf.points or 0)
        elif shelf.books is None:
            self._line.content = tr("cultists.building.shelf.unknown")
            self._pips.content = Icon.BOOK.value * min(shelf.stored, _PIPS)
        else:
            self._line.content = tr("cultists.building.shelf.worth", n=shelf.points or 0)
            if shelf.books <= _PIPS:
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
        self.back.enabled = shelf.stored > 0 and not shelf.complete
        self.book.enabled = not shelf.complete
        self._pencil.opacity = 0 if shelf.complete else 1
        self.words.enabled = not shelf.complete

    def _show_pips(self) -> None:
        wanted = bool(self._pips.content)
        if wanted and self._pips.parent is None:
            self._words.add_widget(self._pips, index=1)
        elif not wanted and self._pips.parent is not None:
            self._words.remove_widget(self._pips)

    def _shelve(self) -> None:
        page = self._page
        remembered = [value for value in page.remembered_shelves() if value.shelf == self._name]
        # What an earlier game read from this board need not be read again.
        if not remembered or page.play(Shelves(tuple(remembered))):
            page.play(Book(self._name))

    def _take_back(self) -> None:
        self._page.play(BookBack(self._name))

    def _edit(self) -> None:
        shelf = shelves_of(self._page.state, self._page.remembered_shelves())[self._name]
        self._page.shell.stage.open_sheet(ShelfSheet(self._page, shelf))


class ShelfWords(Tap):
    """What is told of a shelf; as high as it needs, and no lower than a finger."""

    def __init__(self, on_tap: Callable[[], object], words: Column, dot: ColourDot) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET), pos_hint={"center_y": 0.5})
        self._box = Box(self, radius=RADIUS_CELL)
        self.add_widget(Row(dot, words, gap=10, size_hint_y=1))
        words.bind(height=lambda _, height: setattr(self, "height", max(dp(TARGET), height)))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)


class ShelfSheet(Sheet):
    """How many books a shelf takes and what it brings, as printed on the board."""

    def __init__(self, page: CultistsPage, shelf: Shelf) -> None:
        tr, stage = page.shell.tr, page.shell.stage
        self._page, self._shelf = page, shelf
        books, points = _USUAL
        self._books = Stepper(shelf.books or max(books, shelf.stored), max(1, shelf.stored), BOOKS, _ignore)
        self._points = Stepper(shelf.points or points, SHELF_POINTS[0], SHELF_POINTS[-1], _ignore)
        super().__init__(
            tr("cultists.building.shelf.title", shelf=place_name(tr, shelf.shelf)),
            Text(tr("cultists.building.shelf.read"), size_sp=16, tone="ink_2"),
            labelled(tr("cultists.building.shelf.books"), self._books),
            labelled(tr("cultists.building.shelf.points"), self._points),
            MainButton(tr("cultists.building.shelf.keep"), self._keep, icon=Icon.CHECK, accent=SEA),
            SideButton(
                tr("cultists.building.shelf.complete"), self._complete, icon=Icon.LIBRARY, outlined=True
            ),
            on_close=stage.close_sheet,
        )

    def _keep(self) -> None:
        self._page.shell.stage.close_sheet()
        value = ShelfValue(self._shelf.shelf, self._books.value, self._points.value)
        self._page.play(Shelves((value,)))

    def _complete(self) -> None:
        """For tables that do not count their books."""
        self._page.shell.stage.close_sheet()
        known = next((one for one in self._page.state.library if one.shelf == self._shelf.shelf), None)
        points = None if known is not None and known.points is not None else self._points.value
        self._page.play(ShelfCompleted(self._shelf.shelf, points))


class OtherShelfSheet(Sheet):
    """A shelf that the list does not have."""

    def __init__(self, page: CultistsPage, listed: Collection[str]) -> None:
        tr, stage = page.shell.tr, page.shell.stage
        self._page = page
        chips = [
            ColourChip(place_name(tr, name), name, partial(self._choose, name)) for name in unlisted(listed)
        ]
        super().__init__(
            tr("cultists.building.shelf.which"),
            Grid(*chips, gap=8, narrowest=100 * min(1.6, look().text_scale), most_columns=3),
            on_close=stage.close_sheet,
        )

    def _choose(self, name: str) -> None:
        self._page.shell.stage.close_sheet()
        self._page.shell.stage.open_sheet(ShelfSheet(self._page, Shelf(name)))


def unlisted(listed: Collection[str]) -> list[str]:
    """The shelves that a board may have beside these."""
    names = [
        name for colour in Colour for name in (colour.value, *(f"{colour.value}_{n}" for n in range(1, 4)))
    ]
    return [name for name in names if name not in listed and shelf_fits(name, listed)]


def _ignore(_: int) -> None:
    """A stepper's value is read when the sheet is done."""
