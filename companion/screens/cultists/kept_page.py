"""What the pages of one table share: moves are spoken, and shelves read from the board are remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.games.cultists.moves import Revealed, ShelfValue, Shelves
from companion.games.cultists.state import Awaits, State
from companion.screens.cultists import kept_shelves
from companion.screens.cultists.summary import CultistsTable
from companion.screens.table_page import TablePage
from companion.scripts.game_cultists import said

if TYPE_CHECKING:
    from companion.app import CompanionApp


class KeptPage(TablePage):
    def __init__(self, app: CompanionApp, table: CultistsTable, *tools: Widget) -> None:
        super().__init__(app, table, *tools)
        self.app = app

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def play(self, move: Any) -> bool:
        before = self.state
        if before.awaits is Awaits.REVEALED and not isinstance(move, Revealed):
            # A record may go on without the answer; here the table is asked for it.
            self.app.toaster.show(self.app.tr("cultists.board.answer_first"))
            return False
        done = super().play(move)
        if done:
            self.app.speaking.say(said(before, self.state))
            if isinstance(move, Shelves):
                kept_shelves.keep(self.app, self.state)
        return done

    def remembered_shelves(self) -> tuple[ShelfValue, ...]:
        return kept_shelves.remembered(self.app, self.state)
