"""The games of a backup beside those that are here: what each of them adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.storage.came_people import CAME
from companion.storage.database import Database, Execute
from companion.storage.games import COLUMNS
from companion.storage.remarks import Remark, lacks, new_remarks, put_remarks
from companion.storage.same_games import Coming, Kin, find_same, own_uid

_ONE: Final = (
    f"SELECT uid, game, setup, started, updated, position, title, starred FROM {CAME}.games WHERE id = ?"
)
_MOVES: Final = f"SELECT move FROM {CAME}.moves WHERE game_id = ? AND number < ? ORDER BY number"
_NOTES: Final = f"SELECT position, text, at FROM {CAME}.notes WHERE game_id = ? ORDER BY number"
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
_ADD_NOTES: Final = (
    "INSERT INTO main.notes (game_id, number, position, text, at)"
    f" SELECT ?, number, position, text, at FROM {CAME}.notes WHERE game_id = ?"
)
_DROP_MOVES: Final = "DELETE FROM main.moves WHERE game_id = ? AND number >= ?"
# Names, evening and night stay as they are here.
_GO_ON: Final = f"""
    UPDATE main.games SET (position, updated, ended, outcome, entry_at, entry, counted) = (
        SELECT came.position, max(came.updated, games.updated), came.ended, came.outcome,
            came.entry_at, came.entry, 0
        FROM {CAME}.games AS came WHERE came.id = ?
    ) WHERE id = ?
"""


@dataclass(frozen=True, slots=True)
class Came:
    """`ours` is the game here that holds it, or that goes on with its moves from `parting` on. The remarks
    are those that ours lacks; `dressed` is whether ours is called something by them, or starred."""

    kin: Kin
    ours: int = 0
    parting: int = 0
    remarks: tuple[Remark, ...] = ()
    title: str = ""
    starred: bool = False
    dressed: bool = False

    @property
    def notes(self) -> int:
        """How much is said of a game that is here: what one is called, or its star, is a remark too."""
        return len(self.remarks) + (self.dressed and self.kin is Kin.HERE)


def last_of_ours(database: Database) -> int:
    """The highest number that a game has here, before any of the backup is added: no two that come with one
    backup are the same."""
    ((last,),) = database.rows("SELECT ifnull(max(id), 0) FROM main.games")
    return int(last)


def compare(database: Database, number: int, last: int) -> Came:
    """A game of the backup, by its number there, with ours up to `last`."""
    ((uid, game, setup, started, updated, position, title, starred),) = database.rows(_ONE, (number,))
    coming = Coming(uid, game, setup, started, lambda: _moves(database, number, position), updated)
    found = find_same(database, coming, last)
    if found.kin is Kin.NEW:
        return Came(Kin.NEW)
    came = database.rows(_NOTES, (number,))
    remarks = new_remarks(database, found.ours, found.counts, came, position)
    dressed = lacks(database, found.ours, title, starred)
    return Came(found.kin, found.ours, found.counts, remarks, title, starred, dressed)


def add(execute: Execute, database: Database, number: int, uid: str, position: int, came: Came) -> None:
    """What this game of the backup adds to those that are here."""
    if came.kin is Kin.NEW:
        name = own_uid(database, execute, uid, _moves(database, number, position))
        ours = execute(_ADD_GAME, (name, number)).lastrowid
        execute(_ADD_MOVES, (ours, number, 0))
        execute(_ADD_MARKS, (ours, number))
        execute(_ADD_NOTES, (ours, number))
        return
    if came.kin is Kin.GOES_ON:
        execute(_DROP_MOVES, (came.ours, came.parting))
        execute(_ADD_MOVES, (came.ours, number, came.parting))
        execute(_GO_ON, (number, came.ours))
        execute(_ADD_MARKS, (came.ours, number))
    if came.remarks or came.dressed:
        put_remarks(execute, came.ours, came.remarks, came.title, came.starred)


def _moves(database: Database, number: int, position: int) -> Sequence[str]:
    return [move for (move,) in database.rows(_MOVES, (number, position))]
