"""What the pages of one table share: a question stands until it is answered, and shelves are remembered."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.entry.cultists import shelves
from companion.games.cultists.moves import Revealed, ShelfValue, Shelves
from companion.games.cultists.state import Phase, State
from companion.screens.board_page import BaseBoardPage
from companion.screens.cultists.sitting import CultistsController


class CultistsPage(BaseBoardPage):
    def __init__(self, context: AppContext, controller: CultistsController, *tools: Widget) -> None:
        super().__init__(context, controller, *tools)
        self.app_context = context

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    def play_move(self, move: Any) -> bool:
        if self.state.phase is Phase.REVEALED and not isinstance(move, Revealed):
            # A record may go on without the answer; here the table is asked for it.
            self.app_context.toaster.show(self.app_context.tr("cultists.board.answer_first"))
            return False
        is_played = super().play_move(move)
        if is_played and isinstance(move, Shelves):
            shelves.save_shelves(self.app_context, self.state)
        return is_played

    def recall_shelves(self) -> tuple[ShelfValue, ...]:
        return shelves.recall_shelves(self.app_context, self.state)
