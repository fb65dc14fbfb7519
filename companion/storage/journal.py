"""The journal of one stored game: two statements and one transaction a move, no reading.

An edit of the past is one transaction too: after a kill there is the whole old log or the whole new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.game import Outcome, error
from companion.games.records import encode as encode_record
from companion.storage.database import Database, Execute, StorageError, to_text
from companion.table import Entry

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
        text = to_text(self._encode(move))
        now = self._clock()
        with self._database.step() as execute:
            self._advance(execute, position + 1, now, outcome, unchanged=position)
            if position < self._length:
                execute(_DROP_FROM, (self._game, position))
            # Never "OR REPLACE": a second table on the same game must fail, not write over the first.
            execute(_ADD, (self._game, position, text, now))
            if entry is not None:
                self._note(execute, position + 1, entry)
        self._length = position + 1

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
        with self._database.step() as execute:
            self._note(execute, position, entry)

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
