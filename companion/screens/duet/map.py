"""The page with a team's mission map, its layout, the sheet of teams, and the map as an image."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext, OutgoingFile
from companion.core.game import Problem, ProblemError, filter_blocking
from companion.core.players import MAX_NAME_LENGTH, clean_name
from companion.games.duet.campaign import (
    Campaign,
    City,
    add_city,
    count_cities,
    find_free_spot,
    get_city,
    has_city,
    make_mission_setup,
    mission_problem,
    name_problems,
    remove_city,
    replace_city,
    suggest_city,
    toggle_route,
    with_position,
)
from companion.games.duet.definition import DEFINITION
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup, problems
from companion.i18n.translator import Translator, format_date
from companion.screens.duet import map_sheet
from companion.screens.duet.map_cities import MapMode, MissionMap, build_map_marks
from companion.screens.duet.map_sheet import CityPanel, Legend, PlayFooter
from companion.screens.files.share import send_file
from companion.screens.names import NameEntry, open_name_sheet
from companion.screens.rows import create_sheet_button
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import IconButton, Pressable, SecondaryButton, shade
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.image_export import ImageExport, encode_png
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, Sheet, Stateful, TitleBar
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import CAPTION, LABEL, MUTED, TITLE, Text
from companion.widgets.theme import (
    ACCENTS,
    MARGIN,
    RADIUS_CELL,
    RADIUS_PRIMARY,
    TOUCH_TARGET,
    TWO_PANES_WIDTH,
    look,
    theme_colour,
)

# Limits of the map's height as a ratio of its width; the land was drawn for a ratio in between.
_MIN_MAP_RATIO, _MAX_MAP_RATIO = 0.82, 1.5
# Upper limit of the map's height as a ratio of the page's height.
_MAX_HEIGHT_RATIO: Final = 0.7
# Upper limit of the map's width as a ratio of the page's width when the panel is beside it.
_MAX_WIDTH_RATIO: Final = 0.62
# In dp: how far the panel overlaps the map, and the minimum map size that shows the legend.
_OVERLAP_DP, _MIN_LEGEND_MAP_DP = 10, (330, 380)


class Banner(Row):
    """A hint about the current map mode, with a button that leaves it."""

    def __init__(self, done_text: str, on_done: Callable[[], object]) -> None:
        super().__init__(gap=8, padding=(dp(16), dp(14)), size_hint=(None, None))
        self._words = Text("")
        self.done_button = Chip(done_text, on_done, hug=True, outlined=True)
        self.add_widget(self._words)
        self.add_widget(self.done_button)
        ground, edge = theme_colour("raised"), theme_colour("rim")
        RoundedBox(self, radius=RADIUS_PRIMARY, background=ground, border=edge, line_width=1.5)

    def show_text(self, words: str) -> None:
        self._words.content = words


class MapLayout(Widget):
    """The map with the panel of the selected city: below it like a sheet, or beside it on wide screens."""

    def __init__(
        self,
        tr: Translator,
        mission_map: MissionMap,
        side: Widget,
        *,
        panel_height: Callable[[], float],
        panel_body: Any,
    ) -> None:
        super().__init__()
        self._map, self._side = mission_map, side
        self._panel_height, self._panel_body = panel_height, panel_body
        # The page size for which the map's height was computed, and that height. It is cached because a
        # height that followed the panel's text would redraw the land.
        self._cached_height: tuple[tuple[float, float], float] | None = None
        self._overlay: Widget | None = None
        self._map_legend, self._panel_legend = Legend(tr, upright=True), Legend(tr, upright=False)
        self.add_widget(mission_map)
        self.add_widget(side)
        self.schedule_arrange = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self.schedule_arrange, size=self.schedule_arrange)
        self._map_legend.bind(height=self.schedule_arrange)

    def set_overlay(self, part: Widget | None) -> None:
        """Show `part` over the top of the panel, where it covers no city; None removes it."""
        if self._overlay is not None:
            self.remove_widget(self._overlay)
        self._overlay = part
        if part is not None:
            self.add_widget(part)
            part.bind(height=self.schedule_arrange)
        self.schedule_arrange()

    def _arrange(self, *_: object) -> None:
        width, height = self.size
        if width < 1 or height < 1:
            return
        is_wide = width >= dp(TWO_PANES_WIDTH) or width > 1.15 * height
        self._side.padding = (0, dp(10), 0, 0 if is_wide else dp(RADIUS_PRIMARY))
        self._map.covered_height = 0 if is_wide else dp(_OVERLAP_DP)
        if is_wide:
            self._place_side_by_side(width, height)
        elif self._cached_height is not None and self._cached_height[0] == (width, height):
            self._place_stacked(width, height, self._cached_height[1])
        else:
            # The panel needs two frames to compute its height once its width is set.
            self._place_stacked(width, height, 0)
            Clock.schedule_once(lambda _: Clock.schedule_once(self._measure_height, 0), 0)
            return
        self._place_legend()
        self._place_overlay()

    def _measure_height(self, _: float) -> None:
        width, height = self.size
        free = height - self._panel_height() - dp(10 - _OVERLAP_DP)
        map_height = min(
            width * _MAX_MAP_RATIO, max(width * _MIN_MAP_RATIO, free), height * _MAX_HEIGHT_RATIO
        )
        self._cached_height = ((width, height), round(map_height))
        self._arrange()

    def _place_side_by_side(self, width: float, height: float) -> None:
        map_width = round(min(width * _MAX_WIDTH_RATIO, height / _MIN_MAP_RATIO))
        map_x, side_x = self.x, self.x + map_width + dp(12)
        if look().rtl:
            map_x, side_x = self.x + width - map_width, self.x + dp(8)
        self._set_bounds(self._map, map_x, self.y, map_width, height)
        self._set_bounds(self._side, side_x, self.y + dp(8), width - map_width - dp(20), height - dp(16))

    def _place_stacked(self, width: float, height: float, map_height: float) -> None:
        self._set_bounds(self._map, self.x, self.y + height - map_height, width, map_height)
        # The lower corners and side borders of the panel are outside the screen.
        line, below = dp(1), dp(RADIUS_PRIMARY)
        side_height = height - map_height + dp(_OVERLAP_DP) + below
        self._set_bounds(self._side, self.x - line, self.y - below, width + 2 * line, side_height)

    def _set_bounds(self, part: Widget, x: float, y: float, width: float, height: float) -> None:
        part.pos, part.size = (x, y), (max(1.0, width), max(1.0, height))

    def _place_legend(self) -> None:
        """Put the legend on the map if the map is large enough, otherwise at the end of the panel."""
        min_width, min_height = map(dp, _MIN_LEGEND_MAP_DP)
        fits = self._map.width >= min_width and self._map.height >= min_height and look().text_scale <= 1.3
        for legend, holder, is_visible in (
            (self._map_legend, self, fits),
            (self._panel_legend, self._panel_body, not fits),
        ):
            if is_visible and legend.parent is None:
                holder.add_widget(legend)
            elif not is_visible and legend.parent is not None:
                holder.remove_widget(legend)
        self._map.avoid_legend(self._map_legend if fits else None)
        self._map_legend.pos = (self._map.x + dp(12), self._map.y + dp(_OVERLAP_DP + 12))

    def _place_overlay(self) -> None:
        if self._overlay is not None:
            side, margin = self._side, dp(8)
            self._overlay.width = side.width - 2 * margin
            self._overlay.pos = (side.x + margin, side.y + side.height - margin - self._overlay.height)


_ACCENT = ACCENTS[DEFINITION.accent]


class TeamsSheet(Sheet):
    """The sheet that switches, creates, renames and deletes maps.

    `on_switch` receives the map to show. `current` may be a map that is not stored yet.
    """

    def __init__(
        self, context: AppContext, setup: Setup, current: Campaign, on_switch: Callable[[Campaign], object]
    ) -> None:
        tr = context.tr
        self._app_context, self._setup, self._current, self._on_switch = context, setup, current, on_switch
        self._list = Column(gap=8)
        super().__init__(
            tr("duet.map.teams"),
            self._list,
            SecondaryButton(tr("duet.map.team.new", names=setup.players), self.create_map, icon=Icon.PLUS),
            on_close=context.navigator.close_sheet,
        )
        self._show()

    def create_map(self) -> None:
        """Create another map for the current players and open it."""
        campaign = map_sheet.new_map(self._app_context, self._setup)
        if self._app_context.run_or_show_error(lambda: map_sheet.save_map(self._app_context, campaign)):
            self._open_map(campaign)

    def _show(self) -> None:
        self._list.clear_widgets()
        campaigns = map_sheet.load_maps(self._app_context)
        if all(campaign.id != self._current.id for campaign in campaigns):
            campaigns = (self._current, *campaigns)
        for campaign in campaigns:
            is_current = campaign.id == self._current.id
            row = _TeamRow(
                self._app_context.tr, campaign, partial(self._open_map, campaign), selected=is_current
            )
            rename_button = IconButton(Icon.PENCIL, partial(self._rename, campaign), tone="ink_2", size=22)
            delete_button = IconButton(Icon.TRASH, partial(self._delete, campaign), tone="ink_2", size=22)
            self._list.add_widget(Row(row, rename_button, delete_button, gap=0))

    def _open_map(self, campaign: Campaign) -> None:
        self._app_context.navigator.close_sheet()
        self._on_switch(campaign)

    def _switch_map(self, campaign: Campaign) -> None:
        self._current = campaign
        self._on_switch(campaign)

    def _rename(self, campaign: Campaign) -> None:
        context = self._app_context

        def save_name(typed: str) -> None:
            renamed = replace(campaign, team=validate_name(typed))
            map_sheet.save_map(context, renamed)
            context.navigator.close_sheet()
            if renamed.id == self._current.id:
                self._on_switch(renamed)

        context.navigator.close_sheet()
        entry = NameEntry(
            context, campaign.team, save_name, hint="duet.map.team.hint", max_length=MAX_NAME_LENGTH
        )
        open_name_sheet(context, context.tr("duet.map.team.rename"), entry)

    def _delete(self, campaign: Campaign) -> None:
        context, tr = self._app_context, self._app_context.tr
        if not context.run_or_show_error(lambda: map_sheet.delete_map(context, campaign)):
            return
        was_current = campaign.id == self._current.id
        if was_current:
            # The page needs another map to show.
            self._switch_map(map_sheet.find_map(context, replace(self._setup, mission=None)))
        self._show()

        def restore() -> None:
            if context.run_or_show_error(lambda: map_sheet.save_map(context, campaign)):
                if was_current:
                    self._switch_map(campaign)
                self._show()

        words = tr("duet.map.team.deleted", team=campaign.team)
        context.toaster.show(words, action_text=tr("app.undo"), on_action=restore)


class _TeamRow(Pressable):
    def __init__(
        self, tr: Translator, campaign: Campaign, on_tap: Callable[[], object], *, selected: bool
    ) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, padding=(dp(14), dp(10)), spacing=dp(2)
        )
        self._ground = theme_colour(_ACCENT.deep if selected else "raised")
        edge = theme_colour(_ACCENT.line) if selected else TRANSPARENT
        self._box = RoundedBox(self, radius=RADIUS_CELL, background=self._ground, border=edge, line_width=2)
        self.add_widget(Text(campaign.team, LABEL, max_lines=2))
        self.add_widget(Text(standing_text(tr, campaign), MUTED, max_lines=2))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TOUCH_TARGET))))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=shade(self._ground, 0.08) if pressed else self._ground)


def validate_name(typed: str) -> str:
    """Return the cleaned name. Raises `ProblemError` if it is empty or too long."""
    name = clean_name(typed)
    for problem in name_problems(name):
        raise ProblemError(problem)
    return name


def standing_text(tr: Translator, campaign: Campaign) -> str:
    """Return how many cities the team has won and how many are open, in words."""
    count = count_cities(campaign)
    won, waiting = tr("duet.map.count_won", n=count.won), tr("duet.map.count_open", n=count.open)
    return tr("app.list.more", list=won, item=waiting)


# In dp: the width of a phone; and the height-to-width ratio for which the land was drawn.
_WIDTH_DP, _MAP_RATIO = 430, 500 / 390


def share_map_image(context: AppContext, campaign: Campaign) -> None:
    tr = context.tr
    map_width = dp(_WIDTH_DP - 2 * MARGIN)
    mission_map = MissionMap(
        size_hint=(None, None), size=(map_width, map_width * _MAP_RATIO), pos_hint={"center_x": 0.5}
    )
    mission_map.show(build_map_marks(tr, campaign), "")
    today = datetime.now()
    heading = Column(
        Text(campaign.team, TITLE),
        Text(standing_text(tr, campaign), MUTED),
        Text(format_date(tr, today.year, today.month, today.day), MUTED),
        gap=0,
    )
    image = ImageExport(
        Row(EmblemWidget(DEFINITION.emblem, 52), heading, gap=12),
        mission_map,
        Legend(tr, upright=False),
        Text(tr("app.title"), CAPTION, tone="ink_3", align="center"),
        width=dp(_WIDTH_DP),
    )
    # Wait two frames: one for the layout heights, one for the texts.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_send, context, image), 0), 0)


def _send(context: AppContext, image: ImageExport, _: float) -> None:
    pixels = image.export_pixels()
    outgoing_file = OutgoingFile(
        f"{DEFINITION.id}-map.png", "image/png", lambda path: path.write_bytes(encode_png(*pixels))
    )
    send_file(context, lambda: outgoing_file)


_NAME_DRAFT_KEY: Final = "map_half_typed"


@dataclass(frozen=True, slots=True)
class CityNameDraft:
    """The draft of a city's name: of a new city if `city` is empty, otherwise a new name for that city."""

    campaign: str
    city: str
    typed: str


