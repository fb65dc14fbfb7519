"""Rows of stored games, and the journal that writes their moves.

The journal writes one transaction per move and reads nothing: while a game is played, its row holds
`ALL_MOVES` instead of a move count, so that a move is a single insert. The count is written before the next
read (`Database.deferred`) or, after a kill, when the file is opened (`STORE_MOVE_COUNTS`). An edit of the
past is one transaction too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.game import Outcome, error
from companion.core.serialization import BadRecord, decode, encode
from companion.core.session import DraftJson, Journal, SavedDraft
from companion.storage.database import Database, Deferred, Execute, StorageError, dump_json, load_json

if TYPE_CHECKING:
    # Imported for type checking only: exporting a game needs it, not the start.
    from companion.games.game_file import GameMetadata


# The columns that `parse_stored_game` reads.
COLUMNS = (
    "game, setup, started, updated, position, ended, outcome, entry_at, entry,"
    " uid, title, starred, evening, night"
)
_GAME = f"SELECT {COLUMNS} FROM games WHERE id = ? AND deleted IS NULL"
_MOVES = "SELECT number, move FROM moves WHERE game_id = ? ORDER BY number"
_TIMES = "SELECT at FROM moves WHERE game_id = ? ORDER BY number"
_NOTES = "SELECT position, text FROM notes WHERE game_id = ? ORDER BY number"


class StoredGame(NamedTuple):
    """A stored game: `moves` holds all of them, of which the first `move_count` count. `uid` is the same on
    every device, `game_night` is the start time of the first game of the same game night, and `night_seconds`
    the length of this game's night phase."""

    id: int
    game: str
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    move_count: int
    started: float
    updated: float
    ended: float | None
    outcome: Outcome | None
    draft: SavedDraft | None = None
    uid: str = ""
    title: str = ""
    starred: bool = False
    game_night: float | None = None
    night_seconds: float | None = None


def load_stored_game(database: Database, game_id: int) -> StoredGame:
    """Raises `BadRecord` if the game cannot be read, `StorageError` if there is no such game."""
    rows = database.rows(_GAME, (game_id,))
    if not rows:
        raise StorageError(error("app.problem.game_missing", id=game_id))
    moves = database.rows(_MOVES, (game_id,))
    try:
        return parse_stored_game(game_id, rows[0], moves)
    except (ValueError, BadRecord) as wrong:
        raise BadRecord(error("app.problem.game_unreadable", id=game_id)) from wrong


def load_move_times(database: Database, game_id: int) -> tuple[float, ...]:
    """Return the time of each move."""
    return tuple(time for (time,) in database.rows(_TIMES, (game_id,)))


def parse_stored_game(game_id: int, row: tuple[Any, ...], move_rows: list[tuple[Any, ...]]) -> StoredGame:
    """Parse the rows of a game. Raises ValueError or `BadRecord` for invalid rows."""
    game, setup_text, started, updated, move_count, ended, outcome, entry_at, entry, *metadata = row
    uid, title, starred, game_night, night_seconds = metadata
    setup = load_json(setup_text)
    moves = tuple(load_json(text) for _, text in move_rows)
    if move_count == ALL_MOVES:
        move_count = len(moves)
    is_valid = (
        isinstance(game, str)
        and all(isinstance(record, dict) for record in (setup, *moves))
        and [move_index for move_index, _ in move_rows] == list(range(len(moves)))
        and type(move_count) is int
        and 0 <= move_count <= len(moves)
        and all(isinstance(time, float) for time in (started, updated))
        and all(moment is None or isinstance(moment, float) for moment in (ended, game_night, night_seconds))
        and isinstance(title, str)
    )
    if not is_valid:
        raise ValueError("the rows of this game do not fit together")
    parsed_outcome = None if outcome is None else decode(Outcome, load_json(outcome), "outcome")
    draft = _parse_draft(entry_at, entry, len(moves))
    return StoredGame(
        game_id, game, setup, moves, move_count, started, updated, ended, parsed_outcome, draft,
        uid=str(uid or ""), title=title, starred=bool(starred),
        game_night=game_night, night_seconds=night_seconds,
    )  # fmt: skip


