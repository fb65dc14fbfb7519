"""Every game that is kept and can be played through, one by one, for what is written out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.files import record_from, replay
from companion.games.game import ProblemError
from companion.games.kept import Kept
from companion.games.shelf import game_of
from companion.past.facts import Facts, facts_of
from companion.storage.database import Database
from companion.storage.games import Games, StoredGame, kept_of
from companion.storage.transfer import record_of

# The same games in the same order, whatever order they came here in.
_ALL = "SELECT id FROM games WHERE deleted IS NULL AND game = ifnull(?, game) ORDER BY started, uid"
_NOTES = "SELECT position, text FROM notes WHERE game_id = ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class Whole:
    """A game with its record, the states before each move and after the last, and its moves as they were
    made."""

    stored: StoredGame
    kept: Kept
    record: dict[str, Any]
    states: tuple[Any, ...]

    @property
    def over(self) -> bool:
        return self.stored.ended is not None

    def facts(self) -> Facts:
        from companion.games.records import decode_move

        manifest = game_of(self.stored.game)
        moves = [decode_move(manifest.rules, move) for move in self.record["moves"]]
        return facts_of(manifest)(self.states, moves)


def each_game(database: Database, game: str | None = None) -> Iterator[Whole]:
    """All games, or those of one kind. One that cannot be read, or that the rules do not take any more, is
    passed over: whoever reads the file would refuse all of it."""
    for (number,) in database.rows(_ALL, (game,)):
        whole = whole_game(database, number)
        if whole is not None:
            yield whole


def whole_game(database: Database, number: int) -> Whole | None:
    games = Games(database, lambda: 0.0)
    try:
        stored = games.load(number)
        kept = kept_of(stored, games.times(number), database.rows(_NOTES, (number,)))
        if kept is None:
            return None
        record = record_of(stored, kept)
        return Whole(stored, kept, record, tuple(replay(record_from(record))))
    except (ProblemError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        # Rules trust their types; a damaged record can hold a seat that nobody has.
        return None


@contextmanager
def opened(copy: Path) -> Iterator[Database]:
    """A copy of the database, for a thread of its own."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        yield Database(connection, None)
