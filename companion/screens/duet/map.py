"""The mission map of a team: which cities are won, what the next mission asks for, and the way to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from kivy.uix.boxlayout import BoxLayout

from companion.entry.duet.campaigns import free_spot, suggested
from companion.games.duet.campaign import (
    Campaign,
    City,
    changed,
    city_of,
    mission_of,
    moved,
    toggled,
    why_not,
    with_city,
    without_city,
)
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup, problems
from companion.games.game import Problem, blocking
from companion.games.seats import LONGEST_NAME
from companion.screens.duet import maps
from companion.screens.duet.map_cities import Doing, MissionMap
from companion.screens.duet.map_halves import Banner, Halves
from companion.screens.duet.map_marks import marks_of
from companion.screens.duet.map_sheet import CityPanel, PlayFoot
from companion.screens.duet.map_teams import TeamsSheet, checked_name, standing_of
from companion.screens.names import NameEntry, open_naming
from companion.screens.send_sheet import send
from companion.screens.sheet_buttons import offer_on
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import IconButton
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_MAIN, paint

_HALF_TYPED: Final = "map_half_typed"


@dataclass(frozen=True, slots=True)
class HalfTyped:
    """The name of a city that is being typed: a new one, or another one for the city of this id."""

    campaign: str
    city: str
    typed: str


class MapPage(Keeps, Page):
    """`setup` says who plays, and how; its mission, if it has one, which map is looked at. What is done
    to the map is kept with every tap."""

    # It takes what there is.
    widest = 10_000
    # A map that is opened from a file meanwhile is to be seen at once.
    shows_maps = True

    def __init__(self, shell: Shell, setup: Setup, city: str | None = None) -> None:
        tr = shell.tr
        self._shell, self._setup = shell, setup
        self.add = IconButton(Icon.PLUS, self.open_add, tone="ink_2")
        self.more = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        self.take_back = IconButton(Icon.UNDO, self.undo, mirrored=True, tone="ink_2")
        tools = [self.take_back, self.add, self.more]
        super().__init__(TitleBar(tr("duet.map.title"), " ", on_back=shell.back, tools=tools))
        self.campaign = maps.map_of(shell, setup)
        self.city = city or ""
        self._several = False
        # The map before each of the changes that were made on this visit: they can be taken back.
        self._before: list[Campaign] = []
        self.map = MissionMap(self.choose, self._join, self._move, lambda: shell.buzz(0.03))
        self.panel = CityPanel(tr, self._renumber, self._rename_city, self._remove_city)
        self.foot = PlayFoot(tr, self.play, self._say_why)
        self._banner = Banner(tr("duet.map.done"), partial(self.do, Doing.CHOOSE))
        self.body.add_widget(self.panel)
        self.remove_widget(self.scroll)
        side = BoxLayout(orientation="vertical")
        side.add_widget(self.scroll)
        side.add_widget(self.foot)
        Box(side, radius=RADIUS_MAIN, ground=paint("plank"), edge=paint("groove"), line=1)
        self._halves = Halves(tr, self.map, side, needed=self._needed, below=self.body)
        self.add_widget(self._halves)

    # -- found again --------------------------------------------------------------------------------------

    def keep(self) -> tuple[str, str]:
        return self.campaign.id, self.city

    def take_up(self, kept: tuple[str, str]) -> None:
        id, self.city = kept
        self.campaign = maps.kept_map(self._shell, id) or self.campaign

    def enter(self) -> None:
        """Something may have been played or opened meanwhile: what nobody keeps gives way to what came."""
        shell = self._shell
        campaign = maps.kept_map(shell, self.campaign.id) or maps.map_of(shell, self._setup)
        self._before.clear()
        self._count_maps()
        self.look_at(maps.up_to_date(shell, campaign))
        left = shell.recall(HalfTyped, _HALF_TYPED)
        found = left is not None and left.typed and left.campaign == self.campaign.id
        if left is not None and found and shell.stage.sheet is None:
            self._name_city(left.city if self._has(left.city) else "", left.typed)

    def leave(self) -> None:
        self._forget()

    def go_back(self) -> bool:
        if self.map.doing is Doing.CHOOSE:
            return False
        self.do(Doing.CHOOSE)
        return True

    # -- showing ------------------------------------------------------------------------------------------

    def look_at(self, campaign: Campaign) -> None:
        """At this map, from now on."""
        if campaign.id != self.campaign.id:
            self._forget()
        self.campaign = campaign
        if not self._has(self.city):
            mission = self._setup.mission
            self.city = suggested(campaign, mission.city if mission is not None else "")
        self.show()

    def show(self) -> None:
        tr, campaign = self._shell.tr, self.campaign
        city = city_of(campaign, self.city)
        told = standing_of(tr, campaign)
        if self._several:
            told = tr("duet.map.subtitle", team=campaign.team, standing=told)
        # Its room stays its own: a subtitle that breaks anew would have the whole map laid out anew.
        self.take_back.opacity = 1 if self._before else 0
        if self.bar is not None:
            self.bar.show(tr("duet.map.title"), told)
        self.map.show(marks_of(tr, campaign), self.city)
        wrong = self._wrong()
        self.panel.show(campaign, city, wrong)
        self.foot.show(campaign, city, wrong)

    def _count_maps(self) -> None:
        """Whose map it is goes without saying where there is no other."""
        self._several = len(maps.kept_maps(self._shell)) > 1

    def choose(self, city: str) -> None:
        self.city = city
        self.show()

    def do(self, doing: Doing) -> None:
        """What a finger does on the map from now on, told above it."""
        self.map.do(doing)
        if doing is not Doing.CHOOSE:
            self._banner.tell(self._shell.tr(f"duet.map.doing.{doing.value}"))
        self._halves.lay_over(None if doing is Doing.CHOOSE else self._banner)

    def _has(self, city: str) -> bool:
        return any(other.id == city for other in self.campaign.cities)

    def _needed(self) -> float:
        """How high all is that belongs to a city, without what may be added to it."""
        return float(self.panel.height + self.foot.height + self.body.padding[1] + self.body.padding[3])

    # -- playing ------------------------------------------------------------------------------------------

    def play(self) -> None:
        shell = self._shell

        def start() -> None:
            mission = mission_of(self.campaign, self.city, self._setup)
            maps.save(shell, maps.begun(self.campaign, self._setup))
            if self._setup.mission is None:
                # As it was set up, for the next time; a city's numbers are the map's.
                shell.keep_in_mind(self._setup, MANIFEST.id)
            shell.start_table(DUET, mission)

        shell.attempt(start)

    def _wrong(self) -> Problem | None:
        wrong = why_not(self.campaign, self.city)
        return wrong or next(iter(blocking(problems(self._setup))), None)

    def _say_why(self) -> None:
        wrong = self._wrong()
        if wrong is not None:
            self._shell.say(wrong)

    # -- changing -----------------------------------------------------------------------------------------

    def change(self, make: Callable[[Campaign], Campaign]) -> bool:
        """Whether it could be done; if not, it is said why."""
        return self._shell.attempt(lambda: self._change(make(self.campaign)))

    def _change(self, after: Campaign) -> None:
        """Kept first, shown second; it can be taken back. Raises `ProblemError`."""
        maps.save(self._shell, after)
        # What offers to take back the change before this one would take back this one.
        self._shell.toaster.dismiss()
        self._before.append(self.campaign)
        self.look_at(after)

    def undo(self) -> None:
        """One change after the other."""
        if self._before and self._shell.attempt(lambda: maps.save(self._shell, self._before[-1])):
            self._shell.toaster.dismiss()
            self.look_at(self._before.pop())

    def _forget(self) -> None:
        self._before.clear()
        self._shell.toaster.dismiss()

    def _renumber(self, city: City) -> None:
        self.change(lambda campaign: changed(campaign, city))

    def _join(self, one: str, other: str) -> None:
        self.change(lambda campaign: toggled(campaign, one, other))

    def _move(self, id: str, x: int, y: int) -> None:
        self.change(lambda campaign: changed(campaign, moved(city_of(campaign, id), x, y)))

    def _remove_city(self) -> None:
        tr, gone = self._shell.tr, city_of(self.campaign, self.city)
        if self.change(lambda campaign: without_city(campaign, gone.id)):
            words = tr("duet.map.removed", city=gone.name)
            self._shell.toaster.show(words, action=tr("app.undo"), on_action=self.undo)

    def _rename_city(self) -> None:
        self._name_city(self.city)

    def _name_city(self, id: str, typed: str | None = None) -> None:
        """Have a city's name typed; without an id, that of a new one."""
        shell, tr = self._shell, self._shell.tr
        # By this map half a name is found again: a new one is kept from now on.
        if maps.kept_map(shell, self.campaign.id) is None:
            shell.attempt(lambda: maps.save(shell, self.campaign))
        name = city_of(self.campaign, id).name if id else ""
        title = tr("duet.map.rename", city=name) if id else tr("duet.map.add_city")
        keep, shown = partial(self._keep_typed, id), name if typed is None else typed
        take = partial(self._named, id)
        entry = NameEntry(shell, shown, take, keep, hint="duet.map.city_hint", longest=LONGEST_NAME)
        open_naming(shell, title, entry, keep=keep, typing=typed is None)

    def _keep_typed(self, id: str, typed: str) -> None:
        self._shell.keep_in_mind(HalfTyped(self.campaign.id, id, typed), _HALF_TYPED)

    def _named(self, id: str, typed: str) -> None:
        """Raises `ProblemError`, which is told below the field."""
        name = checked_name(typed)
        if id:
            self._change(changed(self.campaign, replace(city_of(self.campaign, id), name=name)))
        else:
            city = City(maps.new_id(), *free_spot(self.campaign), name=name)
            self._change(with_city(self.campaign, city))
            self.choose(city.id)
        # Only now: what a full disk does not take stands in its field as before.
        self._keep_typed(id, "")
        self._shell.stage.close_sheet()
        if not id:
            # It lies somewhere: now it is moved to its place.
            self.do(Doing.MOVE)

    # -- seldom -------------------------------------------------------------------------------------------

    def open_add(self) -> None:
        tr, stage = self._shell.tr, self._shell.stage
        offer = partial(offer_on, stage)
        stage.open_sheet(
            Sheet(
                tr("duet.map.add"),
                Text(tr("duet.map.add_why"), tone="ink_2"),
                offer(tr("duet.map.add_city"), Icon.PLUS, partial(self._name_city, "")),
                offer(tr("duet.map.add_route"), Icon.MAP, partial(self.do, Doing.JOIN)),
                offer(tr("duet.map.move"), Icon.POINTING_FINGER, partial(self.do, Doing.MOVE)),
                on_close=stage.close_sheet,
            )
        )

    def open_more(self) -> None:
        shell, tr, stage = self._shell, self._shell.tr, self._shell.stage
        offer = partial(offer_on, stage)
        stage.open_sheet(
            Sheet(
                tr("app.more.title"),
                offer(tr("duet.map.teams"), Icon.PEOPLE, self.open_teams),
                offer(tr("duet.map.share_file"), Icon.SHARE, self._share_file),
                offer(tr("duet.map.share_picture"), Icon.SHARE, self._share_picture),
                offer(tr("app.files.open"), Icon.PLUS, lambda: shell.files.open()),
                on_close=stage.close_sheet,
            )
        )

    def open_teams(self) -> None:
        sheet = TeamsSheet(self._shell, self._setup, self.campaign, self._switch)
        self._shell.stage.open_sheet(sheet)

    def _switch(self, campaign: Campaign) -> None:
        if campaign.id != self.campaign.id:
            self.city = ""
        # With another name it is kept otherwise than what could be taken back.
        self._forget()
        self._count_maps()
        self.look_at(maps.up_to_date(self._shell, campaign))

    def _share_file(self) -> None:
        shell = self._shell
        # A new one is not kept yet.
        if shell.attempt(lambda: maps.save(shell, self.campaign)):
            send(shell, lambda: shell.files.campaign(self.campaign.id))

    def _share_picture(self) -> None:
        # Loaded when somebody wants one.
        from companion.screens.duet.map_picture import share_picture

        share_picture(self._shell, self.campaign)