class MapPage(Stateful, Page):
    """The page of a mission map.

    `setup` says who plays and how; its mission, if any, selects the map. Every change is saved at once.
    """

    # Use the full width.
    max_width_dp = 10_000
    # Show a map at once when it is imported from a file.
    shows_maps = True

    def __init__(self, context: AppContext, setup: Setup, city: str | None = None) -> None:
        tr = context.tr
        self._app_context, self._setup = context, setup
        self.add_button = IconButton(Icon.PLUS, self.open_add, tone="ink_2")
        self.more_button = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        self.undo_button = IconButton(Icon.UNDO, self.undo, mirrored=True, tone="ink_2")
        tools = [self.undo_button, self.add_button, self.more_button]
        super().__init__(TitleBar(tr("duet.map.title"), " ", on_back=context.go_back, actions=tools))
        self.campaign = map_sheet.find_map(context, setup)
        self.city = city or ""
        self._has_other_maps = False
        # Undo stack: the map before each change made since the page was opened.
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
        ground, edge = theme_colour("plank"), theme_colour("groove")
        RoundedBox(side, radius=RADIUS_PRIMARY, background=ground, border=edge, line_width=1)
        measure = self._panel_height
        self._map_layout = MapLayout(tr, self.map, side, panel_height=measure, panel_body=self.body)
        self.add_widget(self._map_layout)

    # -- saved state --------------------------------------------------------------------------------------

    def save_state(self) -> tuple[str, str]:
        return self.campaign.id, self.city

    def restore_state(self, saved: tuple[str, str]) -> None:
        id, self.city = saved
        self.campaign = map_sheet.load_map(self._app_context, id) or self.campaign

    def enter(self) -> None:
        """Show what was played or imported since, and reopen the draft of a city's name."""
        context = self._app_context
        campaign = map_sheet.load_map(context, self.campaign.id) or map_sheet.find_map(context, self._setup)
        self._undo_stack.clear()
        self._count_maps()
        self.show_map(map_sheet.update_map(context, campaign))
        name_draft = context.recall(CityNameDraft, _NAME_DRAFT_KEY)
        is_resumable = name_draft is not None and name_draft.typed and name_draft.campaign == self.campaign.id
        if name_draft is not None and is_resumable and context.navigator.sheet is None:
            city = name_draft.city if has_city(self.campaign, name_draft.city) else ""
            self._open_name_entry(city, name_draft.typed)

    def leave(self) -> None:
        self._clear_undo()

    def handle_back(self) -> bool:
        if self.map.mode is MapMode.CHOOSE:
            return False
        self.set_mode(MapMode.CHOOSE)
        return True

    # -- showing ------------------------------------------------------------------------------------------

    def show_map(self, campaign: Campaign) -> None:
        """Show this map; a different map clears the undo stack."""
        if campaign.id != self.campaign.id:
            self._clear_undo()
        self.campaign = campaign
        if not has_city(self.campaign, self.city):
            mission = self._setup.mission
            self.city = suggest_city(campaign, mission.city if mission is not None else "")
        self.show()

    def show(self) -> None:
        tr, campaign = self._app_context.tr, self.campaign
        city = get_city(campaign, self.city)
        subtitle = standing_text(tr, campaign)
        if self._has_other_maps:
            subtitle = tr("duet.map.subtitle", team=campaign.team, standing=subtitle)
        # Only the opacity changes: removing the button could rewrap the subtitle and lay out the whole map
        # again.
        self.undo_button.opacity = 1 if self._undo_stack else 0
        if self.bar is not None:
            self.bar.show(tr("duet.map.title"), subtitle)
        self.map.show(build_map_marks(tr, campaign), self.city)
        problem = self._find_problem()
        self.panel.show(campaign, city, problem)
        self.play_footer.show(campaign, city, problem)

    def _count_maps(self) -> None:
        """Check whether there are other maps: the team's name is only shown if there are."""
        self._has_other_maps = len(map_sheet.load_maps(self._app_context)) > 1

    def select_city(self, city: str) -> None:
        self.city = city
        self.show()

    def set_mode(self, mode: MapMode) -> None:
        """Set what touches on the map do, and show a hint above the panel."""
        self.map.set_mode(mode)
        if mode is not MapMode.CHOOSE:
            self._banner.show_text(self._app_context.tr(f"duet.map.doing.{mode.value}"))
        self._map_layout.set_overlay(None if mode is MapMode.CHOOSE else self._banner)

    def _panel_height(self) -> float:
        """Return the height of the panel, its footer and padding, without the legend."""
        padding = self.body.padding[1] + self.body.padding[3]
        return float(self.panel.height + self.play_footer.height + padding)

    # -- playing ------------------------------------------------------------------------------------------

    def play(self) -> None:
        context = self._app_context

        def start() -> None:
            mission = make_mission_setup(self.campaign, self.city, self._setup)
            map_sheet.save_map(context, map_sheet.with_players(self.campaign, self._setup))
            if self._setup.mission is None:
                # Remember the set-up for next time; a city's numbers belong to the map.
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
        """Apply and save a change; return False and show the problem if it is refused."""
        return self._app_context.run_or_show_error(lambda: self._save_change(change(self.campaign)))

    def _save_change(self, campaign: Campaign) -> None:
        """Save the map, then show it and push the previous one to the undo stack. Raises `ProblemError`."""
        map_sheet.save_map(self._app_context, campaign)
        # A toast's undo button for an earlier change would now undo this one.
        self._app_context.toaster.dismiss()
        self._undo_stack.append(self.campaign)
        self.show_map(campaign)

    def undo(self) -> None:
        """Undo the latest change."""
        if self._undo_stack and self._app_context.run_or_show_error(
            lambda: map_sheet.save_map(self._app_context, self._undo_stack[-1])
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
        moved = with_position(get_city(self.campaign, id), x, y)
        self.apply_change(lambda campaign: replace_city(campaign, moved))

    def _remove_city(self) -> None:
        tr, city = self._app_context.tr, get_city(self.campaign, self.city)
        if self.apply_change(lambda campaign: remove_city(campaign, city.id)):
            words = tr("duet.map.removed", city=city.name)
            self._app_context.toaster.show(words, action_text=tr("app.undo"), on_action=self.undo)

    def _rename_city(self) -> None:
        self._open_name_entry(self.city)

    def _open_name_entry(self, id: str, typed: str | None = None) -> None:
        """Open the sheet to type a city's name; an empty id adds a new city."""
        context, tr = self._app_context, self._app_context.tr
        # Save a new map first: the draft of the name is restored by the map's id.
        if map_sheet.load_map(context, self.campaign.id) is None:
            context.run_or_show_error(lambda: map_sheet.save_map(context, self.campaign))
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
        """Save the typed name. Raises `ProblemError`, which is shown below the field."""
        name = validate_name(typed)
        if id:
            self._save_change(replace_city(self.campaign, replace(get_city(self.campaign, id), name=name)))
        else:
            city = City(map_sheet.new_id(), *find_free_spot(self.campaign), name=name)
            self._save_change(add_city(self.campaign, city))
            self.select_city(city.id)
        # Clear the draft only after saving: if the disk is full, the text stays in the field.
        self._save_typed(id, "")
        self._app_context.navigator.close_sheet()
        if not id:
            # A new city gets a free spot: let the user move it to its place.
            self.set_mode(MapMode.MOVE)

    # -- rarely used actions ------------------------------------------------------------------------------

    def open_add(self) -> None:
        tr, navigator = self._app_context.tr, self._app_context.navigator
        offer = partial(create_sheet_button, navigator)
        navigator.open_sheet(
            Sheet(
                tr("duet.map.add"),
                Text(tr("duet.map.add_why"), MUTED),
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
        # Undo would restore the old name of a renamed map.
        self._clear_undo()
        self._count_maps()
        self.show_map(map_sheet.update_map(self._app_context, campaign))

    def _share_file(self) -> None:
        context = self._app_context
        # A new map is not stored yet.
        if context.run_or_show_error(lambda: map_sheet.save_map(context, self.campaign)):
            send_file(context, lambda: context.files.export_campaign(self.campaign.id))

    def _share_image(self) -> None:
        share_map_image(self._app_context, self.campaign)
