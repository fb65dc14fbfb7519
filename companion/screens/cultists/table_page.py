"""What the pages of one table share: a question stands until it is answered, and shelves are remembered."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.entry.cultists import shelves
from companion.games.cultists.moves import Revealed, ShelfValue, Shelves
from companion.games.cultists.state import Awaits, State
from companion.screens.cultists.sitting import CultistsSitting
from companion.screens.table_page import TablePage
from companion.shell import Shell


class CultistsPage(TablePage):
    def __init__(self, shell: Shell, sitting: CultistsSitting, *tools: Widget) -> None:
        super().__init__(shell, sitting, *tools)
        self.shell = shell

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def play(self, move: Any) -> bool:
        if self.state.awaits is Awaits.REVEALED and not isinstance(move, Revealed):
            # A record may go on without the answer; here the table is asked for it.
            self.shell.toaster.show(self.shell.tr("cultists.board.answer_first"))
            return False
        done = super().play(move)
        if done and isinstance(move, Shelves):
            shelves.keep(self.shell, self.state)
        return done

    def remembered_shelves(self) -> tuple[ShelfValue, ...]:
        return shelves.remembered(self.shell, self.state)
