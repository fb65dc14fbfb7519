"""Which game here is the one that comes, by a link, in a file or in a backup: decided here for all three.

A game is known by its `uid` on every device, and by the moment it began: one that went another way here and
there is two games, and both devices may come to have both under either name.

What was said of a game that comes, beside what is said of it here: notes, what it is called, its star.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.storage.database import Database, Execute, Row, load_json

_CANDIDATES: Final = (
    "SELECT id, position, updated, setup FROM main.games WHERE {known} AND game = ? AND id <= ?"
)
_BY_UID: Final = _CANDIDATES.format(known="uid = ? AND deleted IS NULL")
_BY_START: Final = _CANDIDATES.format(known="started = ? AND uid IS NOT ? AND deleted IS NULL")
_DELETED: Final = _CANDIDATES.format(known="uid = ? AND deleted IS NOT NULL")
_MOVES: Final = "SELECT number, move FROM main.moves WHERE game_id = ?"
_UID_EXISTS: Final = "SELECT 1 FROM main.games WHERE uid = ?"
# One that was deleted a moment ago gives its name up: should it be brought back, it is another game.
_FREE_UID: Final = (
    "UPDATE main.games SET uid = lower(hex(randomblob(8))) WHERE uid = ? AND deleted IS NOT NULL"
)
# Beyond every number that a game has.
MAX_ID: Final = 2**63 - 1


class MatchKind(Enum):
    """What a game that comes is to those that are here."""

    NEW = "new"
    EXISTING = "here"
    EXTENDS = "goes on"


@dataclass(frozen=True, slots=True)
class IncomingGame:
    """A game that comes: its set-up and those of its moves that count, as they are stored. `updated` is when
    it was last played, None where nobody says so."""

    uid: str
    game: str
    setup: str
    started: float
    moves: Callable[[], Sequence[str]]
    updated: float | None = None


@dataclass(frozen=True, slots=True)
class GameMatch:
    """`local_id` is the game here that holds it, or that goes on with its moves after the first
    `move_count`. A new one has `has_diverged` if it began as one that is here."""

    kind: MatchKind
    local_id: int = 0
    move_count: int = 0
    has_diverged: bool = False


def find_match(
    database: Database, incoming: IncomingGame, max_id: int = MAX_ID, *, include_deleted: bool = False
) -> GameMatch:
    """With ours up to the number `max_id`: no two that come together are the same. A link also finds what was
    deleted a moment ago."""
    rows = database.rows(_BY_UID, (incoming.uid, incoming.game, max_id))
    rows += database.rows(_BY_START, (incoming.started, incoming.uid, incoming.game, max_id))
    if include_deleted:
        rows += database.rows(_DELETED, (incoming.uid, incoming.game, max_id))
    match: GameMatch | None = None
    candidates = [
        row for row in rows if _is_valid_row(row) and _without_names(row[3]) == _without_names(incoming.setup)
    ]
    incoming_moves = incoming.moves() if candidates else ()
    for local_id, move_count, updated, _ in candidates:
        divergence = _find_divergence(dict(database.rows(_MOVES, (local_id,))), incoming_moves)
        # Undone here since it was saved, it can be redone here; undone here before, it was played on there.
        is_newer = incoming.updated is not None and incoming.updated > updated
        if divergence is None and (len(incoming_moves) <= move_count or not is_newer):
            return GameMatch(MatchKind.EXISTING, local_id, move_count)
        if (
            match is None
            and len(incoming_moves) > move_count
            and (divergence is None or divergence >= move_count)
        ):
            match = GameMatch(MatchKind.EXTENDS, local_id, move_count)
    return match or GameMatch(MatchKind.NEW, has_diverged=bool(candidates))


def is_uid_used(database: Database, uid: str) -> bool:
    """Whether any game here has this name."""
    return bool(database.rows(_UID_EXISTS, (uid,)))


def allocate_uid(database: Database, execute: Execute, uid: str, moves: Sequence[str]) -> str:
    """What a game that is new here is known by: one that went another way here and there is two from then on.
    It follows from what was played, so that every device calls it the same."""
    execute(_FREE_UID, (uid,))
    if not is_uid_used(database, uid):
        return uid
    derived_uid = hashlib.sha256("\n".join((uid, *moves)).encode()).hexdigest()[:16]
    return allocate_uid(database, execute, derived_uid, moves)


def _is_valid_row(row: Row) -> bool:
    return type(row[1]) is int and type(row[2]) is float


def _without_names(setup: Any) -> Any:
    """A set-up without the names: they are given, changed and taken away at any time, and no rule asks for
    them. One that is damaged is compared as it lies there."""
    try:
        setup_record = load_json(setup)
    except ValueError:
        return setup
    return (
        {name: setup_record[name] for name in setup_record if name != "players"}
        if isinstance(setup_record, dict)
        else setup_record
    )


def _find_divergence(local_moves: dict[int, Any], incoming_moves: Sequence[str]) -> int | None:
    """The first move that counts there and is another here, or none here."""
    for move_index, move in enumerate(incoming_moves):
        if not _is_same_move(local_moves.get(move_index), move):
            return move_index
    return None


def _is_same_move(local_move: Any, incoming_move: str) -> bool:
    """The same move may be written in another order."""
    if local_move == incoming_move:
        return True
    try:
        return bool(load_json(local_move) == load_json(incoming_move))
    except ValueError:
        return False


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
