"""The heap: one more, or take them."""

from __future__ import annotations

from companion.screens.table_page import TablePage
from companion.shell import AnySitting, Shell
from companion.widgets.icon_names import Icon
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text


class BoardPage(TablePage):
    def __init__(self, shell: Shell, sitting: AnySitting) -> None:
        super().__init__(shell, sitting)
        self.left = Text("", size_sp=48, align="center")
        self.one_more = SideButton(shell.tr("pebbles.board.one_more"), self._one_more, icon=Icon.PLUS)
        self.body.add_widget(self.left)
        self.body.add_widget(self.one_more)
        self.main = MainButton(shell.tr("pebbles.board.take"), self._take, icon=Icon.CHECK)
        self.with_footer(self.main)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.sitting.welcome()

    def _one_more(self) -> None:
        self.sitting.enter(self.sitting.draft.one_more())
        self.show()

    def _take(self) -> None:
        self.play(self.sitting.draft.move)

    def show(self) -> None:
        super().show()
        tr, state = self._shell.tr, self.table.state
        self.title.show(tr("app.game.pebbles"), tr("pebbles.summary.left", n=state.left))
        self.left.content = tr("pebbles.board.taking", n=self.sitting.draft.pebbles)
