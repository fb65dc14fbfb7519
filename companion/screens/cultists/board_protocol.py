"""The board of a table, as far as the screens and sheets that open from it need it."""

from __future__ import annotations

from typing import Any, Protocol

from companion.app_context import AppContext
from companion.core.session import GameSession
from companion.games.cultists.events import Pick
from companion.games.cultists.moves import Move
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import State
from companion.screens.cultists.sitting import CultistsController
from companion.screens.timer import TimerController


class Board(Protocol):
    app_context: AppContext
    controller: CultistsController
    session: GameSession[Setup, State, Move]
    timer: TimerController
    pick_random: Pick

    @property
    def state(self) -> State: ...

    def play_move(self, move: Any) -> bool:
        """Make a move and show what came of it; False if it was refused."""

    def undo_last_move(self) -> None:
        """Undo what was played last."""

    def show(self) -> None:
        """Show the table as it stands."""

    def say_status(self) -> None:
        """Where the game stands, aloud."""

    # -- ways on --

    def open_actions(self) -> None: ...

    def open_automa(self) -> None: ...

    def open_building(self) -> None: ...

    def open_death(self, seat: int | None = None) -> None: ...

    def open_encounter(self) -> None: ...

    def open_gate(self) -> None: ...

    def open_hazard(self) -> None: ...

    def open_history(self) -> None: ...

    def open_people(self) -> None: ...

    def open_power(self) -> None: ...

    def open_room(self) -> None: ...

    def open_vote(self, called_by: int | None = None) -> None: ...
