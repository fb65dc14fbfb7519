"""The journal of one stored game: one transaction a move, no reading.

While a game is played, its row says that all stored moves count (`ALL_MOVES`), so a further move is one new
row and nothing else. How many moves there are and when the last one was made is written to the game's row
before anything else is read (`Database.deferred`), and after a kill when the file is opened (`SETTLE_ALL`).

An edit of the past is one transaction too: after a kill there is the whole old log or the whole new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.game import Outcome, error
from companion.games.records import encode as encode_record
from companion.storage.database import Database, Deferred, Execute, StorageError, to_text
from companion.table import Entry

# In `games.position`: the game is being played, and all its moves count.
ALL_MOVES = -1
_SETTLE = f"UPDATE games SET position = ?, updated = ? WHERE id = ? AND position = {ALL_MOVES}"
# For games that were being played when the app was killed. `updated > 0` holds for all of them; it makes
# SQLite search its index of unfinished games instead of all games.
SETTLE_ALL = (
    "UPDATE games SET"
    " position = (SELECT ifnull(max(number) + 1, 0) FROM moves WHERE game_id = games.id),"
    " updated = max(updated, ifnull((SELECT max(at) FROM moves WHERE game_id = games.id), updated))"
    f" WHERE updated > 0 AND ended IS NULL AND deleted IS NULL AND position = {ALL_MOVES}"
)
_DROP_FROM = "DELETE FROM moves WHERE game_id = ? AND number >= ?"
_ADD = "INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
# What is being entered rests on the moves before it: it stays as long as those are the same.
_ADVANCE = (
    "UPDATE games SET position = ?, updated = ?, ended = ?, outcome = ?, counted = 0,"
    " entry = CASE WHEN entry_at <= ? THEN entry END WHERE id = ?"
)
# The same for most moves: of a game that was neither over nor counted before and goes on. It leaves alone the
# columns that the index of uncounted games asks for, so that this index is not written anew with each move.
_GO_ON = (
    "UPDATE games SET position = ?, updated = ?, entry = CASE WHEN entry_at <= ? THEN entry END"
    " WHERE id = ? AND counted = 0 AND ended IS NULL AND outcome IS NULL"
)
_NOTE = "UPDATE games SET entry_at = ?, entry = ? WHERE id = ?"
# Not `updated`: the table was looked at, not played on.
_RENAME = "UPDATE games SET setup = ?, counted = 0 WHERE id = ?"


class GameJournal:
    """A `companion.table.Journal`. `length` is how many moves are stored, undone ones included."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        game: int,
        length: int,
        encode: Callable[[Any], dict[str, Any]],
    ) -> None:
        self._database = database
        self._clock = clock
        self._game = game
        self._length = length
        self._encode = encode

    def append(self, position: int, move: Any, outcome: Outcome | None, entry: Entry | None = None) -> None:
        if not 0 <= position <= self._length:
            raise ValueError(f"move {position} would leave a gap after {self._length} moves")
        now, game = self._clock(), self._game
        row = (game, position, to_text(self._encode(move)), now)
        database = self._database
        deferred = database.deferred
        goes_on = outcome is None and entry is None and position == self._length
        if goes_on and deferred is not None and deferred.owner is self:
            database.write(_ADD, row)
            deferred.args = (position + 1, now, game)
        else:
            self._append_after_change(row, outcome, entry)
            if outcome is None:
                database.deferred = Deferred(self, _SETTLE, (position + 1, now, game))
        self._length = position + 1

    def _append_after_change(
        self, row: tuple[int, int, str, float], outcome: Outcome | None, entry: Entry | None
    ) -> None:
        """Append a move where the game's row does not say yet that all moves count, or no longer will."""
        game, position, _, now = row
        with self._database.step() as execute:
            stored_position = ALL_MOVES if outcome is None else position + 1
            self._advance(execute, stored_position, now, outcome, unchanged=position)
            if position < self._length:
                execute(_DROP_FROM, (game, position))
            # Never "OR REPLACE": a second table on the same game must fail, not write over the first.
            execute(_ADD, row)
            if entry is not None:
                self._note(execute, position + 1, entry)

    def move_to(self, position: int, outcome: Outcome | None) -> None:
        if not 0 <= position <= self._length:
            raise ValueError(f"position {position} outside {self._length} moves")
        with self._database.step() as execute:
            self._advance(execute, position, self._clock(), outcome, unchanged=self._length)

    def replace(
        self,
        first: int,
        moves: Sequence[Any],
        position: int,
        outcome: Outcome | None,
        entry: Entry | None = None,
    ) -> None:
        length = first + len(moves)
        if not (0 <= first <= self._length and 0 <= position <= length):
            raise ValueError(f"{length} moves from {first} on, at {position}, after {self._length} moves")
        texts = [to_text(self._encode(move)) for move in moves]
        with self._database.step() as execute:
            self.write(execute, first, texts, position, outcome)
            if entry is not None:
                self._note(execute, position, entry)
        self._length = length

    def write(
        self,
        execute: Execute,
        first: int,
        texts: Sequence[str],
        position: int,
        outcome: Outcome | None,
        made: float | None = None,
    ) -> None:
        """These moves, as they are stored, from `first` on; inside a step that somebody else has begun.
        `made` is when, if that was not now."""
        now = self._clock()
        made = now if made is None else made
        self._advance(execute, position, now, outcome, unchanged=first, made=made)
        execute(_DROP_FROM, (self._game, first))
        for number, text in enumerate(texts, first):
            execute(_ADD, (self._game, number, text, made))

    def note(self, position: int, entry: Entry) -> None:
        self._note(self._database.write, position, entry)

    def rename(self, setup: Any) -> None:
        with self._database.step() as execute:
            if execute(_RENAME, (to_text(encode_record(setup)), self._game)).rowcount != 1:
                raise StorageError(error("app.problem.game_missing", id=self._game))

    def _advance(
        self,
        execute: Execute,
        position: int,
        now: float,
        outcome: Outcome | None,
        *,
        unchanged: int,
        made: float | None = None,
    ) -> None:
        if outcome is None and execute(_GO_ON, (position, now, unchanged, self._game)).rowcount == 1:
            return
        over = now if made is None else made
        ended, how = (None, None) if outcome is None else (over, to_text(encode_record(outcome)))
        if execute(_ADVANCE, (position, now, ended, how, unchanged, self._game)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=self._game))

    def _note(self, execute: Execute, position: int, entry: Entry) -> None:
        if execute(_NOTE, (position, to_text(entry), self._game)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=self._game))
