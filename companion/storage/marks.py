"""What somebody thinks of the others at a table, by moment: their own, and part of nothing that is shared."""

from __future__ import annotations

from typing import Final

from companion.games.game import error
from companion.past.moments import NO_MARK, Mark
from companion.storage.database import Database, StorageError

_MARKS_OF_GAME: Final = "SELECT seat, position, mark FROM marks WHERE game_id = ? ORDER BY position, seat"
_GAME_EXISTS: Final = "SELECT 1 FROM games WHERE id = ? AND deleted IS NULL"
_LATEST: Final = (
    "SELECT mark FROM marks WHERE game_id = ? AND seat = ? AND position < ? ORDER BY position DESC LIMIT 1"
)
# Those of moves that were taken back since: whoever marks anew has thought again.
_DELETE_FROM: Final = "DELETE FROM marks WHERE game_id = ? AND seat = ? AND position >= ?"
_INSERT: Final = "INSERT INTO marks (game_id, seat, position, mark) VALUES (?, ?, ?, ?)"


class Marks:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_marks(self, game_id: int) -> tuple[Mark, ...]:
        """All marks of a game, by their moments. A row that is damaged is passed over."""
        rows = self._database.rows(_MARKS_OF_GAME, (game_id,))
        return tuple(
            Mark(*row)
            for row in rows
            if [type(part) for part in row] == [int, int, str] and row[0] >= 0 and row[1] >= 0
        )

    def set_mark(self, game_id: int, seat: int, move_count: int, mark: str) -> None:
        """This is thought of a seat from now on, after so many moves. Raises `StorageError`."""
        if not self._database.rows(_GAME_EXISTS, (game_id,)):
            raise StorageError(error("app.problem.game_missing", id=game_id))
        before = self._database.rows(_LATEST, (game_id, seat, move_count))
        current = before[0][0] if before else NO_MARK
        with self._database.transaction() as execute:
            execute(_DELETE_FROM, (game_id, seat, move_count))
            if mark != current:
                execute(_INSERT, (game_id, seat, move_count, mark))
