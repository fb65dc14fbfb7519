"""Duplicate detection: match an incoming game (link, file, backup) with a local one; merge their notes.

A game matches by `uid`, or by start time and set-up. If both copies were played on differently they are
two games, and either device may end up with both under either uid.
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
# A recently deleted game gives up its uid: if restored, it is another game.
_FREE_UID: Final = (
    "UPDATE main.games SET uid = lower(hex(randomblob(8))) WHERE uid = ? AND deleted IS NOT NULL"
)
# Greater than every game id.
MAX_ID: Final = 2**63 - 1


class MatchKind(Enum):
    """How an incoming game relates to the local games."""

    NEW = "new"
    EXISTING = "here"
    EXTENDS = "goes on"


@dataclass(frozen=True, slots=True)
class IncomingGame:
    """A game to import: its set-up and its moves that count, as stored JSON. `updated` is None if unknown."""

    uid: str
    game: str
    setup: str
    started: float
    moves: Callable[[], Sequence[str]]
    updated: float | None = None


@dataclass(frozen=True, slots=True)
class GameMatch:
    """Result of `find_match`.

    `local_id` is the local game that has all incoming moves, or that the incoming game extends after the
    first `move_count` moves. `has_diverged` is True if a new game has the same start as a local one but
    other moves.
    """

    kind: MatchKind
    local_id: int = 0
    move_count: int = 0
    has_diverged: bool = False


def find_match(
    database: Database, incoming: IncomingGame, max_id: int = MAX_ID, *, include_deleted: bool = False
) -> GameMatch:
    """Find the local game with an id up to `max_id` that matches.

    `include_deleted` also finds recently deleted games (for share links).
    """
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
        # Moves undone here after the incoming copy was saved can be redone here; moves undone before were
        # played again there.
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
    """True if the uid is already used by a local game (deleted ones included)."""
    return bool(database.rows(_UID_EXISTS, (uid,)))


def allocate_uid(database: Database, execute: Execute, uid: str, moves: Sequence[str]) -> str:
    """Return a free uid for a new local game.

    If the uid is taken, the games have diverged: the uid is derived from the moves, so that every device
    computes the same one.
    """
    execute(_FREE_UID, (uid,))
    if not is_uid_used(database, uid):
        return uid
    derived_uid = hashlib.sha256("\n".join((uid, *moves)).encode()).hexdigest()[:16]
    return allocate_uid(database, execute, derived_uid, moves)


def _is_valid_row(row: Row) -> bool:
    return type(row[1]) is int and type(row[2]) is float


def _without_names(setup: Any) -> Any:
    """Return the set-up without player names, which may change at any time.

    An unreadable set-up is compared as text.
    """
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
    """Return the index of the first incoming move that differs or is missing locally; None without one."""
    for move_index, move in enumerate(incoming_moves):
        if not _is_same_move(local_moves.get(move_index), move):
            return move_index
    return None


def _is_same_move(local_move: Any, incoming_move: str) -> bool:
    """Compare moves as JSON: the order of fields may differ."""
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
# A local title is never replaced.
_HAS_NEW_METADATA: Final = "id = ?1 AND ((title = '' AND ?2 <> '') OR starred < ?3)"
_SELECT_NEW_METADATA: Final = f"SELECT 1 FROM main.games WHERE {_HAS_NEW_METADATA}"
_MERGE_METADATA: Final = (
    "UPDATE main.games SET title = CASE title WHEN '' THEN ?2 ELSE title END, starred = max(starred, ?3),"
    f" counted = 0 WHERE {_HAS_NEW_METADATA}"
)
_MARK_STALE: Final = "UPDATE main.games SET counted = 0 WHERE id = ?"

# Move count, text and time of writing (None if unknown).
NoteRow = tuple[Any, ...]


def find_missing_notes(
    database: Database, local_id: int, local_total: int, incoming: Sequence[NoteRow], incoming_total: int
) -> tuple[NoteRow, ...]:
    """Return the incoming notes that the local game lacks.

    A note that was edited here is recognised by its time of writing. A note after undone moves is moved
    to the last move that counts.
    """
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
    """True if the local game would get a title or a star."""
    return bool(database.rows(_SELECT_NEW_METADATA, (local_id, title, starred)))


def merge_notes(
    execute: Execute, local_id: int, notes: Sequence[NoteRow], title: str, starred: bool, now: float = 0.0
) -> bool:
    """Insert the missing notes, title and star; return whether anything changed.

    `now` is used for notes without a time.
    """
    for move_count, text, written_at in notes:
        execute(_ADD, (local_id, move_count, text, now if written_at is None else written_at, local_id))
    if notes:
        execute(_MARK_STALE, (local_id,))
    is_metadata_changed = execute(_MERGE_METADATA, (local_id, title, starred)).rowcount > 0
    return is_metadata_changed or bool(notes)


def _possible_move_counts(move_count: Any, total_moves: int) -> set[Any]:
    return {move_count, min(move_count, total_moves)} if type(move_count) is int else {move_count}