def _parse_draft(move_count: Any, text: Any, total_moves: int) -> SavedDraft | None:
    """Parse the draft; a damaged one is dropped, so that the game can still be opened."""
    with suppress(ValueError):
        draft = None if text is None else load_json(text)
        if isinstance(draft, dict) and type(move_count) is int and 0 <= move_count <= total_moves:
            return SavedDraft(move_count, draft)
    return None


def load_metadata(database: Database, stored: StoredGame) -> GameMetadata | None:
    """Return the metadata that is exported with a game's record; None without a uid. The user's marks are not
    part of it."""
    from companion.games.game_file import MAX_NOTES, GameMetadata, GameNote, clean_note, clean_title

    move_count = stored.move_count
    times = load_move_times(database, stored.id)[:move_count]
    if not stored.uid or not all(isinstance(time, float) for time in times):
        return None
    rows = ((at, clean_note(str(text))) for at, text in database.rows(_NOTES, (stored.id,)))
    notes = tuple(GameNote(min(at, move_count), text) for at, text in rows if type(at) is int and text)
    return GameMetadata(
        stored.uid, stored.started, stored.updated, stored.ended, times, clean_title(stored.title),
        stored.starred, stored.night_seconds, stored.game_night, notes[:MAX_NOTES],
    )  # fmt: skip


# Value of `games.position` while a game is played: all its moves count.
ALL_MOVES = -1
_STORE_MOVE_COUNT = f"UPDATE games SET position = ?, updated = ? WHERE id = ? AND position = {ALL_MOVES}"
# Repairs games that were being played when the app was killed. `updated > 0` is always true; it makes SQLite
# use the index of unfinished games instead of scanning all games.
STORE_MOVE_COUNTS = (
    "UPDATE games SET"
    " position = (SELECT ifnull(max(number) + 1, 0) FROM moves WHERE game_id = games.id),"
    " updated = max(updated, ifnull((SELECT max(at) FROM moves WHERE game_id = games.id), updated))"
    f" WHERE updated > 0 AND ended IS NULL AND deleted IS NULL AND position = {ALL_MOVES}"
)
_DELETE_FROM = "DELETE FROM moves WHERE game_id = ? AND number >= ?"
_ADD = "INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
# The draft depends on the moves before it: it is valid as long as those are unchanged.
_ADVANCE = (
    "UPDATE games SET position = ?, updated = ?, ended = ?, outcome = ?, counted = 0,"
    " entry = CASE WHEN entry_at <= ? THEN entry END WHERE id = ?"
)
# The common case: an unfinished game that has not been indexed. Leaves the columns of the index
# `games_uncounted` alone, so that the index is not rewritten with each move.
_ADVANCE_UNFINISHED = (
    "UPDATE games SET position = ?, updated = ?, entry = CASE WHEN entry_at <= ? THEN entry END"
    " WHERE id = ? AND counted = 0 AND ended IS NULL AND outcome IS NULL"
)
_SAVE_DRAFT = "UPDATE games SET entry_at = ?, entry = ? WHERE id = ?"
# Renaming must not change `updated` (sort order of the history).
_RENAME = "UPDATE games SET setup = ?, counted = 0 WHERE id = ?"


