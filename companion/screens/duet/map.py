"""The mission map of a team: which cities are won, what the next mission asks for, and the way to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from kivy.uix.boxlayout import BoxLayout

from companion.app_context import AppContext
from companion.core.game import Problem, filter_blocking
from companion.core.players import MAX_NAME_LENGTH
from companion.entry.duet.campaigns import find_free_spot, suggest_city
from companion.games.duet.campaign import (
    Campaign,
    City,
    add_city,
    get_city,
    make_mission_setup,
    mission_problem,
    remove_city,
    replace_city,
    toggle_route,
    with_position,
)
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup, problems
from companion.screens.duet import maps
from companion.screens.duet.map_cities import MapMode, MissionMap
from companion.screens.duet.map_halves import Banner, MapLayout
from companion.screens.duet.map_marks import build_map_marks
from companion.screens.duet.map_sheet import CityPanel, PlayFooter
from companion.screens.duet.map_teams import TeamsSheet, standing_text, validate_name
from companion.screens.files.share import send_file
from companion.screens.names import NameEntry, open_name_sheet
from companion.screens.rows import create_sheet_button
from companion.widgets.buttons import IconButton
from companion.widgets.icons import Icon
from companion.widgets.page import Page, Stateful, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_PRIMARY, theme_colour

_NAME_DRAFT_KEY: Final = "map_half_typed"


@dataclass(frozen=True, slots=True)
class CityNameDraft:
    """The name of a city that is being typed: a new one, or another one for the city of this id."""

    campaign: str
    city: str
    typed: str


class MapPage(Stateful, Page):
    """`setup` says who plays, and how; its mission, if it has one, which map is looked at. What is done
    to the map is kept with every tap."""

    # It takes what there is.
    max_width_dp = 10_000
    # A map that is opened from a file meanwhile is to be seen at once.
    shows_maps = True

    def __init__(self, context: AppContext, setup: Setup, city: str | None = None) -> None:
        tr = context.tr
        self._app_context, self._setup = context, setup
        self.add_button = IconButton(Icon.PLUS, self.open_add, tone="ink_2")
        self.more_button = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        self.undo_button = IconButton(Icon.UNDO, self.undo, mirrored=True, tone="ink_2")
        tools = [self.undo_button, self.add_button, self.more_button]
        super().__init__(TitleBar(tr("duet.map.title"), " ", on_back=context.go_back, actions=tools))
        self.campaign = maps.find_map(context, setup)
        self.city = city or ""
        self._has_other_maps = False
        # The map before each of the changes that were made on this visit: they can be taken back.
        self._undo_stack: list[Campaign] = []
        self.map = MissionMap(
            self.select_city, self._toggle_route, self._move_city, lambda: context.vibrate(0.03)
        )
        self.panel = CityPanel(tr, self._set_numbers, self._rename_city, self._remove_city)
        self.play_footer = PlayFooter(tr, self.play, self._explain_disabled)
        self._banner = Banner(tr("duet.map.done"), partial(self.set_mode, MapMode.CHOOSE))
        self.body.add_widget(self.panel)
        self.remove_widget(self.scroll)
        side = BoxLayout(orientation="vertical")
        side.add_widget(self.scroll)
        side.add_widget(self.play_footer)
        RoundedBox(
            side,
            radius=RADIUS_PRIMARY,
            background=theme_colour("plank"),
            border=theme_colour("groove"),
            line_width=1,
        )
        self._map_layout = MapLayout(
            tr, self.map, side, panel_height=self._panel_height, panel_body=self.body
        )
        self.add_widget(self._map_layout)

    # -- found again --------------------------------------------------------------------------------------

    def save_state(self) -> tuple[str, str]:
        return self.campaign.id, self.city

    def restore_state(self, saved: tuple[str, str]) -> None:
        id, self.city = saved
        self.campaign = maps.load_map(self._app_context, id) or self.campaign

    def enter(self) -> None:
        """Something may have been played or opened meanwhile: what nobody keeps gives way to what came."""
        context = self._app_context
        campaign = maps.load_map(context, self.campaign.id) or maps.find_map(context, self._setup)
        self._undo_stack.clear()
        self._count_maps()
        self.show_map(maps.update_map(context, campaign))
        name_draft = context.recall(CityNameDraft, _NAME_DRAFT_KEY)
        is_resumable = name_draft is not None and name_draft.typed and name_draft.campaign == self.campaign.id
        if name_draft is not None and is_resumable and context.navigator.sheet is None:
            self._open_name_entry(
                name_draft.city if self._has_city(name_draft.city) else "", name_draft.typed
            )

    def leave(self) -> None:
        self._clear_undo()

    def handle_back(self) -> bool:
        if self.map.mode is MapMode.CHOOSE:
            return False
        self.set_mode(MapMode.CHOOSE)
        return True

    # -- showing ------------------------------------------------------------------------------------------

    def show_map(self, campaign: Campaign) -> None:
        """At this map, from now on."""
        if campaign.id != self.campaign.id:
            self._clear_undo()
        self.campaign = campaign
        if not self._has_city(self.city):
            mission = self._setup.mission
            self.city = suggest_city(campaign, mission.city if mission is not None else "")
        self.show()

    def show(self) -> None:
        tr, campaign = self._app_context.tr, self.campaign
        city = get_city(campaign, self.city)
        subtitle = standing_text(tr, campaign)
        if self._has_other_maps:
            subtitle = tr("duet.map.subtitle", team=campaign.team, standing=subtitle)
        # Its room stays its own: a subtitle that breaks anew would have the whole map laid out anew.
        self.undo_button.opacity = 1 if self._undo_stack else 0
        if self.bar is not None:
            self.bar.show(tr("duet.map.title"), subtitle)
        self.map.show(build_map_marks(tr, campaign), self.city)
        problem = self._find_problem()
        self.panel.show(campaign, city, problem)
        self.play_footer.show(campaign, city, problem)

    def _count_maps(self) -> None:
        """Whose map it is goes without saying where there is no other."""
        self._has_other_maps = len(maps.load_maps(self._app_context)) > 1

    def select_city(self, city: str) -> None:
        self.city = city
        self.show()

    def set_mode(self, mode: MapMode) -> None:
        """What a finger does on the map from now on, told above it."""
        self.map.set_mode(mode)
        if mode is not MapMode.CHOOSE:
            self._banner.show_text(self._app_context.tr(f"duet.map.doing.{mode.value}"))
        self._map_layout.set_overlay(None if mode is MapMode.CHOOSE else self._banner)

    def _has_city(self, city: str) -> bool:
        return any(other.id == city for other in self.campaign.cities)

    def _panel_height(self) -> float:
        """How high all is that belongs to a city, without what may be added to it."""
        return float(
            self.panel.height + self.play_footer.height + self.body.padding[1] + self.body.padding[3]
        )

    # -- playing ------------------------------------------------------------------------------------------

    def play(self) -> None:
        context = self._app_context

        def start() -> None:
            mission = make_mission_setup(self.campaign, self.city, self._setup)
            maps.save_map(context, maps.with_players(self.campaign, self._setup))
            if self._setup.mission is None:
                # As it was set up, for the next time; a city's numbers are the map's.
                context.remember(self._setup, DEFINITION.id)
            context.start_session(DUET, mission)

        context.run_or_show_error(start)

    def _find_problem(self) -> Problem | None:
        problem = mission_problem(self.campaign, self.city)
        return problem or next(iter(filter_blocking(problems(self._setup))), None)

    def _explain_disabled(self) -> None:
        problem = self._find_problem()
        if problem is not None:
            self._app_context.show_problem(problem)

    # -- changing -----------------------------------------------------------------------------------------

    def apply_change(self, change: Callable[[Campaign], Campaign]) -> bool:
        """Whether it could be done; if not, it is said why."""
        return self._app_context.run_or_show_error(lambda: self._save_change(change(self.campaign)))

    def _save_change(self, campaign: Campaign) -> None:
        """Kept first, shown second; it can be taken back. Raises `ProblemError`."""
        maps.save_map(self._app_context, campaign)
        # What offers to take back the change before this one would take back this one.
        self._app_context.toaster.dismiss()
        self._undo_stack.append(self.campaign)
        self.show_map(campaign)

    def undo(self) -> None:
        """One change after the other."""
        if self._undo_stack and self._app_context.run_or_show_error(
            lambda: maps.save_map(self._app_context, self._undo_stack[-1])
        ):
            self._app_context.toaster.dismiss()
            self.show_map(self._undo_stack.pop())

    def _clear_undo(self) -> None:
        self._undo_stack.clear()
        self._app_context.toaster.dismiss()

    def _set_numbers(self, city: City) -> None:
        self.apply_change(lambda campaign: replace_city(campaign, city))

    def _toggle_route(self, one: str, other: str) -> None:
        self.apply_change(lambda campaign: toggle_route(campaign, one, other))

    def _move_city(self, id: str, x: int, y: int) -> None:
        self.apply_change(
            lambda campaign: replace_city(campaign, with_position(get_city(campaign, id), x, y))
        )

    def _remove_city(self) -> None:
        tr, city = self._app_context.tr, get_city(self.campaign, self.city)
        if self.apply_change(lambda campaign: remove_city(campaign, city.id)):
            words = tr("duet.map.removed", city=city.name)
            self._app_context.toaster.show(words, action_text=tr("app.undo"), on_action=self.undo)

    def _rename_city(self) -> None:
        self._open_name_entry(self.city)

    def _open_name_entry(self, id: str, typed: str | None = None) -> None:
        """Have a city's name typed; without an id, that of a new one."""
        context, tr = self._app_context, self._app_context.tr
        # By this map half a name is found again: a new one is kept from now on.
        if maps.load_map(context, self.campaign.id) is None:
            context.run_or_show_error(lambda: maps.save_map(context, self.campaign))
        name = get_city(self.campaign, id).name if id else ""
        title = tr("duet.map.rename", city=name) if id else tr("duet.map.add_city")
        on_typed, text = partial(self._save_typed, id), name if typed is None else typed
        on_done = partial(self._save_name, id)
        entry = NameEntry(
            context, text, on_done, on_typed, hint="duet.map.city_hint", max_length=MAX_NAME_LENGTH
        )
        open_name_sheet(context, title, entry, on_change=on_typed, has_focus=typed is None)

    def _save_typed(self, id: str, typed: str) -> None:
        self._app_context.remember(CityNameDraft(self.campaign.id, id, typed), _NAME_DRAFT_KEY)

    def _save_name(self, id: str, typed: str) -> None:
        """Raises `ProblemError`, which is told below the field."""
        name = validate_name(typed)
        if id:
            self._save_change(replace_city(self.campaign, replace(get_city(self.campaign, id), name=name)))
        else:
            city = City(maps.new_id(), *find_free_spot(self.campaign), name=name)
            self._save_change(add_city(self.campaign, city))
            self.select_city(city.id)
        # Only now: what a full disk does not take stands in its field as before.
        self._save_typed(id, "")
        self._app_context.navigator.close_sheet()
        if not id:
            # It lies somewhere: now it is moved to its place.
            self.set_mode(MapMode.MOVE)

    # -- seldom -------------------------------------------------------------------------------------------

    def open_add(self) -> None:
        tr, navigator = self._app_context.tr, self._app_context.navigator
        offer = partial(create_sheet_button, navigator)
        navigator.open_sheet(
            Sheet(
                tr("duet.map.add"),
                Text(tr("duet.map.add_why"), tone="ink_2"),
                offer(tr("duet.map.add_city"), Icon.PLUS, partial(self._open_name_entry, "")),
                offer(tr("duet.map.add_route"), Icon.MAP, partial(self.set_mode, MapMode.JOIN)),
                offer(tr("duet.map.move"), Icon.POINTING_FINGER, partial(self.set_mode, MapMode.MOVE)),
                on_close=navigator.close_sheet,
            )
        )

    def open_more(self) -> None:
        context, tr, navigator = self._app_context, self._app_context.tr, self._app_context.navigator
        offer = partial(create_sheet_button, navigator)
        navigator.open_sheet(
            Sheet(
                tr("app.more.title"),
                offer(tr("duet.map.teams"), Icon.PEOPLE, self.open_teams),
                offer(tr("duet.map.share_file"), Icon.SHARE, self._share_file),
                offer(tr("duet.map.share_picture"), Icon.SHARE, self._share_image),
                offer(tr("app.files.open"), Icon.PLUS, lambda: context.files.choose_file()),
                on_close=navigator.close_sheet,
            )
        )

    def open_teams(self) -> None:
        sheet = TeamsSheet(self._app_context, self._setup, self.campaign, self._switch_map)
        self._app_context.navigator.open_sheet(sheet)

    def _switch_map(self, campaign: Campaign) -> None:
        if campaign.id != self.campaign.id:
            self.city = ""
        # With another name it is kept otherwise than what could be taken back.
        self._clear_undo()
        self._count_maps()
        self.show_map(maps.update_map(self._app_context, campaign))

    def _share_file(self) -> None:
        context = self._app_context
        # A new one is not kept yet.
        if context.run_or_show_error(lambda: maps.save_map(context, self.campaign)):
            send_file(context, lambda: context.files.export_campaign(self.campaign.id))

    def _share_image(self) -> None:
        # Loaded when somebody wants one.
        from companion.screens.duet.map_picture import share_map_image

        share_map_image(self._app_context, self.campaign)
