"""The deal: the exact cards to shuffle, a glance at the sound, and the night in five seconds."""

from __future__ import annotations

from functools import partial

from companion.scripts.nights import Seated, night_for
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton


class DealPage(Page):
    def __init__(self, shell: Shell, setup: Seated) -> None:
        super().__init__(TitleBar(shell.tr(f"app.game.{night_for(setup).game}"), on_back=shell.back))
        begin = partial(shell.speaking.begin, setup)
        self.main = MainButton(shell.tr("app.setup.begin_night"), begin, icon=Icon.MOON)
        self.with_footer(self.main)
