"""The table before the night."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app_context import AppContext
from companion.screens.setup import BaseSetupPage
from companion.widgets.icons import Icon
from companion.widgets.text import Text
from pebble_house.games.pebbles.definition import DEFINITION
from pebble_house.games.pebbles.rules import Setup


class SetupPage(BaseSetupPage):
    main_icon = Icon.PLAY
    selection: Setup

    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        super().__init__(context, DEFINITION, players)
        self.selection = Setup(self.players)
        self.body.add_widget(Text(context.tr("pebbles.setup.heap", n=self.setup.heap)))
        self.refresh()

    def show_selection(self) -> None:
        """Nothing can be chosen here."""
