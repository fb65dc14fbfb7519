"""Notes pinned to a moment of a game. They are searched, so writing one has its game counted anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.game import ProblemError, error
from companion.games.kept import MOST_NOTES, shown_note
from companion.past.moments import Note
from companion.storage.database import Database, Execute, StorageError

_OF: Final = "SELECT number, position, text, at FROM notes WHERE game_id = ? ORDER BY position, number"
_ONE: Final = "SELECT number, position, text, at FROM notes WHERE game_id = ? AND number = ?"
_NEXT: Final = "SELECT count(*), ifnull(max(number) + 1, 0) FROM notes WHERE game_id = ?"
_ADD: Final = "INSERT INTO notes (game_id, number, position, text, at) VALUES (?, ?, ?, ?, ?)"
_CHANGE: Final = "UPDATE notes SET text = ? WHERE game_id = ? AND number = ?"
_REMOVE: Final = "DELETE FROM notes WHERE game_id = ? AND number = ?"
_UNCOUNT: Final = "UPDATE games SET counted = 0 WHERE id = ? AND deleted IS NULL"


class Notes:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def of(self, game: int) -> tuple[Note, ...]:
        """All notes of a game, by their moments. A row that is damaged is passed over."""
        rows = self._database.rows(_OF, (game,))
        return tuple(Note(*row) for row in rows if type(row[1]) is int and isinstance(row[2], str))

    def add(self, game: int, position: int, text: str) -> Note | None:
        """Note this after so many moves; None if it says nothing. Raises `ProblemError`."""
        said = shown_note(text.strip())
        if not said:
            return None
        ((count, number),) = self._database.rows(_NEXT, (game,))
        if count >= MOST_NOTES:
            raise ProblemError(error("moments.problem.too_many", most=MOST_NOTES))
        note = Note(number, position, said, self._clock())
        with self._database.step() as execute:
            self._put(execute, game, note)
        return note

    def change(self, game: int, number: int, text: str) -> Note:
        """Say something else at the same moment; nothing to say takes the note away. Returned is the note as
        it was, to be put back."""
        before, said = self._one(game, number), shown_note(text.strip())
        with self._database.step() as execute:
            if said:
                execute(_CHANGE, (said, game, number))
            else:
                execute(_REMOVE, (game, number))
            execute(_UNCOUNT, (game,))
        return before

    def remove(self, game: int, number: int) -> Note:
        """Returned to be put back, should that be wished."""
        return self.change(game, number, "")

    def put_back(self, game: int, note: Note) -> None:
        """As it was before it was changed or removed."""
        with self._database.step() as execute:
            execute(_REMOVE, (game, note.number))
            self._put(execute, game, note)

    def _put(self, execute: Execute, game: int, note: Note) -> None:
        if execute(_UNCOUNT, (game,)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=game))
        execute(_ADD, (game, note.number, note.position, note.text, note.at))

    def _one(self, game: int, number: int) -> Note:
        found = self._database.rows(_ONE, (game, number))
        if not found:
            raise StorageError(error("moments.problem.note_missing"))
        return Note(*found[0])
