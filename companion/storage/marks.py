"""What somebody thinks of the others at a table, by moment: their own, and part of nothing that is shared."""

from __future__ import annotations

from typing import Final

from companion.games.game import error
from companion.past.moments import UNMARKED, Mark
from companion.storage.database import Database, StorageError

_OF: Final = "SELECT seat, position, mark FROM marks WHERE game_id = ? ORDER BY position, seat"
_HERE: Final = "SELECT 1 FROM games WHERE id = ? AND deleted IS NULL"
_LATEST: Final = (
    "SELECT mark FROM marks WHERE game_id = ? AND seat = ? AND position < ? ORDER BY position DESC LIMIT 1"
)
# Those of moves that were taken back since: whoever marks anew has thought again.
_FORGET: Final = "DELETE FROM marks WHERE game_id = ? AND seat = ? AND position >= ?"
_PUT: Final = "INSERT INTO marks (game_id, seat, position, mark) VALUES (?, ?, ?, ?)"


class Marks:
    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, game: int) -> tuple[Mark, ...]:
        """All marks of a game, by their moments. A row that is damaged is passed over."""
        rows = self._database.rows(_OF, (game,))
        return tuple(
            Mark(*row)
            for row in rows
            if [type(part) for part in row] == [int, int, str] and row[0] >= 0 and row[1] >= 0
        )

    def put(self, game: int, seat: int, position: int, mark: str) -> None:
        """This is thought of a seat from now on, after so many moves. Raises `StorageError`."""
        if not self._database.rows(_HERE, (game,)):
            raise StorageError(error("app.problem.game_missing", id=game))
        before = self._database.rows(_LATEST, (game, seat, position))
        standing = before[0][0] if before else UNMARKED
        with self._database.step() as execute:
            execute(_FORGET, (game, seat, position))
            if mark != standing:
                execute(_PUT, (game, seat, position, mark))
