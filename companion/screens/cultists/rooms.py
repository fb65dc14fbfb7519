"""Rooms by their colour: which one was explored, and what the hazard deck had to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from companion.entry.cultists.words import place_name
from companion.games.cultists.building import CARDS_TO_EXPLORE
from companion.games.cultists.moves import Card, Explored, Hazard
from companion.games.cultists.places import Colour, colour_of
from companion.games.cultists.state import State
from companion.games.game import error
from companion.i18n.translator import Translator
from companion.screens.cultists.event_sheet import ColourChip
from companion.screens.cultists.marks import HAZARD_ICONS
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Text
from companion.widgets.theme import look
from companion.widgets.tiles import ActionTile

if TYPE_CHECKING:
    from companion.screens.cultists.table_page import CultistsPage

# The rooms with a purpose of their own stand alone; of the others a board has several.
_ALONE = (Colour.LIGHT_BLUE, Colour.RED, Colour.GREEN)
_USUAL = 3
_LARGE = 7


def rooms(named: Iterable[str]) -> tuple[str, ...]:
    """All rooms to choose from: what boards usually have, those already named, and one more of each colour
    of which all are named."""
    taken = set(named)
    listed: list[str] = []
    for colour in Colour:
        if colour in _ALONE:
            listed.append(colour.value)
            continue
        number = 1
        while number <= _USUAL or f"{colour.value}_{number - 1}" in taken:
            listed.append(f"{colour.value}_{number}")
            number += 1
    return (*listed, *sorted(taken.difference(listed)))


def room_grid(
    tr: Translator,
    choose: Callable[[str], object],
    explored: tuple[str, ...] = (),
    why: Callable[[], object] | None = None,
) -> Grid:
    chips = [
        ColourChip(place_name(tr, room), room, partial(choose, room), done=room in explored, why=why)
        for room in rooms(explored)
    ]
    return Grid(*chips, gap=8, narrowest=100 * min(1.6, look().text_scale), most_columns=3)


class RoomSheet(Sheet):
    """The third card lies at a room: which one? Then whether its token shows the hazard sign."""

    def __init__(self, page: CultistsPage) -> None:
        tr, state = page.shell.tr, page.state
        self._page = page
        super().__init__(
            tr("cultists.building.explored.title"),
            Text(
                tr("cultists.building.explored.when", explored_at=CARDS_TO_EXPLORE), size_sp=16, tone="ink_2"
            ),
            room_grid(tr, self._explore, state.explored, why=self._say_known),
            on_close=page.shell.stage.close_sheet,
        )

    def _explore(self, room: str) -> None:
        page = self._page
        page.shell.stage.close_sheet()
        if page.play(Explored(room)) and not page.state.setup.first_game and page.table.outcome is None:
            page.shell.stage.open_sheet(HazardSheet(page, room, asked=True))

    def _say_known(self) -> None:
        self._page.shell.say(error("cultists.problem.explored_before"))


class HazardSheet(Sheet):
    """What the hazard deck showed. `asked` right after a room was explored: there may be no hazard sign."""

    def __init__(self, page: CultistsPage, room: str | None = None, *, asked: bool = False) -> None:
        tr = page.shell.tr
        self._page, self._room = page, room
        tiles = [
            ActionTile(
                tr(f"cultists.hazard.{card.value}"),
                icon,
                partial(self._met, card),
                edge=tone,
                tone=tone,
            )
            for card, (icon, tone) in HAZARD_ICONS.items()
        ]
        name = place_name(tr, room) if room is not None else ""
        title = (
            tr("cultists.building.hazard.asked", room=name) if asked else tr("cultists.building.hazard.title")
        )
        parts = [
            Text(tr("cultists.building.hazard.how"), size_sp=16, tone="ink_2"),
            Grid(*tiles, gap=8, narrowest=90 * min(1.6, look().text_scale), most_columns=3),
        ]
        if asked:
            words = tr("cultists.building.hazard.no_sign")
            parts.append(SideButton(words, page.shell.stage.close_sheet, icon=Icon.CHECK, outlined=True))
        super().__init__(title, *parts, on_close=page.shell.stage.close_sheet)

    def _met(self, card: Card) -> None:
        page = self._page
        page.shell.stage.close_sheet()
        if card is Card.FAILURE and self._room is None and page.state.tokens_left:
            page.shell.stage.open_sheet(TokenRoomSheet(page))
        elif page.play(Hazard(card, self._room)):
            page.shell.toaster.show(told_hazard(page, card))


class TokenRoomSheet(Sheet):
    """Into which room the Cultist token goes."""

    def __init__(self, page: CultistsPage) -> None:
        tr = page.shell.tr
        self._page = page
        # Any room can get a token, explored or not.
        known = [room for room in (*page.state.explored, *page.state.cultist_tokens) if colour_of(room)]
        chips = [ColourChip(place_name(tr, room), room, partial(self._put, room)) for room in rooms(known)]
        super().__init__(
            tr("cultists.building.hazard.where"),
            Grid(*chips, gap=8, narrowest=100 * min(1.6, look().text_scale), most_columns=3),
            on_close=page.shell.stage.close_sheet,
        )

    def _put(self, room: str) -> None:
        self._page.shell.stage.close_sheet()
        self._page.play(Hazard(Card.FAILURE, room))


def told_hazard(page: CultistsPage, card: Card) -> str:
    """What came of a hazard card, in words."""
    tr, before = page.shell.tr, page.table.states[-2]
    if card is Card.SUCCESS:
        return tr("cultists.building.told.nothing")
    if card is Card.FAILURE and before.tokens_left:
        return tr("cultists.building.told.token")
    if before.fishman:
        return tr("cultists.building.told.fishman_stays")
    return " ".join((tr("cultists.building.told.fishman"), fishman_stands(tr, before)))


def fishman_stands(tr: Translator, state: State) -> str:
    """Where the Fishman is put when he comes in; from seven seats on it is another corridor."""
    large = state.setup.seats >= _LARGE
    return tr("cultists.building.fishman_where.large" if large else "cultists.building.fishman_where.small")
