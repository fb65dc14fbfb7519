"""What the pages of one table share: moves are spoken, and shelves read from the board are remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.games.cultists.house import KNOWN_SHELVES, known_shelves
from companion.games.cultists.moves import ShelfValue, Shelves
from companion.games.cultists.state import State
from companion.screens.cultists.summary import CultistsTable
from companion.screens.table_page import TablePage
from companion.scripts.game_cultists import said

if TYPE_CHECKING:
    from companion.app import CompanionApp

_SHELVES = "cultists-shelves"


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
        done = super().play(move)
        if done:
            self.app.speaking.say(said(before, self.state))
            if isinstance(move, Shelves):
                self._remember_shelves()
        return done

    def _remember_shelves(self) -> None:
        known = known_shelves(self.state).shelves
        self.app.keep_in_mind(Shelves((*known, *self.remembered_shelves())), _SHELVES)

    def remembered_shelves(self) -> tuple[ShelfValue, ...]:
        """What an earlier game read from the board and this one does not know yet."""
        kept = self.app.recall(Shelves, _SHELVES)
        known = {shelf.shelf for shelf in self.state.library if shelf.books is not None}
        known.update(shelf.shelf for shelf in KNOWN_SHELVES)
        return tuple(value for value in kept.shelves if value.shelf not in known) if kept is not None else ()