class GameJournal(Journal):
    """A `companion.core.session.Journal` that stores each move in the database. `stored_count` is the number
    of stored moves, undone ones included."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        game_id: int,
        stored_count: int,
        encode_move: Callable[[Any], dict[str, Any]],
    ) -> None:
        self._database, self._clock = database, clock
        self._game_id, self._stored_count, self._encode_move = game_id, stored_count, encode_move

    def append(
        self, move_index: int, move: Any, outcome: Outcome | None, draft: DraftJson | None = None
    ) -> None:
        if not 0 <= move_index <= self._stored_count:
            raise ValueError(f"move {move_index} would leave a gap after {self._stored_count} moves")
        now, game_id = self._clock(), self._game_id
        row = (game_id, move_index, dump_json(self._encode_move(move)), now)
        database = self._database
        deferred = database.deferred
        is_plain_append = outcome is None and draft is None and move_index == self._stored_count
        if is_plain_append and deferred is not None and deferred.owner is self:
            database.write(_ADD, row)
            deferred.args = (move_index + 1, now, game_id)
        else:
            self._append_after_change(row, outcome, draft)
            if outcome is None:
                database.deferred = Deferred(self, _STORE_MOVE_COUNT, (move_index + 1, now, game_id))
        self._stored_count = move_index + 1

    def _append_after_change(
        self, row: tuple[int, int, str, float], outcome: Outcome | None, draft: DraftJson | None
    ) -> None:
        """Append a move and update the game's row, when its `position` is not or will not be `ALL_MOVES`."""
        game_id, move_index, _, now = row
        with self._database.transaction() as execute:
            stored_count = ALL_MOVES if outcome is None else move_index + 1
            self._advance(execute, stored_count, now, outcome, unchanged_moves=move_index)
            if move_index < self._stored_count:
                execute(_DELETE_FROM, (game_id, move_index))
            # Never "OR REPLACE": a second session on the same game must fail, not overwrite the first.
            execute(_ADD, row)
            if draft is not None:
                self._save_draft(execute, move_index + 1, draft)

    def move_to(self, move_count: int, outcome: Outcome | None) -> None:
        if not 0 <= move_count <= self._stored_count:
            raise ValueError(f"position {move_count} outside {self._stored_count} moves")
        with self._database.transaction() as execute:
            self._advance(execute, move_count, self._clock(), outcome, unchanged_moves=self._stored_count)

    def replace(
        self,
        first_index: int,
        moves: Sequence[Any],
        move_count: int,
        outcome: Outcome | None,
        draft: DraftJson | None = None,
    ) -> None:
        total_moves = first_index + len(moves)
        if not (0 <= first_index <= self._stored_count and 0 <= move_count <= total_moves):
            range_text = f"from {first_index} on, at {move_count}, after {self._stored_count} moves"
            raise ValueError(f"{total_moves} moves {range_text}")
        move_texts, now = [dump_json(self._encode_move(move)) for move in moves], self._clock()
        with self._database.transaction() as execute:
            self._advance(execute, move_count, now, outcome, unchanged_moves=first_index)
            execute(_DELETE_FROM, (self._game_id, first_index))
            for move_index, text in enumerate(move_texts, first_index):
                execute(_ADD, (self._game_id, move_index, text, now))
            if draft is not None:
                self._save_draft(execute, move_count, draft)
        self._stored_count = total_moves

    def save_draft(self, move_count: int, draft: DraftJson) -> None:
        self._save_draft(self._database.write, move_count, draft)

    def rename(self, setup: Any) -> None:
        with self._database.transaction() as execute:
            self._update_game(execute, _RENAME, dump_json(encode(setup)))

    def _advance(
        self, execute: Execute, move_count: int, now: float, outcome: Outcome | None, *, unchanged_moves: int
    ) -> None:
        row = (move_count, now, unchanged_moves, self._game_id)
        if outcome is None and execute(_ADVANCE_UNFINISHED, row).rowcount == 1:
            return
        end = (None, None) if outcome is None else (now, dump_json(encode(outcome)))
        self._update_game(execute, _ADVANCE, move_count, now, *end, unchanged_moves)

    def _save_draft(self, execute: Execute, move_count: int, draft: DraftJson) -> None:
        self._update_game(execute, _SAVE_DRAFT, move_count, dump_json(draft))

    def _update_game(self, execute: Execute, sql: str, *args: Any) -> None:
        if execute(sql, (*args, self._game_id)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=self._game_id))
