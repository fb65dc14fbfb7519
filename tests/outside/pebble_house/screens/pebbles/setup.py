"""The table before the night."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.screens.night.deal import DealPage
from companion.screens.setup import BaseSetupPage
from companion.widgets.buttons import PrimaryButton
from companion.widgets.icons import Icon
from companion.widgets.text import Text
from pebble_house.games.pebbles.definition import DEFINITION
from pebble_house.games.pebbles.rules import Setup, problems


class SetupPage(BaseSetupPage):
    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players, tr("pebbles.setup.subtitle"))
        self.setup = Setup(tuple(players))
        self.body.add_widget(Text(tr("pebbles.setup.heap", n=self.setup.heap)))
        self.main = PrimaryButton(
            tr("app.setup.deal"), self._deal, icon=Icon.PLAY, on_blocked=self._explain_disabled
        )
        self.add_to_footer(self.main)

    @property
    def selection(self) -> Setup:
        return self.setup

    def find_problems(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def _deal(self) -> None:
        self._app_context.push(DealPage, self.setup, 1)
