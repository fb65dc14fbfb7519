"""What follows a night: one that was stopped, and dawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.avalon.play import AVALON
from companion.games.avalon.setup import Setup
from companion.screens.night.page import NightPage
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Gap
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Glyph, Text

if TYPE_CHECKING:
    from companion.app import CompanionApp


class StoppedPage(Page):
    """Stop: everybody may look up. The same cards can go on from the right step."""

    def __init__(self, app: CompanionApp, night: NightPage) -> None:
        tr = app.tr
        super().__init__(TitleBar(tr("app.night.title", game=tr("app.game.avalon"))))
        self._app = app
        self._night = night
        for part in (
            Gap(height=24),
            Glyph(Icon.EYE, 112, tone="candle", pos_hint={"center_x": 0.5}),
            Text(tr("app.night.stopped"), face="title", size_sp=36, align="center"),
            Text(tr("app.night.stopped_why"), size_sp=18, align="center", tone="ink_2"),
        ):
            self.body.add_widget(part)
        self.restart = MainButton(tr("app.night.restart"), self._restart, icon=Icon.AGAIN)
        self.end = SideButton(tr("app.night.leave"), self._leave, icon=Icon.CLOSE)
        self.with_footer(self.end, self.restart)

    def _restart(self) -> None:
        self._app.stage.leave()
        self._night.restart()

    def _leave(self) -> None:
        self._app.stage.leave(2)

    def go_back(self) -> bool:
        self._leave()
        return True


class DawnPage(Page):
    """The night is over; the first quest waits."""

    def __init__(self, app: CompanionApp, setup: Setup) -> None:
        tr = app.tr
        super().__init__(TitleBar(tr("app.game.avalon"), on_back=app.back))
        self._app = app
        self._setup = setup
        leader = setup.players[setup.leader]
        for part in (
            Gap(height=24),
            Glyph(Icon.SUN, 120, tone="candle", pos_hint={"center_x": 0.5}),
            Text(tr("app.night.dawn"), face="title", size_sp=48, smallest=30, align="center"),
            Text(tr("app.night.leads", name=leader), size_sp=20, align="center"),
        ):
            self.body.add_widget(part)
        self.again = SideButton(tr("app.night.replay"), self._replay, icon=Icon.AGAIN)
        self.main = MainButton(tr("app.night.to_quests"), self._to_quests, onward=True)
        self.with_footer(self.again, self.main)

    def _to_quests(self) -> None:
        self._app.start_table(AVALON, self._setup)

    def _replay(self) -> None:
        self._app.stage.leave()
        self._app.speaking.begin(self._setup)
