"""The journal of one stored game: one transaction a move, no reading.

While a game is played, its row says that all stored moves count (`ALL_MOVES`), so a further move is one
new row and nothing else. How many moves there are and when the last one was made is written to the game's
row before anything else is read (`Database.deferred`), and after a kill when the file is opened
(`STORE_MOVE_COUNTS`).

An edit of the past is one transaction too: after a kill there is the whole old log or the whole new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.game import Outcome, error
from companion.games.records import encode as encode_record
from companion.storage.database import Database, Deferred, Execute, StorageError, dump_json
from companion.table import DraftJson

# In `games.position`: the game is being played, and all its moves count.
ALL_MOVES = -1
_STORE_MOVE_COUNT = f"UPDATE games SET position = ?, updated = ? WHERE id = ? AND position = {ALL_MOVES}"
# For games that were being played when the app was killed. `updated > 0` holds for all of them; it makes
# SQLite search its index of unfinished games instead of all games.
STORE_MOVE_COUNTS = (
    "UPDATE games SET"
    " position = (SELECT ifnull(max(number) + 1, 0) FROM moves WHERE game_id = games.id),"
    " updated = max(updated, ifnull((SELECT max(at) FROM moves WHERE game_id = games.id), updated))"
    f" WHERE updated > 0 AND ended IS NULL AND deleted IS NULL AND position = {ALL_MOVES}"
)
_DELETE_FROM = "DELETE FROM moves WHERE game_id = ? AND number >= ?"
_ADD = "INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
# What is being entered rests on the moves before it: it stays as long as those are the same.
_ADVANCE = (
    "UPDATE games SET position = ?, updated = ?, ended = ?, outcome = ?, counted = 0,"
    " entry = CASE WHEN entry_at <= ? THEN entry END WHERE id = ?"
)
# The same for most moves: of a game that was neither over nor counted before and goes on. It leaves alone the
# columns that the index of uncounted games asks for, so that this index is not written anew with each move.
_ADVANCE_UNFINISHED = (
    "UPDATE games SET position = ?, updated = ?, entry = CASE WHEN entry_at <= ? THEN entry END"
    " WHERE id = ? AND counted = 0 AND ended IS NULL AND outcome IS NULL"
)
_SAVE_DRAFT = "UPDATE games SET entry_at = ?, entry = ? WHERE id = ?"
# Not `updated`: the table was looked at, not played on.
_RENAME = "UPDATE games SET setup = ?, counted = 0 WHERE id = ?"


class GameJournal:
    """A `companion.table.Journal`. `stored_count` is how many moves are stored, undone ones included."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        game_id: int,
        stored_count: int,
        encode: Callable[[Any], dict[str, Any]],
    ) -> None:
        self._database = database
        self._clock = clock
        self._game_id = game_id
        self._stored_count = stored_count
        self._encode = encode

    def append(
        self, move_index: int, move: Any, outcome: Outcome | None, draft: DraftJson | None = None
    ) -> None:
        if not 0 <= move_index <= self._stored_count:
            raise ValueError(f"move {move_index} would leave a gap after {self._stored_count} moves")
        now, game_id = self._clock(), self._game_id
        row = (game_id, move_index, dump_json(self._encode(move)), now)
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
        """Append a move where the game's row does not say yet that all moves count, or no longer will."""
        game_id, move_index, _, now = row
        with self._database.transaction() as execute:
            stored_count = ALL_MOVES if outcome is None else move_index + 1
            self._advance(execute, stored_count, now, outcome, unchanged_moves=move_index)
            if move_index < self._stored_count:
                execute(_DELETE_FROM, (game_id, move_index))
            # Never "OR REPLACE": a second table on the same game must fail, not write over the first.
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
            raise ValueError(
                f"{total_moves} moves from {first_index} on, at {move_count}, "
                f"after {self._stored_count} moves"
            )
        move_texts = [dump_json(self._encode(move)) for move in moves]
        with self._database.transaction() as execute:
            self.write_moves(execute, first_index, move_texts, move_count, outcome)
            if draft is not None:
                self._save_draft(execute, move_count, draft)
        self._stored_count = total_moves

    def write_moves(
        self,
        execute: Execute,
        first_index: int,
        move_texts: Sequence[str],
        move_count: int,
        outcome: Outcome | None,
        made_at: float | None = None,
    ) -> None:
        """These moves, as they are stored, from `first_index` on; inside a step that somebody else has begun.
        `made_at` is when, if that was not now."""
        now = self._clock()
        made_at = now if made_at is None else made_at
        self._advance(execute, move_count, now, outcome, unchanged_moves=first_index, made_at=made_at)
        execute(_DELETE_FROM, (self._game_id, first_index))
        for move_index, text in enumerate(move_texts, first_index):
            execute(_ADD, (self._game_id, move_index, text, made_at))

    def save_draft(self, move_count: int, draft: DraftJson) -> None:
        self._save_draft(self._database.write, move_count, draft)

    def rename(self, setup: Any) -> None:
        with self._database.transaction() as execute:
            if execute(_RENAME, (dump_json(encode_record(setup)), self._game_id)).rowcount != 1:
                raise StorageError(error("app.problem.game_missing", id=self._game_id))

    def _advance(
        self,
        execute: Execute,
        move_count: int,
        now: float,
        outcome: Outcome | None,
        *,
        unchanged_moves: int,
        made_at: float | None = None,
    ) -> None:
        if (
            outcome is None
            and execute(_ADVANCE_UNFINISHED, (move_count, now, unchanged_moves, self._game_id)).rowcount == 1
        ):
            return
        end_time = now if made_at is None else made_at
        ended, outcome_json = (
            (None, None) if outcome is None else (end_time, dump_json(encode_record(outcome)))
        )
        if (
            execute(_ADVANCE, (move_count, now, ended, outcome_json, unchanged_moves, self._game_id)).rowcount
            != 1
        ):
            raise StorageError(error("app.problem.game_missing", id=self._game_id))

    def _save_draft(self, execute: Execute, move_count: int, draft: DraftJson) -> None:
        if execute(_SAVE_DRAFT, (move_count, dump_json(draft), self._game_id)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=self._game_id))
