"""The building: its library, the rooms that are explored, and the dangers in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.app_context import AppContext
from companion.entry.cultists.words import place_name
from companion.games.cultists.moves import Confronted, FishmanScared
from companion.games.cultists.state import Phase
from companion.screens.cultists.marks import ColourDot
from companion.screens.cultists.points_track import PointsTrack
from companion.screens.cultists.role_marks import heading
from companion.screens.cultists.rooms import HazardSheet, RoomSheet, fishman_place_text
from companion.screens.cultists.shelves import LibraryCard
from companion.screens.cultists.sitting import CultistsController
from companion.screens.cultists.table_page import CultistsPage
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row, Wrap
from companion.widgets.text import IconLabel, Text


class BuildingPage(CultistsPage):
    def __init__(self, context: AppContext, controller: CultistsController) -> None:
        super().__init__(context, controller)
        self.more.opacity, self.more.width = 0, 0
        self.more.enabled = False
        tr = context.tr
        self._track = PointsTrack(tr, self.state, _do_nothing)
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
            # The points are reached: the board says what comes of it.
            self.app_context.go_back()
        return is_played


def _do_nothing() -> None:
    """The track leads to the building, and this is it."""


class RoomsCard(Card):
    def __init__(self, page: BuildingPage) -> None:
        super().__init__(gap=10)
        self._page = page
        tr = page.app_context.tr
        self._count = Text("", size_sp=16, tone="ink_2")
        self._explored_rooms = Wrap(gap=8)
        self._complete_text = Text("", size_sp=16, tone="sea")
        self.add_widget(heading(Icon.DOOR, tr("cultists.building.rooms")))
        for part in (self._count, self._explored_rooms, self._complete_text):
            self.add_widget(part)
        self.explore_button = SecondaryButton(
            tr("cultists.happened.explored"), self._open_room_sheet, icon=Icon.KEY_CARD
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
            name = Text(place_name(tr, room), size_sp=16, autosize="both", pos_hint={"center_y": 0.5})
            self._explored_rooms.add_widget(Row(ColourDot(room, 18), name, gap=6, hug=True))

    def _open_room_sheet(self) -> None:
        self._page.app_context.navigator.open_sheet(RoomSheet(self._page))


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
        self._lines.add_widget(
            Text(tr("cultists.building.tokens_left", n=state.tokens_left), size_sp=16, tone="ink_2")
        )
        for room in state.cultist_tokens:
            words = tr("cultists.building.token_in", room=place_name(tr, room))
            confront = partial(page.play_move, Confronted(room))
            self._lines.add_widget(
                _build_danger_row(Icon.CULTIST, words, tr("cultists.building.confronted"), confront)
            )
        if state.is_fishman_inside:
            words, do = tr("cultists.building.fishman_in"), tr("cultists.building.scared")
            self._lines.add_widget(
                _build_danger_row(Icon.FISHMAN, words, do, partial(page.play_move, FishmanScared()))
            )
            self._lines.add_widget(Text(fishman_place_text(tr, state), size_sp=16, tone="ink_2"))
        else:
            self._lines.add_widget(Text(tr("cultists.problem.need_fishman"), size_sp=16, tone="ink_2"))

    def _open_hazard_sheet(self) -> None:
        self._page.app_context.navigator.open_sheet(HazardSheet(self._page))


def _build_danger_row(icon: Icon, words: str, do: str, act: Callable[[], object]) -> Row:
    return Row(
        IconLabel(icon, 26, tone="evil", pos_hint={"center_y": 0.5}),
        Text(words, size_sp=16, pos_hint={"center_y": 0.5}),
        SecondaryButton(do, act, size_hint_x=0.9, pos_hint={"center_y": 0.5}),
        gap=10,
    )
