"""Notes pinned to a moment of a game. They are searched, so writing one has its game counted anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.game import ProblemError, error
from companion.games.kept import MAX_NOTES, clean_note
from companion.past.moments import Note
from companion.storage.database import Database, Execute, StorageError

_NOTES_OF_GAME: Final = (
    "SELECT number, position, text, at FROM notes WHERE game_id = ? ORDER BY position, number"
)
_ONE: Final = "SELECT number, position, text, at FROM notes WHERE game_id = ? AND number = ?"
_NEXT: Final = "SELECT count(*), ifnull(max(number) + 1, 0) FROM notes WHERE game_id = ?"
_ADD: Final = "INSERT INTO notes (game_id, number, position, text, at) VALUES (?, ?, ?, ?, ?)"
_CHANGE: Final = "UPDATE notes SET text = ? WHERE game_id = ? AND number = ?"
_REMOVE: Final = "DELETE FROM notes WHERE game_id = ? AND number = ?"
_MARK_STALE: Final = "UPDATE games SET counted = 0 WHERE id = ? AND deleted IS NULL"


class Notes:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def list_notes(self, game_id: int) -> tuple[Note, ...]:
        """All notes of a game, by their moments. A row that is damaged is passed over."""
        rows = self._database.rows(_NOTES_OF_GAME, (game_id,))
        return tuple(Note(*row) for row in rows if type(row[1]) is int and isinstance(row[2], str))

    def add(self, game_id: int, move_count: int, text: str) -> Note | None:
        """Note this after so many moves; None if it says nothing. Raises `ProblemError`."""
        clean_text = clean_note(text.strip())
        if not clean_text:
            return None
        ((count, note_id),) = self._database.rows(_NEXT, (game_id,))
        if count >= MAX_NOTES:
            raise ProblemError(error("moments.problem.too_many", most=MAX_NOTES))
        note = Note(note_id, move_count, clean_text, self._clock())
        with self._database.transaction() as execute:
            self._insert(execute, game_id, note)
        return note

    def change(self, game_id: int, note_id: int, text: str) -> Note:
        """Say something else at the same moment; nothing to say takes the note away. Returned is the note as
        it was, to be put back."""
        previous, clean_text = self._load(game_id, note_id), clean_note(text.strip())
        with self._database.transaction() as execute:
            if clean_text:
                execute(_CHANGE, (clean_text, game_id, note_id))
            else:
                execute(_REMOVE, (game_id, note_id))
            execute(_MARK_STALE, (game_id,))
        return previous

    def remove(self, game_id: int, note_id: int) -> Note:
        """Returned to be put back, should that be wished."""
        return self.change(game_id, note_id, "")

    def restore(self, game_id: int, note: Note) -> None:
        """As it was before it was changed or removed."""
        with self._database.transaction() as execute:
            execute(_REMOVE, (game_id, note.note_id))
            self._insert(execute, game_id, note)

    def _insert(self, execute: Execute, game_id: int, note: Note) -> None:
        if execute(_MARK_STALE, (game_id,)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=game_id))
        execute(_ADD, (game_id, note.note_id, note.move_count, note.text, note.written_at))

    def _load(self, game_id: int, note_id: int) -> Note:
        rows = self._database.rows(_ONE, (game_id, note_id))
        if not rows:
            raise StorageError(error("moments.problem.note_missing"))
        return Note(*rows[0])
