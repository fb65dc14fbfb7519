"""The table before the night."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.game import Problem
from companion.screens.night.deal import DealPage
from companion.screens.setup_page import SettingUp
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.tap import MainButton
from companion.widgets.text import Text
from pebble_house.games.pebbles.manifest import MANIFEST
from pebble_house.games.pebbles.setup import Setup, problems


class SetUpPage(SettingUp):
    def __init__(self, shell: Shell, players: Sequence[str]) -> None:
        tr = shell.tr
        super().__init__(shell, MANIFEST, players, tr("pebbles.setup.subtitle"))
        self.setup = Setup(tuple(players))
        self.body.add_widget(Text(tr("pebbles.setup.heap", n=self.setup.heap)))
        self.main = MainButton(tr("app.setup.deal"), self._deal, icon=Icon.PLAY, why=self._say_why)
        self.with_footer(self.main)

    @property
    def chosen(self) -> Setup:
        return self.setup

    def wrong(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def _deal(self) -> None:
        self._shell.visit(DealPage, self.setup, 1)
