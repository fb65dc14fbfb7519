"""The games of a backup beside those that are here: which are the same, and what each of them adds.

A game is known by its `uid` on every device, and by the moment it began: one that went another way here and
there is two games, and both devices may come to have both under either name.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.storage.came_people import CAME
from companion.storage.database import Database, Execute
from companion.storage.games import COLUMNS

# A set-up without the names: they are given, changed and taken away at any time, and no rule asks for them.
# One that is damaged is compared as it lies there.
_UNNAMED: Final = (
    "CASE WHEN json_valid({game}.setup) THEN json_remove({game}.setup, '$.players') ELSE {game}.setup END"
)
_CANDIDATES: Final = (
    f"SELECT ours.id, ours.position, ours.updated FROM main.games AS ours, {CAME}.games AS came"
    " WHERE came.id = ? AND ours.id <= ? AND {known} AND ours.game = came.game AND ours.deleted IS NULL"
    f" AND {_UNNAMED.format(game='ours')} = {_UNNAMED.format(game='came')}"
)
_BY_UID: Final = _CANDIDATES.format(known="ours.uid = came.uid")
_BY_START: Final = _CANDIDATES.format(known="ours.started = came.started AND ours.uid IS NOT came.uid")
# The first move that counts there and is another here, or none here.
_PARTING: Final = f"""
    SELECT min(came.number) FROM {CAME}.moves AS came
    LEFT JOIN main.moves AS ours ON ours.game_id = ? AND ours.number = came.number
    WHERE came.game_id = ? AND came.number < ? AND ours.move IS NOT came.move
"""
_ADD_GAME: Final = (
    f"INSERT INTO main.games ({COLUMNS})"
    f" SELECT {COLUMNS.replace(' uid,', ' ?,')} FROM {CAME}.games WHERE id = ?"
)
_ADD_MOVES: Final = (
    "INSERT INTO main.moves (game_id, number, move, at)"
    f" SELECT ?, number, move, at FROM {CAME}.moves WHERE game_id = ? AND number >= ?"
)
_ADD_MARKS: Final = (
    "INSERT OR IGNORE INTO main.marks (game_id, seat, position, mark)"
    f" SELECT ?, seat, position, mark FROM {CAME}.marks WHERE game_id = ?"
)
_DROP_MOVES: Final = "DELETE FROM main.moves WHERE game_id = ? AND number >= ?"
# Names, evening and night stay as they are here; so does what the table calls it, if it calls it anything.
_GO_ON: Final = f"""
    UPDATE main.games SET (position, updated, ended, outcome, entry_at, entry, title, starred, counted) = (
        SELECT came.position, max(came.updated, games.updated), came.ended, came.outcome,
            came.entry_at, came.entry,
            CASE WHEN games.title = '' THEN came.title ELSE games.title END,
            max(came.starred, games.starred), 0
        FROM {CAME}.games AS came WHERE came.id = ?
    ) WHERE id = ?
"""
_NEW_NOTES: Final = f"""
    FROM {CAME}.notes AS came WHERE came.game_id = ? AND NOT EXISTS (
        SELECT 1 FROM main.notes AS ours
        WHERE ours.game_id = ? AND ours.position = came.position AND ours.text = came.text
    )
"""
_COUNT_NOTES: Final = f"SELECT count(*) {_NEW_NOTES}"
_ADD_NOTES: Final = f"""
    INSERT INTO main.notes (game_id, number, position, text, at)
    SELECT ?, (SELECT ifnull(max(number) + 1, 0) FROM main.notes WHERE game_id = ?)
        + row_number() OVER (ORDER BY came.number) - 1, came.position, came.text, came.at {_NEW_NOTES}
"""
_UNCOUNT: Final = "UPDATE main.games SET counted = 0 WHERE id = ?"
# One that was deleted a moment ago gives its name up: should it be brought back, it is another game.
_FREE_UID: Final = (
    "UPDATE main.games SET uid = lower(hex(randomblob(8))) WHERE uid = ? AND deleted IS NOT NULL"
)


class Kin(Enum):
    """What a game that came is to those that are here."""

    NEW = "new"
    HERE = "here"
    GOES_ON = "goes on"


@dataclass(frozen=True, slots=True)
class Came:
    """`ours` is the game here that holds it, or that goes on with its moves from `parting` on."""

    kin: Kin
    ours: int = 0
    parting: int = 0
    notes: int = 0


def last_of_ours(database: Database) -> int:
    """The highest number that a game has here, before any of the backup is added: no two that come with one
    backup are the same."""
    ((last,),) = database.rows("SELECT ifnull(max(id), 0) FROM main.games")
    return int(last)


def compare(database: Database, number: int, position: int, updated: float, last: int) -> Came:
    """A game of the backup, by its number there, of which so many moves count; with ours up to `last`."""
    candidates = [*database.rows(_BY_UID, (number, last)), *database.rows(_BY_START, (number, last))]
    found: Came | None = None
    for ours, counts, changed in candidates:
        ((parting,),) = database.rows(_PARTING, (ours, number, position))
        # Undone here since it was saved, it can be redone here; undone here before, it was played on there.
        held = parting is None and (position <= counts or updated <= changed)
        if held:
            ((notes,),) = database.rows(_COUNT_NOTES, (number, ours))
            return Came(Kin.HERE, ours, notes=notes)
        if found is None and position > counts and (parting is None or parting >= counts):
            ((notes,),) = database.rows(_COUNT_NOTES, (number, ours))
            found = Came(Kin.GOES_ON, ours, counts, notes)
    return found or Came(Kin.NEW)


def add(execute: Execute, database: Database, number: int, uid: str, came: Came) -> None:
    """What this game of the backup adds to those that are here."""
    if came.kin is Kin.NEW:
        execute(_FREE_UID, (uid,))
        ours = execute(_ADD_GAME, (_own_uid(database, uid, number), number)).lastrowid
        execute(_ADD_MOVES, (ours, number, 0))
        execute(_ADD_MARKS, (ours, number))
        execute(_ADD_NOTES, (ours, ours, number, ours))
        return
    if came.kin is Kin.GOES_ON:
        execute(_DROP_MOVES, (came.ours, came.parting))
        execute(_ADD_MOVES, (came.ours, number, came.parting))
        execute(_GO_ON, (number, came.ours))
        execute(_ADD_MARKS, (came.ours, number))
    if came.notes:
        execute(_ADD_NOTES, (came.ours, came.ours, number, came.ours))
        execute(_UNCOUNT, (came.ours,))


def _own_uid(database: Database, uid: str, number: int) -> str:
    """What a game that came is known by here: one that went another way here and there is two from then on.
    It follows from what was played, so that every device calls it the same."""
    if not database.rows("SELECT 1 FROM main.games WHERE uid = ?", (uid,)):
        return uid
    moves: list[Any] = database.rows(
        f"SELECT move FROM {CAME}.moves WHERE game_id = ? ORDER BY number", (number,)
    )
    other = hashlib.sha256("\n".join((uid, *(move for (move,) in moves))).encode()).hexdigest()[:16]
    return _own_uid(database, other, number)
