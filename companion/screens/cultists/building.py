"""The building: its library, the rooms that are explored, and the dangers in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.entry.cultists.words import place_name
from companion.games.cultists.moves import Confronted, FishmanScared
from companion.games.cultists.state import Awaits
from companion.screens.cultists.marks import ColourDot
from companion.screens.cultists.points_track import PointsTrack
from companion.screens.cultists.role_marks import heading
from companion.screens.cultists.rooms import HazardSheet, RoomSheet, fishman_stands
from companion.screens.cultists.shelves import LibraryCard
from companion.screens.cultists.sitting import CultistsSitting
from companion.screens.cultists.table_page import CultistsPage
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row, Wrap
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text


class BuildingPage(CultistsPage):
    def __init__(self, shell: Shell, sitting: CultistsSitting) -> None:
        super().__init__(shell, sitting)
        self.more.opacity, self.more.width = 0, 0
        self.more.enabled = False
        tr = shell.tr
        self._track = PointsTrack(tr, self.state, _stay)
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

    def play(self, move: object) -> bool:
        done = super().play(move)
        if done and self.state.awaits in (Awaits.KILLS, Awaits.SEER_GUESS, Awaits.OVER):
            # The points are reached: the board says what comes of it.
            self.shell.back()
        return done


def _stay() -> None:
    """The track leads to the building, and this is it."""


class RoomsCard(Card):
    def __init__(self, page: BuildingPage) -> None:
        super().__init__(gap=10)
        self._page = page
        tr = page.shell.tr
        self._count = Text("", size_sp=16, tone="ink_2")
        self._explored = Wrap(gap=8)
        self._complete = Text("", size_sp=16, tone="sea")
        self.add_widget(heading(Icon.DOOR, tr("cultists.building.rooms")))
        for part in (self._count, self._explored, self._complete):
            self.add_widget(part)
        self.explore = SideButton(tr("cultists.happened.explored"), self._open, icon=Icon.KEY_CARD)
        self.add_widget(self.explore)

    def show(self) -> None:
        tr, state = self._page.shell.tr, self._page.state
        self._count.content = tr(
            "cultists.building.of_rooms", count=len(state.explored), n=state.numbers.rooms
        )
        self._explored.clear_widgets()
        complete = state.completed
        places = tuple(place_name(tr, room) for room in complete)
        self._complete.content = tr("cultists.building.complete", places=places) if places else ""
        for room in state.explored:
            if room in complete:
                continue
            name = Text(place_name(tr, room), size_sp=16, grow="both", pos_hint={"center_y": 0.5})
            self._explored.add_widget(Row(ColourDot(room, 18), name, gap=6, hug=True))

    def _open(self) -> None:
        self._page.shell.stage.open_sheet(RoomSheet(self._page))


class DangersCard(Card):
    """Cultist tokens in rooms, and the Fishman."""

    def __init__(self, page: BuildingPage) -> None:
        super().__init__(gap=10)
        self._page = page
        tr = page.shell.tr
        self._seen: object = None
        self._lines = Column(gap=8)
        self.add_widget(heading(Icon.FISHMAN, tr("cultists.building.dangers")))
        self.add_widget(self._lines)
        self.hazard = SideButton(tr("cultists.happened.hazard"), self._open, icon=Icon.CARD)
        self.add_widget(self.hazard)

    def show(self) -> None:
        page = self._page
        tr, state = page.shell.tr, page.state
        seen = (state.cultist_tokens, state.tokens_left, state.fishman)
        if seen == self._seen:
            return
        self._seen = seen
        self._lines.clear_widgets()
        self._lines.add_widget(
            Text(tr("cultists.building.tokens_left", n=state.tokens_left), size_sp=16, tone="ink_2")
        )
        for room in state.cultist_tokens:
            words = tr("cultists.building.token_in", room=place_name(tr, room))
            confront = partial(page.play, Confronted(room))
            self._lines.add_widget(_danger(Icon.CULTIST, words, tr("cultists.building.confronted"), confront))
        if state.fishman:
            words, do = tr("cultists.building.fishman_in"), tr("cultists.building.scared")
            self._lines.add_widget(_danger(Icon.FISHMAN, words, do, partial(page.play, FishmanScared())))
            self._lines.add_widget(Text(fishman_stands(tr, state), size_sp=16, tone="ink_2"))
        else:
            self._lines.add_widget(Text(tr("cultists.problem.need_fishman"), size_sp=16, tone="ink_2"))

    def _open(self) -> None:
        self._page.shell.stage.open_sheet(HazardSheet(self._page))


def _danger(icon: Icon, words: str, do: str, act: Callable[[], object]) -> Row:
    return Row(
        Glyph(icon, 26, tone="evil", pos_hint={"center_y": 0.5}),
        Text(words, size_sp=16, pos_hint={"center_y": 0.5}),
        SideButton(do, act, size_hint_x=0.9, pos_hint={"center_y": 0.5}),
        gap=10,
    )
