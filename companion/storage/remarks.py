"""What was said of a game that comes, beside what is said of it here: notes, what it is called, its star."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.storage.database import Database, Execute

_OURS: Final = "SELECT position, text, at FROM main.notes WHERE game_id = ?"
_ADD: Final = (
    "INSERT INTO main.notes (game_id, number, position, text, at)"
    " SELECT ?, ifnull(max(number), -1) + 1, ?, ?, ? FROM main.notes WHERE game_id = ?"
)
# What the table calls it here stays, if it calls it anything.
_LACKS: Final = "id = ?1 AND ((title = '' AND ?2 <> '') OR starred < ?3)"
_ASK: Final = f"SELECT 1 FROM main.games WHERE {_LACKS}"
_DRESS: Final = (
    "UPDATE main.games SET title = CASE title WHEN '' THEN ?2 ELSE title END, starred = max(starred, ?3),"
    f" counted = 0 WHERE {_LACKS}"
)
_UNCOUNT: Final = "UPDATE main.games SET counted = 0 WHERE id = ?"

# After how many moves, what, and when it was written; None where nobody says when.
Remark = tuple[Any, ...]


def new_remarks(
    database: Database, ours: int, counts: int, came: Sequence[Remark], came_counts: int
) -> tuple[Remark, ...]:
    """Those that the game here, of which so many moves count, lacks. One that was changed here is known by
    when it was written. One that stands after moves that were undone travels to the last that counts."""
    if not came:
        return ()
    here = database.rows(_OURS, (ours,))
    told = {text for _, text, _ in came}

    def is_here(position: int, text: str, at: float | None) -> bool:
        places = _places(position, came_counts)
        for place, said, when in here:
            changed = at is not None and when == at and said not in told
            if (said == text or changed) and places & _places(place, counts):
                return True
        return False

    return tuple(remark for remark in came if not is_here(*remark))


def lacks(database: Database, ours: int, title: str, starred: bool) -> bool:
    """Whether the game here would be called something, or starred."""
    return bool(database.rows(_ASK, (ours, title, starred)))


def put_remarks(
    execute: Execute, ours: int, remarks: Sequence[Remark], title: str, starred: bool, now: float = 0.0
) -> bool:
    """Say them of the game here too; whether anything has changed. `now` is for those of which nobody says
    when they were written."""
    for position, text, at in remarks:
        execute(_ADD, (ours, position, text, now if at is None else at, ours))
    if remarks:
        execute(_UNCOUNT, (ours,))
    dressed = execute(_DRESS, (ours, title, starred)).rowcount > 0
    return dressed or bool(remarks)


def _places(position: Any, counts: int) -> set[Any]:
    return {position, min(position, counts)} if type(position) is int else {position}
