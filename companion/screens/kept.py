"""What is being entered at a table, kept so that it outlives the app: a kill loses not even half a move."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from companion.games.records import encode, encode_move
from companion.table import Table

if TYPE_CHECKING:
    from companion.app import CompanionApp


class Dated(Protocol):
    """A record that says which moment of which table it belongs to."""

    @property
    def moment(self) -> str: ...


E = TypeVar("E", bound=Dated)


class Kept(Generic[E]):
    """The one record of its `name`; `kind` is a frozen dataclass with a `moment` among its fields."""

    def __init__(self, app: CompanionApp, table: Table[Any, Any, Any], kind: type[E], name: str) -> None:
        self._app, self._table, self._kind, self._name = app, table, kind, name
        self._state: object = None
        self._moment = ""

    @property
    def moment(self) -> str:
        """Stands for the set-up and all moves that count now. Worked out once a move, not at every tap."""
        if self._state is not self._table.state:
            self._state = self._table.state
            self._moment = _digest(self._table)
        return self._moment

    def recall(self) -> E | None:
        """What was being entered at this very moment. A damaged file may hold seats that nobody has."""
        entered = self._app.recall(self._kind, self._name)
        return entered if entered is not None and entered.moment == self.moment else None

    def keep(self, entered: E) -> None:
        """Saved first, shown second, like a move."""
        self._app.keep_in_mind(entered, self._name)


def forget(app: CompanionApp, name: str) -> None:
    """A new table begins with nothing entered, even if the one before it looked the same."""
    app.keep_in_mind(None, name)


def _digest(table: Table[Any, Any, Any]) -> str:
    moves = [encode_move(table.game, move) for move in table.moves]
    return hashlib.sha256(json.dumps([table.game.id, encode(table.setup), moves]).encode()).hexdigest()
