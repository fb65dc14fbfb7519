"""The teams that have a map: whose is looked at, a new one, another name, one that goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.game import ProblemError, error
from companion.core.players import MAX_NAME_LENGTH, clean_name
from companion.entry.duet.campaigns import count_cities
from companion.games.duet.campaign import Campaign
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.duet import maps
from companion.screens.names import NameEntry, open_name_sheet
from companion.widgets.buttons import IconButton, Pressable, SecondaryButton, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, TOUCH_TARGET, theme_colour

_ACCENT = ACCENTS[DEFINITION.accent]


class TeamsSheet(Sheet):
    """`on_switch` gets the map that is to be looked at. `current` may be one that nobody keeps yet."""

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
        """One more map for those who sit here."""
        campaign = maps.new_map(self._app_context, self._setup)
        if self._app_context.run_or_show_error(lambda: maps.save_map(self._app_context, campaign)):
            self._open_map(campaign)

    def _show(self) -> None:
        self._list.clear_widgets()
        campaigns = maps.load_maps(self._app_context)
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
            maps.save_map(context, renamed)
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
        if not context.run_or_show_error(lambda: maps.delete_map(context, campaign)):
            return
        was_current = campaign.id == self._current.id
        if was_current:
            # Whoever looks at it needs another one to look at.
            self._switch_map(maps.find_map(context, replace(self._setup, mission=None)))
        self._show()

        def restore() -> None:
            if context.run_or_show_error(lambda: maps.save_map(context, campaign)):
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
            on_tap, orientation="vertical", size_hint_y=None, padding=(dp(14), dp(10)), spacing=dp(2),
        )  # fmt: skip
        self._ground = theme_colour(_ACCENT.deep if selected else "raised")
        edge = theme_colour(_ACCENT.line) if selected else TRANSPARENT
        self._box = RoundedBox(self, radius=RADIUS_CELL, background=self._ground, border=edge, line_width=2)
        self.add_widget(Text(campaign.team, weight=500, size_sp=18, max_lines=2))
        self.add_widget(Text(standing_text(tr, campaign), tone="ink_2", max_lines=2))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TOUCH_TARGET))))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=shade(self._ground, 0.08) if pressed else self._ground)


def validate_name(typed: str) -> str:
    """As it is kept. Raises `ProblemError`."""
    name = clean_name(typed)
    if not name:
        raise ProblemError(error("duet.map.problem.name_empty"))
    if len(name) > MAX_NAME_LENGTH:
        raise ProblemError(error("app.problem.name_long", limit=MAX_NAME_LENGTH, length=len(name)))
    return name


def standing_text(tr: Translator, campaign: Campaign) -> str:
    """How far a team is on its map."""
    count = count_cities(campaign)
    won, waiting = tr("duet.map.count_won", n=count.won), tr("duet.map.count_open", n=count.open)
    return tr("app.list.more", list=won, item=waiting)
