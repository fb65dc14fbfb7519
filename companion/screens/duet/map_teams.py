"""The teams that have a map: whose is looked at, a new one, another name, one that goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kivy.metrics import dp

from companion.entry.duet.campaigns import counted
from companion.games.duet.campaign import Campaign
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.setup import Setup
from companion.games.game import ProblemError, error
from companion.games.seats import LONGEST_NAME, clean_name
from companion.i18n.translator import Translator
from companion.screens.duet import maps
from companion.screens.names import NameEntry, open_naming
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import IconButton, SideButton, Tap, shaded
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, TARGET, paint

_ACCENT = ACCENTS[MANIFEST.accent]


class TeamsSheet(Sheet):
    """`switch` gets the map that is to be looked at. `current` may be one that nobody keeps yet."""

    def __init__(
        self, shell: Shell, setup: Setup, current: Campaign, switch: Callable[[Campaign], object]
    ) -> None:
        tr = shell.tr
        self._shell, self._setup, self._current, self._switch = shell, setup, current, switch
        self._list = Column(gap=8)
        super().__init__(
            tr("duet.map.teams"),
            self._list,
            SideButton(tr("duet.map.team.new", names=setup.players), self.begin, icon=Icon.PLUS),
            on_close=shell.stage.close_sheet,
        )
        self._show()

    def begin(self) -> None:
        """One more map for those who sit here."""
        fresh = maps.new_map(self._shell, self._setup)
        if self._shell.attempt(lambda: maps.save(self._shell, fresh)):
            self._take(fresh)

    def _show(self) -> None:
        self._list.clear_widgets()
        kept = maps.kept_maps(self._shell)
        if all(campaign.id != self._current.id for campaign in kept):
            kept = (self._current, *kept)
        for campaign in kept:
            chosen = campaign.id == self._current.id
            row = _TeamRow(self._shell.tr, campaign, partial(self._take, campaign), chosen=chosen)
            rename = IconButton(Icon.PENCIL, partial(self._rename, campaign), tone="ink_2", size=22)
            away = IconButton(Icon.TRASH, partial(self._delete, campaign), tone="ink_2", size=22)
            self._list.add_widget(Row(row, rename, away, gap=0))

    def _take(self, campaign: Campaign) -> None:
        self._shell.stage.close_sheet()
        self._switch(campaign)

    def _look_at(self, campaign: Campaign) -> None:
        self._current = campaign
        self._switch(campaign)

    def _rename(self, campaign: Campaign) -> None:
        shell = self._shell

        def take(typed: str) -> None:
            renamed = replace(campaign, team=checked_name(typed))
            maps.save(shell, renamed)
            shell.stage.close_sheet()
            if renamed.id == self._current.id:
                self._switch(renamed)

        shell.stage.close_sheet()
        entry = NameEntry(shell, campaign.team, take, hint="duet.map.team.hint", longest=LONGEST_NAME)
        open_naming(shell, shell.tr("duet.map.team.rename"), entry)

    def _delete(self, campaign: Campaign) -> None:
        shell, tr = self._shell, self._shell.tr
        if not shell.attempt(lambda: maps.delete(shell, campaign)):
            return
        looked_at = campaign.id == self._current.id
        if looked_at:
            # Whoever looks at it needs another one to look at.
            self._look_at(maps.map_of(shell, replace(self._setup, mission=None)))
        self._show()

        def restore() -> None:
            if shell.attempt(lambda: maps.save(shell, campaign)):
                if looked_at:
                    self._look_at(campaign)
                self._show()

        words = tr("duet.map.team.deleted", team=campaign.team)
        shell.toaster.show(words, action=tr("app.undo"), on_action=restore)


class _TeamRow(Tap):
    def __init__(
        self, tr: Translator, campaign: Campaign, on_tap: Callable[[], object], *, chosen: bool
    ) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, padding=(dp(14), dp(10)), spacing=dp(2),
        )  # fmt: skip
        self._ground = paint(_ACCENT.deep if chosen else "raised")
        edge = paint(_ACCENT.line) if chosen else CLEAR
        self._box = Box(self, radius=RADIUS_CELL, ground=self._ground, edge=edge, line=2)
        self.add_widget(Text(campaign.team, weight=500, size_sp=18, most=2))
        self.add_widget(Text(standing_of(tr, campaign), tone="ink_2", most=2))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TARGET))))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(self._ground, 0.08) if pressed else self._ground)


def checked_name(typed: str) -> str:
    """As it is kept. Raises `ProblemError`."""
    name = clean_name(typed)
    if not name:
        raise ProblemError(error("duet.map.problem.name_empty"))
    if len(name) > LONGEST_NAME:
        raise ProblemError(error("app.problem.name_long", limit=LONGEST_NAME, length=len(name)))
    return name


def standing_of(tr: Translator, campaign: Campaign) -> str:
    """How far a team is on its map."""
    count = counted(campaign)
    won, waiting = tr("duet.map.count_won", n=count.won), tr("duet.map.count_open", n=count.open)
    return tr("app.list.more", list=won, item=waiting)
