"""Rooms by their colour: which one was explored, and what the hazard deck had to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from companion.core.game import error
from companion.entry.cultists.words import place_name
from companion.games.cultists.building import CARDS_TO_EXPLORE
from companion.games.cultists.moves import Explored, Hazard, HazardCard
from companion.games.cultists.places import Colour, colour_of
from companion.games.cultists.state import State
from companion.i18n.translator import Translator
from companion.screens.cultists.event_sheet import ColourChip
from companion.screens.cultists.marks import HAZARD_ICONS
from companion.widgets.buttons import ActionTile, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Grid
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text
from companion.widgets.theme import look

if TYPE_CHECKING:
    from companion.screens.cultists.table_page import CultistsPage

# The rooms with a purpose of their own stand alone; of the others a board has several.
_SINGLE_ROOM_COLOURS = (Colour.LIGHT_BLUE, Colour.RED, Colour.GREEN)
_DEFAULT_ROOMS = 3
_MANY_SEATS = 7


def list_rooms(named_rooms: Iterable[str]) -> tuple[str, ...]:
    """All rooms to choose from: what boards usually have, those already named, and one more of each colour
    of which all are named."""
    used_rooms = set(named_rooms)
    result: list[str] = []
    for colour in Colour:
        if colour in _SINGLE_ROOM_COLOURS:
            result.append(colour.value)
            continue
        number = 1
        while number <= _DEFAULT_ROOMS or f"{colour.value}_{number - 1}" in used_rooms:
            result.append(f"{colour.value}_{number}")
            number += 1
    return (*result, *sorted(used_rooms.difference(result)))


def build_room_grid(
    tr: Translator,
    on_select: Callable[[str], object],
    explored: tuple[str, ...] = (),
    on_disabled: Callable[[], object] | None = None,
) -> Grid:
    chips = [
        ColourChip(
            place_name(tr, room),
            room,
            partial(on_select, room),
            done=room in explored,
            on_blocked=on_disabled,
        )
        for room in list_rooms(explored)
    ]
    return Grid(*chips, gap=8, min_column_width=100 * min(1.6, look().text_scale), max_columns=3)


class RoomSheet(Sheet):
    """The third card lies at a room: which one? Then whether its token shows the hazard sign."""

    def __init__(self, page: CultistsPage) -> None:
        tr, state = page.app_context.tr, page.state
        self._page = page
        super().__init__(
            tr("cultists.building.explored.title"),
            Text(
                tr("cultists.building.explored.when", explored_at=CARDS_TO_EXPLORE), size_sp=16, tone="ink_2"
            ),
            build_room_grid(tr, self._explore, state.explored, on_disabled=self._show_already_explored),
            on_close=page.app_context.navigator.close_sheet,
        )

    def _explore(self, room: str) -> None:
        page = self._page
        page.app_context.navigator.close_sheet()
        if (
            page.play_move(Explored(room))
            and not page.state.setup.first_game
            and page.session.outcome is None
        ):
            page.app_context.navigator.open_sheet(HazardSheet(page, room, after_exploring=True))

    def _show_already_explored(self) -> None:
        self._page.app_context.show_problem(error("cultists.problem.explored_before"))


class HazardSheet(Sheet):
    """What the hazard deck showed. `after_exploring` right after a room was explored: there may be no
    hazard sign."""

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
        title = (
            tr("cultists.building.hazard.asked", room=name)
            if after_exploring
            else tr("cultists.building.hazard.title")
        )
        parts = [
            Text(tr("cultists.building.hazard.how"), size_sp=16, tone="ink_2"),
            Grid(*tiles, gap=8, min_column_width=90 * min(1.6, look().text_scale), max_columns=3),
        ]
        if after_exploring:
            words = tr("cultists.building.hazard.no_sign")
            parts.append(
                SecondaryButton(words, page.app_context.navigator.close_sheet, icon=Icon.CHECK, outlined=True)
            )
        super().__init__(title, *parts, on_close=page.app_context.navigator.close_sheet)

    def _on_card(self, card: HazardCard) -> None:
        page = self._page
        page.app_context.navigator.close_sheet()
        if card is HazardCard.FAILURE and self._room is None and page.state.tokens_left:
            page.app_context.navigator.open_sheet(TokenRoomSheet(page))
        elif page.play_move(Hazard(card, self._room)):
            page.app_context.toaster.show(hazard_result_text(page, card))


class TokenRoomSheet(Sheet):
    """Into which room the Cultist token goes."""

    def __init__(self, page: CultistsPage) -> None:
        tr = page.app_context.tr
        self._page = page
        # Any room can get a token, explored or not.
        named_rooms = [room for room in (*page.state.explored, *page.state.cultist_tokens) if colour_of(room)]
        chips = [
            ColourChip(place_name(tr, room), room, partial(self._place_token, room))
            for room in list_rooms(named_rooms)
        ]
        super().__init__(
            tr("cultists.building.hazard.where"),
            Grid(*chips, gap=8, min_column_width=100 * min(1.6, look().text_scale), max_columns=3),
            on_close=page.app_context.navigator.close_sheet,
        )

    def _place_token(self, room: str) -> None:
        self._page.app_context.navigator.close_sheet()
        self._page.play_move(Hazard(HazardCard.FAILURE, room))


def hazard_result_text(page: CultistsPage, card: HazardCard) -> str:
    """What came of a hazard card, in words."""
    tr, previous = page.app_context.tr, page.session.states[-2]
    if card is HazardCard.SUCCESS:
        return tr("cultists.building.told.nothing")
    if card is HazardCard.FAILURE and previous.tokens_left:
        return tr("cultists.building.told.token")
    if previous.is_fishman_inside:
        return tr("cultists.building.told.fishman_stays")
    return " ".join((tr("cultists.building.told.fishman"), fishman_place_text(tr, previous)))


def fishman_place_text(tr: Translator, state: State) -> str:
    """Where the Fishman is put when he comes in; from seven seats on it is another corridor."""
    has_many_seats = state.setup.seats >= _MANY_SEATS
    return tr(
        "cultists.building.fishman_where.large" if has_many_seats else "cultists.building.fishman_where.small"
    )
