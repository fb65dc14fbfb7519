"""What was said of a game that comes, beside what is said of it here: notes, what it is called, its star."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.storage.database import Database, Execute

_LOCAL_NOTES: Final = "SELECT position, text, at FROM main.notes WHERE game_id = ?"
_ADD: Final = (
    "INSERT INTO main.notes (game_id, number, position, text, at)"
    " SELECT ?, ifnull(max(number), -1) + 1, ?, ?, ? FROM main.notes WHERE game_id = ?"
)
# What the table calls it here stays, if it calls it anything.
_HAS_NEW_METADATA: Final = "id = ?1 AND ((title = '' AND ?2 <> '') OR starred < ?3)"
_SELECT_NEW_METADATA: Final = f"SELECT 1 FROM main.games WHERE {_HAS_NEW_METADATA}"
_MERGE_METADATA: Final = (
    "UPDATE main.games SET title = CASE title WHEN '' THEN ?2 ELSE title END, starred = max(starred, ?3),"
    f" counted = 0 WHERE {_HAS_NEW_METADATA}"
)
_MARK_STALE: Final = "UPDATE main.games SET counted = 0 WHERE id = ?"

# After how many moves, what, and when it was written; None where nobody says when.
NoteRow = tuple[Any, ...]


def find_missing_notes(
    database: Database, local_id: int, local_total: int, incoming: Sequence[NoteRow], incoming_total: int
) -> tuple[NoteRow, ...]:
    """Those that the game here, of which so many moves count, lacks. One that was changed here is known by
    when it was written. One that stands after moves that were undone travels to the last that counts."""
    if not incoming:
        return ()
    local_notes = database.rows(_LOCAL_NOTES, (local_id,))
    incoming_texts = {text for _, text, _ in incoming}

    def is_existing(move_count: int, text: str, written_at: float | None) -> bool:
        positions = _possible_move_counts(move_count, incoming_total)
        for local_move_count, local_text, local_time in local_notes:
            is_edited = (
                written_at is not None and local_time == written_at and local_text not in incoming_texts
            )
            if (local_text == text or is_edited) and positions & _possible_move_counts(
                local_move_count, local_total
            ):
                return True
        return False

    return tuple(note for note in incoming if not is_existing(*note))


def has_new_metadata(database: Database, local_id: int, title: str, starred: bool) -> bool:
    """Whether the game here would be called something, or starred."""
    return bool(database.rows(_SELECT_NEW_METADATA, (local_id, title, starred)))


def merge_notes(
    execute: Execute, local_id: int, notes: Sequence[NoteRow], title: str, starred: bool, now: float = 0.0
) -> bool:
    """Say them of the game here too; whether anything has changed. `now` is for those of which nobody says
    when they were written."""
    for move_count, text, written_at in notes:
        execute(_ADD, (local_id, move_count, text, now if written_at is None else written_at, local_id))
    if notes:
        execute(_MARK_STALE, (local_id,))
    is_metadata_changed = execute(_MERGE_METADATA, (local_id, title, starred)).rowcount > 0
    return is_metadata_changed or bool(notes)


def _possible_move_counts(move_count: Any, total_moves: int) -> set[Any]:
    return {move_count, min(move_count, total_moves)} if type(move_count) is int else {move_count}
