"""The board of a table, as far as the screens that open from it need it."""

from __future__ import annotations

from typing import Protocol

from companion.games.cultists.moves import Move
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import State
from companion.screens.timer import TimerDesk
from companion.table import Table


class Board(Protocol):
    table: Table[Setup, State, Move]
    timer: TimerDesk

    def play(self, move: Move) -> bool:
        """Make a move and show what came of it; False if it was refused."""

    def show(self) -> None:
        """Show the table as it stands."""
