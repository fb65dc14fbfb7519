"""The heap: one more, or take them."""

from __future__ import annotations

from companion.app_context import AnyController, AppContext
from companion.screens.board_page import BaseBoardPage
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.text import Text


class BoardPage(BaseBoardPage):
    def __init__(self, context: AppContext, controller: AnyController) -> None:
        super().__init__(context, controller)
        self.left = Text("", size_sp=48, align="center")
        self.one_more = SecondaryButton(context.tr("pebbles.board.one_more"), self._one_more, icon=Icon.PLUS)
        self.body.add_widget(self.left)
        self.body.add_widget(self.one_more)
        self.main = PrimaryButton(context.tr("pebbles.board.take"), self._take, icon=Icon.CHECK)
        self.add_to_footer(self.main)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.controller.speak_opening()

    def _one_more(self) -> None:
        self.controller.save_draft(self.controller.draft.one_more())
        self.show()

    def _take(self) -> None:
        self.play_move(self.controller.draft.move)

    def show(self) -> None:
        super().show()
        tr, state = self._app_context.tr, self.session.state
        self.title.show(tr("app.game.pebbles"), tr("pebbles.summary.left", n=state.left))
        self.left.content = tr("pebbles.board.taking", n=self.controller.draft.pebbles)
