"""The building page of Among Cultists with its library, rooms and dangers, and the sheets of events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import error
from companion.games.cultists import drafts, moves
from companion.games.cultists.actions import BOOKS, CARDS_TO_EXPLORE, SHELF_POINTS, is_valid_bookshelf_name
from companion.games.cultists.rules import draw_event
from companion.games.cultists.state import EVENTS, Phase, Shelf, State, full_bag
from companion.games.cultists.text import event_name, place_name
from companion.i18n.translator import Translator
from companion.screens.board_page import BaseBoardPage
from companion.screens.cultists.actions import Board
from companion.screens.cultists.marks import (
    EVENT_ICONS,
    HAZARD_ICONS,
    SEA,
    ColourDot,
    CultistsController,
    heading,
    show_children,
)
from companion.screens.cultists.status import PointsTrack, do_nothing
from companion.screens.learn.rule_links import create_rule_links
from companion.screens.rows import build_labelled_row, close_sheet_then
from companion.scripts.teaching import EVENT
from companion.widgets.buttons import ActionTile, Pressable, PrimaryButton, SecondaryButton, shade
from companion.widgets.cards import Card, RoundButton, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row, Wrap
from companion.widgets.page import Sheet
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox
from companion.widgets.text import HEADING, LABEL, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.text_renderer import ICONS
from companion.widgets.theme import (
    RADIUS_CARD,
    RADIUS_CELL,
    RADIUS_CHIP,
    TOUCH_TARGET,
    look,
    sp,
    theme_colour,
)


class EventSheet(Sheet):
    """The bag of events: choose the token drawn from the real bag, or let the app draw.

    Built once per board, because it is opened ten times a game.
    """

    def __init__(self, board: Board) -> None:
        tr = board.app_context.tr
        self._board = board
        self.visible_tiles: dict[str, TokenTile] = {}
        self._tiles = {
            event: TokenTile(tr, event, partial(self._on_draw, event))
            for event in full_bag(board.state.setup)
        }
        self._count_text = Text("", MUTED)
        self._grid = Grid(gap=8, min_column_width=100 * min(1.5, look().text_scale), max_columns=3)
        super().__init__(
            tr("cultists.board.draw.title"),
            self._count_text,
            self._grid,
            SecondaryButton(
                tr("cultists.board.draw.for_us"), self._draw_random, icon=Icon.SHUFFLE, outlined=True
            ),
            *create_rule_links(
                board.app_context, "cultists", f"{EVENT}:{next(iter(self._tiles))}", board.session
            ),
            on_close=board.app_context.navigator.close_sheet,
        )

    def show(self) -> None:
        """Show the tokens left in the bag."""
        tokens_left = self._board.state.bag
        self._count_text.content = self._board.app_context.tr(
            "cultists.board.draw.left", n=sum(tokens_left.values())
        )
        for event, number in tokens_left.items():
            self._tiles[event].show(number)
        self.visible_tiles = {event: self._tiles[event] for event in tokens_left}
        show_children(self._grid, *self.visible_tiles.values())

    def _on_draw(self, event: str) -> None:
        self._board.app_context.navigator.close_sheet()
        self._board.play_move(moves.Event(event))

    def _draw_random(self) -> None:
        """Let the app draw a token at random; undo puts it back."""
        context, board = self._board.app_context, self._board
        context.navigator.close_sheet()
        move = draw_event(board.state, board.pick_random)
        if board.play_move(move):
            text = context.tr("cultists.board.draw.drawn", event=event_name(context.tr, move.event))
            context.toaster.show(text, action_text=context.tr("app.undo"), on_action=board.undo_last_move)


class TokenTile(Pressable):
    """A kind of token with the number left in the bag. Its background is only visible while pressed."""

    def __init__(self, tr: Translator, event: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(70) + sp(16) * 3.4,
            padding=(dp(6), dp(10), dp(6), dp(6)), spacing=dp(4),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CARD)
        self._tr = tr
        self._count = Text("", NUMBER, size_sp=16, autosize="both")
        self._count.pos_hint = {"x": 0, "top": 1} if look().rtl else {"right": 1, "top": 1}
        is_known = EVENTS[event].has_known_effect
        # Wide enough for the number beside the disc.
        token = FloatLayout(
            size_hint=(None, None), size=(dp(48) + sp(26) * 2, dp(48)), pos_hint={"center_x": 0.5}
        )
        disc = IconLabel(EVENT_ICONS[event], 28, tone="sea" if is_known else "ink_2")
        disc.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        Disc(
            disc,
            diameter=dp(48),
            background=theme_colour(SEA.deep),
            border=theme_colour(SEA.line if is_known else "rim"),
            line_width=2,
        )
        token.add_widget(disc)
        if EVENTS[event].copies > 1:
            token.add_widget(self._count)
        self.add_widget(token)
        name = event_name(tr, event)
        self.add_widget(
            Text(name, STRONG, min_size=11, max_lines=3, autosize="none", align="center", valign="top")
        )

    def show(self, count: int) -> None:
        self._count.content = self._tr("cultists.times", n=count) if count > 1 else ""

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)


class ColourChip(Pressable):
    """A chip for a room or a shelf. `done` ones have a check icon and are disabled."""

    def __init__(
        self,
        words: str,
        place: str,
        on_tap: Callable[[], object],
        *,
        done: bool = False,
        on_blocked: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(
            on_tap,
            on_blocked=on_blocked,
            size_hint_y=None,
            height=max(dp(52), sp(18) * 2.4),
            padding=(dp(10), dp(2)),
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP, background=theme_colour("raised"), line_width=1.5)
        mark = IconLabel(Icon.CHECK, 18, tone="sea") if done else ColourDot(place, 18)
        self.words = Text(words, STRONG, min_size=9, max_lines=1, autosize="none")
        self.add_widget(Row(mark, self.words, gap=7, size_hint_y=1))
        self.enabled = not done
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("raised" if self.enabled else "sea_deep")
        self._box.set_style(background=shade(ground, 0.08) if pressed else ground)


class CultistsPage(BaseBoardPage):
    def __init__(self, context: AppContext, controller: CultistsController, *tools: Widget) -> None:
        super().__init__(context, controller, *tools)
        self.app_context = context

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    def play_move(self, move: Any) -> bool:
        if self.state.phase is Phase.REVEALED and not isinstance(move, moves.Revealed):
            # The rules engine accepts other moves before the answer; the board requires the answer first.
            self.app_context.toaster.show(self.app_context.tr("cultists.board.answer_first"))
            return False
        is_played = super().play_move(move)
        if is_played and isinstance(move, moves.Shelves):
            drafts.save_shelves(self.app_context, self.state)
        return is_played

    def recall_shelves(self) -> tuple[moves.ShelfValue, ...]:
        return drafts.recall_shelves(self.app_context, self.state)


# A board has one room of each of these colours and several of every other colour.
_SINGLE_ROOM_COLOURS = (moves.Colour.LIGHT_BLUE, moves.Colour.RED, moves.Colour.GREEN)
_DEFAULT_ROOMS = 3
_MANY_SEATS = 7


def list_rooms(named_rooms: Iterable[str]) -> tuple[str, ...]:
    """Return the rooms to choose from.

    These are the usual rooms, the ones already named, and one more of each colour whose rooms are all named.
    """
    used_rooms = set(named_rooms)
    result: list[str] = []
    for colour in moves.Colour:
        if colour in _SINGLE_ROOM_COLOURS:
            result.append(colour.value)
            continue
        number = 1
        while number <= _DEFAULT_ROOMS or f"{colour.value}_{number - 1}" in used_rooms:
            result.append(f"{colour.value}_{number}")
            number += 1
    return (*result, *sorted(used_rooms.difference(result)))


class PlaceSheet(Sheet):
    """A choice of rooms or shelves. The ones in `done` cannot be chosen: `on_done` explains why."""

    def __init__(
        self,
        page: CultistsPage,
        title_key: str,
        places: Iterable[str],
        on_choose: Callable[[str], object],
        *remarks: Text,
        done: Collection[str] = (),
        on_done: Callable[[], object] | None = None,
    ) -> None:
        tr, navigator = page.app_context.tr, page.app_context.navigator
        chips = [
            ColourChip(
                place_name(tr, place),
                place,
                close_sheet_then(navigator, partial(on_choose, place)),
                done=place in done,
                on_blocked=on_done,
            )
            for place in places
        ]
        grid = Grid(*chips, gap=8, min_column_width=100 * min(1.6, look().text_scale), max_columns=3)
        super().__init__(tr(title_key), *remarks, grid, on_close=navigator.close_sheet)


def open_room_sheet(page: CultistsPage) -> None:
    """Ask for the explored room, and then for its hazard card."""
    context, explored = page.app_context, page.state.explored

    def explore(room: str) -> None:
        is_played = page.play_move(moves.Explored(room))
        if is_played and not page.state.setup.first_game and page.session.outcome is None:
            context.navigator.open_sheet(HazardSheet(page, room, after_exploring=True))

    remark = Text(context.tr("cultists.building.explored.when", explored_at=CARDS_TO_EXPLORE), MUTED)
    explain = partial(context.show_problem, error("cultists.problem.explored_before"))
    title_key, rooms = "cultists.building.explored.title", list_rooms(explored)
    sheet = PlaceSheet(page, title_key, rooms, explore, remark, done=explored, on_done=explain)
    context.navigator.open_sheet(sheet)


class HazardSheet(Sheet):
    """The sheet to record a hazard card.

    `after_exploring` adds the answer that the room's token has no hazard sign.
    """

    def __init__(self, page: CultistsPage, room: str | None = None, *, after_exploring: bool = False) -> None:
        tr = page.app_context.tr
        self._page, self._room = page, room
        tiles = [
            ActionTile(
                tr(f"cultists.hazard.{card.value}"),
                icon,
                partial(self._on_card, card),
                border=tone,
                tone=tone,
            )
            for card, (icon, tone) in HAZARD_ICONS.items()
        ]
        name = place_name(tr, room) if room is not None else ""
        title_key = "cultists.building.hazard.asked" if after_exploring else "cultists.building.hazard.title"
        parts = [
            Text(tr("cultists.building.hazard.how"), MUTED),
            Grid(*tiles, gap=8, min_column_width=90 * min(1.6, look().text_scale), max_columns=3),
        ]
        if after_exploring:
            words = tr("cultists.building.hazard.no_sign")
            parts.append(
                SecondaryButton(words, page.app_context.navigator.close_sheet, icon=Icon.CHECK, outlined=True)
            )
        super().__init__(tr(title_key, room=name), *parts, on_close=page.app_context.navigator.close_sheet)

    def _on_card(self, card: moves.HazardCard) -> None:
        page, navigator = self._page, self._page.app_context.navigator
        navigator.close_sheet()
        if card is moves.HazardCard.FAILURE and self._room is None and page.state.tokens_left:
            # Any room can get a token, explored or not.
            named_rooms = filter(moves.colour_of, (*page.state.explored, *page.state.cultist_tokens))
            rooms = list_rooms(named_rooms)
            navigator.open_sheet(PlaceSheet(page, "cultists.building.hazard.where", rooms, self._place_token))
        elif page.play_move(moves.Hazard(card, self._room)):
            page.app_context.toaster.show(hazard_result_text(page, card))

    def _place_token(self, room: str) -> None:
        self._page.play_move(moves.Hazard(moves.HazardCard.FAILURE, room))


def hazard_result_text(page: CultistsPage, card: moves.HazardCard) -> str:
    """Return the effect of a hazard card in words."""
    tr, previous = page.app_context.tr, page.session.states[-2]
    if card is moves.HazardCard.SUCCESS:
        return tr("cultists.building.told.nothing")
    if card is moves.HazardCard.FAILURE and previous.tokens_left:
        return tr("cultists.building.told.token")
    if previous.is_fishman_inside:
        return tr("cultists.building.told.fishman_stays")
    return " ".join((tr("cultists.building.told.fishman"), fishman_place_text(tr, previous)))


def fishman_place_text(tr: Translator, state: State) -> str:
    """Return where the Fishman is placed when he comes in; from seven seats on it is another corridor."""
    has_many_seats = state.setup.seats >= _MANY_SEATS
    return tr(
        "cultists.building.fishman_where.large" if has_many_seats else "cultists.building.fishman_where.small"
    )


# The shelves in the rules: orange and pink span several rooms, each blue room has its own shelf.
_SHELVES = ("orange", "pink", "blue_1", "blue_2", "blue_3")
# More pips do not fit beside a name: a number is shown instead.
_MAX_PIPS = 10
_DEFAULT_SHELF = (4, 3)


def merge_shelves(state: State, saved: tuple[moves.ShelfValue, ...]) -> dict[str, Shelf]:
    """Return all shelves by name, with the values from this game or from an earlier one."""
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
    """The library: all shelves with buttons to add and remove books."""

    def __init__(self, page: CultistsPage) -> None:
        super().__init__(gap=12)
        self._page = page
        tr = page.app_context.tr
        self.rows: dict[str, ShelfRow] = {}
        self._shelves = Column(gap=10)
        self.add_widget(Text(tr("cultists.building.library"), HEADING))
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
        navigator, shelves = self._page.app_context.navigator, list_missing_shelves(self.rows)
        sheet = PlaceSheet(self._page, "cultists.building.shelf.which", shelves, self._open_new_shelf)
        navigator.open_sheet(sheet)

    def _open_new_shelf(self, name: str) -> None:
        self._page.app_context.navigator.open_sheet(ShelfSheet(self._page, Shelf(name)))


class ShelfRow(Row):
    """A shelf with its colour, name, books and points; a tap edits its values."""

    def __init__(self, page: CultistsPage, name: str) -> None:
        super().__init__(gap=8)
        self._page, self._name = page, name
        tr = page.app_context.tr
        self._title = Text(place_name(tr, name), LABEL, autosize="both")
        self._pips = Text("", face=ICONS, scaled=False, tone="sea")
        self._line = Text("", MUTED, max_lines=2)
        self._pencil = IconLabel(Icon.PENCIL, 18, tone="ink_2")
        self._title_row = Row(self._title, self._pencil, gap=8)
        self._words = Column(self._title_row, self._line, gap=1)
        self.words = ShelfLabel(self._open_shelf_sheet, self._words, ColourDot(name, 26))
        # Playing the refused move shows why no book can be removed.
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
        shown_pips = (self._pips,) if self._pips.content else ()
        show_children(self._words, self._title_row, *shown_pips, self._line)
        self.remove_button.enabled = shelf.stored > 0 and not shelf.complete
        self.add_button.enabled = not shelf.complete
        self._pencil.opacity = 0 if shelf.complete else 1
        self.words.enabled = not shelf.complete

    def _add_book(self) -> None:
        page = self._page
        saved = [value for value in page.recall_shelves() if value.shelf == self._name]
        # Shelf values from an earlier game with this board are applied first.
        if not saved or page.play_move(moves.Shelves(tuple(saved))):
            page.play_move(moves.Book(self._name))

    def _remove_book(self) -> None:
        self._page.play_move(moves.BookBack(self._name))

    def _open_shelf_sheet(self) -> None:
        shelf = merge_shelves(self._page.state, self._page.recall_shelves())[self._name]
        self._page.app_context.navigator.open_sheet(ShelfSheet(self._page, shelf))


class ShelfLabel(Pressable):
    """The label of a shelf, at least as high as a touch target."""

    def __init__(self, on_tap: Callable[[], object], words: Column, dot: ColourDot) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET), pos_hint={"center_y": 0.5})
        self._box = RoundedBox(self, radius=RADIUS_CELL)
        self.add_widget(Row(dot, words, gap=10, size_hint_y=1))
        words.bind(height=lambda _, height: setattr(self, "height", max(dp(TOUCH_TARGET), height)))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)


class ShelfSheet(Sheet):
    """The sheet to enter how many books a shelf holds and how many points it gives."""

    def __init__(self, page: CultistsPage, shelf: Shelf) -> None:
        tr, navigator = page.app_context.tr, page.app_context.navigator
        self._page, self._shelf = page, shelf
        books, points = _DEFAULT_SHELF
        min_books = max(1, shelf.stored)
        # The values are read when the sheet is saved, so nothing happens when they change.
        self._books = Stepper(shelf.books or max(books, shelf.stored), min_books, BOOKS, do_nothing)
        self._points = Stepper(shelf.points or points, SHELF_POINTS[0], SHELF_POINTS[-1], do_nothing)
        super().__init__(
            tr("cultists.building.shelf.title", shelf=place_name(tr, shelf.shelf)),
            Text(tr("cultists.building.shelf.read"), MUTED),
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
        value = moves.ShelfValue(self._shelf.shelf, self._books.value, self._points.value)
        self._page.play_move(moves.Shelves((value,)))

    def _complete_shelf(self) -> None:
        """Mark the shelf as complete, for tables that do not count books."""
        self._page.app_context.navigator.close_sheet()
        shelf = next((one for one in self._page.state.library if one.shelf == self._shelf.shelf), None)
        points = None if shelf is not None and shelf.points is not None else self._points.value
        self._page.play_move(moves.ShelfCompleted(self._shelf.shelf, points))


def list_missing_shelves(existing: Collection[str]) -> list[str]:
    """Return the shelves that a board may have besides `existing`."""
    names = [colour.value + number for colour in moves.Colour for number in ("", "_1", "_2", "_3")]
    return [name for name in names if name not in existing and is_valid_bookshelf_name(name, existing)]


class BuildingPage(CultistsPage):
    def __init__(self, context: AppContext, controller: CultistsController) -> None:
        super().__init__(context, controller)
        self.more.opacity, self.more.width = 0, 0
        self.more.enabled = False
        tr = context.tr
        # On the board a tap on the track opens this page.
        self._track = PointsTrack(tr, self.state, do_nothing)
        self.library = LibraryCard(self)
        self.rooms = RoomsCard(self)
        self.dangers = DangersCard(self)
        second = Column(self.rooms, gap=12)
        if not self.state.setup.first_game:
            second.add_widget(self.dangers)
        self.body.add_widget(Panes(Column(self._track, self.library, gap=12), second, gap=12))
        self.title.show(tr("cultists.building.title"), tr("cultists.building.subtitle"))
        self.show()

    def show(self) -> None:
        super().show()
        self._track.show(self.state)
        self.library.show()
        self.rooms.show()
        self.dangers.show()

    def play_move(self, move: object) -> bool:
        is_played = super().play_move(move)
        if is_played and self.state.phase in (Phase.KILLS, Phase.SEER_GUESS, Phase.OVER):
            # The target is reached: the board asks what follows or shows the result.
            self.app_context.go_back()
        return is_played


class RoomsCard(Card):
    def __init__(self, page: BuildingPage) -> None:
        super().__init__(gap=10)
        self._page = page
        tr = page.app_context.tr
        self._count = Text("", MUTED)
        self._explored_rooms = Wrap(gap=8)
        self._complete_text = Text("", tone="sea")
        self.add_widget(heading(Icon.DOOR, tr("cultists.building.rooms")))
        for part in (self._count, self._explored_rooms, self._complete_text):
            self.add_widget(part)
        self.explore_button = SecondaryButton(
            tr("cultists.happened.explored"), partial(open_room_sheet, page), icon=Icon.KEY_CARD
        )
        self.add_widget(self.explore_button)

    def show(self) -> None:
        tr, state = self._page.app_context.tr, self._page.state
        self._count.content = tr(
            "cultists.building.of_rooms", count=len(state.explored), n=state.numbers.rooms
        )
        self._explored_rooms.clear_widgets()
        complete = state.completed_rooms
        places = tuple(place_name(tr, room) for room in complete)
        self._complete_text.content = tr("cultists.building.complete", places=places) if places else ""
        for room in state.explored:
            if room in complete:
                continue
            name = Text(place_name(tr, room), autosize="both")
            self._explored_rooms.add_widget(Row(ColourDot(room, 18), name, gap=6, hug=True))


class DangersCard(Card):
    """Cultist tokens in rooms, and the Fishman."""

    def __init__(self, page: BuildingPage) -> None:
        super().__init__(gap=10)
        self._page = page
        tr = page.app_context.tr
        self._cache_key: object = None
        self._lines = Column(gap=8)
        self.add_widget(heading(Icon.FISHMAN, tr("cultists.building.dangers")))
        self.add_widget(self._lines)
        self.hazard_button = SecondaryButton(
            tr("cultists.happened.hazard"), self._open_hazard_sheet, icon=Icon.CARD
        )
        self.add_widget(self.hazard_button)

    def show(self) -> None:
        page = self._page
        tr, state = page.app_context.tr, page.state
        cache_key = (state.cultist_tokens, state.tokens_left, state.is_fishman_inside)
        if cache_key == self._cache_key:
            return
        self._cache_key = cache_key
        self._lines.clear_widgets()
        self._lines.add_widget(Text(tr("cultists.building.tokens_left", n=state.tokens_left), MUTED))
        for room in state.cultist_tokens:
            words = tr("cultists.building.token_in", room=place_name(tr, room))
            confront = partial(page.play_move, moves.Confronted(room))
            self._lines.add_widget(
                _build_danger_row(Icon.CULTIST, words, tr("cultists.building.confronted"), confront)
            )
        if state.is_fishman_inside:
            words, do = tr("cultists.building.fishman_in"), tr("cultists.building.scared")
            self._lines.add_widget(
                _build_danger_row(Icon.FISHMAN, words, do, partial(page.play_move, moves.FishmanScared()))
            )
            self._lines.add_widget(Text(fishman_place_text(tr, state), MUTED))
        else:
            self._lines.add_widget(Text(tr("cultists.problem.need_fishman"), MUTED))

    def _open_hazard_sheet(self) -> None:
        self._page.app_context.navigator.open_sheet(HazardSheet(self._page))


def _build_danger_row(icon: Icon, words: str, do: str, act: Callable[[], object]) -> Row:
    return Row(
        IconLabel(icon, 26, tone="evil"), Text(words), SecondaryButton(do, act, size_hint_x=0.9), gap=10
    )
