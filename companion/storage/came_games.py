"""The games of a backup beside those that are here: what each of them adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.storage.came_people import INCOMING
from companion.storage.database import Database, Execute
from companion.storage.games import COLUMNS
from companion.storage.remarks import NoteRow, find_missing_notes, has_new_metadata, merge_notes
from companion.storage.same_games import IncomingGame, MatchKind, allocate_uid, find_match

_GAME: Final = (
    f"SELECT uid, game, setup, started, updated, position, title, starred FROM {INCOMING}.games WHERE id = ?"
)
_MOVES: Final = f"SELECT move FROM {INCOMING}.moves WHERE game_id = ? AND number < ? ORDER BY number"
_NOTES: Final = f"SELECT position, text, at FROM {INCOMING}.notes WHERE game_id = ? ORDER BY number"
_ADD_GAME: Final = (
    f"INSERT INTO main.games ({COLUMNS})"
    f" SELECT {COLUMNS.replace(' uid,', ' ?,')} FROM {INCOMING}.games WHERE id = ?"
)
_ADD_MOVES: Final = (
    "INSERT INTO main.moves (game_id, number, move, at)"
    f" SELECT ?, number, move, at FROM {INCOMING}.moves WHERE game_id = ? AND number >= ?"
)
_ADD_MARKS: Final = (
    "INSERT OR IGNORE INTO main.marks (game_id, seat, position, mark)"
    f" SELECT ?, seat, position, mark FROM {INCOMING}.marks WHERE game_id = ?"
)
_ADD_NOTES: Final = (
    "INSERT INTO main.notes (game_id, number, position, text, at)"
    f" SELECT ?, number, position, text, at FROM {INCOMING}.notes WHERE game_id = ?"
)
_DELETE_MOVES: Final = "DELETE FROM main.moves WHERE game_id = ? AND number >= ?"
# Names, evening and night stay as they are here.
_EXTEND: Final = f"""
    UPDATE main.games SET (position, updated, ended, outcome, entry_at, entry, counted) = (
        SELECT came.position, max(came.updated, games.updated), came.ended, came.outcome,
            came.entry_at, came.entry, 0
        FROM {INCOMING}.games AS came WHERE came.id = ?
    ) WHERE id = ?
"""


@dataclass(frozen=True, slots=True)
class GameImportPlan:
    """`local_id` is the game here that holds it, or that goes on with its moves from `common_moves` on.
    The remarks are those that ours lacks; `is_metadata_changed` is whether ours is called something by
    them, or starred."""

    kind: MatchKind
    local_id: int = 0
    common_moves: int = 0
    new_notes: tuple[NoteRow, ...] = ()
    title: str = ""
    starred: bool = False
    is_metadata_changed: bool = False

    @property
    def note_count(self) -> int:
        """How much is said of a game that is here: what one is called, or its star, is a remark too."""
        return len(self.new_notes) + (self.is_metadata_changed and self.kind is MatchKind.EXISTING)


def max_local_id(database: Database) -> int:
    """The highest number that a game has here, before any of the backup is added: no two that come with one
    backup are the same."""
    ((max_id,),) = database.rows("SELECT ifnull(max(id), 0) FROM main.games")
    return int(max_id)


def plan_game_import(database: Database, incoming_id: int, max_id: int) -> GameImportPlan:
    """A game of the backup, by its number there, with ours up to `max_id`."""
    ((uid, game, setup, started, updated, move_count, title, starred),) = database.rows(_GAME, (incoming_id,))
    incoming = IncomingGame(
        uid, game, setup, started, lambda: _load_moves(database, incoming_id, move_count), updated
    )
    match = find_match(database, incoming, max_id)
    if match.kind is MatchKind.NEW:
        return GameImportPlan(MatchKind.NEW)
    notes = database.rows(_NOTES, (incoming_id,))
    missing_notes = find_missing_notes(database, match.local_id, match.move_count, notes, move_count)
    metadata_changed = has_new_metadata(database, match.local_id, title, starred)
    return GameImportPlan(
        match.kind, match.local_id, match.move_count, missing_notes, title, starred, metadata_changed
    )


def apply_game_import(
    execute: Execute, database: Database, incoming_id: int, uid: str, move_count: int, plan: GameImportPlan
) -> None:
    """What this game of the backup adds to those that are here."""
    if plan.kind is MatchKind.NEW:
        new_uid = allocate_uid(database, execute, uid, _load_moves(database, incoming_id, move_count))
        local_id = execute(_ADD_GAME, (new_uid, incoming_id)).lastrowid
        execute(_ADD_MOVES, (local_id, incoming_id, 0))
        execute(_ADD_MARKS, (local_id, incoming_id))
        execute(_ADD_NOTES, (local_id, incoming_id))
        return
    if plan.kind is MatchKind.EXTENDS:
        execute(_DELETE_MOVES, (plan.local_id, plan.common_moves))
        execute(_ADD_MOVES, (plan.local_id, incoming_id, plan.common_moves))
        execute(_EXTEND, (incoming_id, plan.local_id))
        execute(_ADD_MARKS, (plan.local_id, incoming_id))
    if plan.new_notes or plan.is_metadata_changed:
        merge_notes(execute, plan.local_id, plan.new_notes, plan.title, plan.starred)


def _load_moves(database: Database, incoming_id: int, move_count: int) -> Sequence[str]:
    return [move for (move,) in database.rows(_MOVES, (incoming_id, move_count))]
