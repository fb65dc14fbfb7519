"""Every game that is kept and can be played through, one by one, for what is written out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.files import record_from_json, replay
from companion.games.game import ProblemError
from companion.games.kept import GameMetadata
from companion.games.shelf import get_game
from companion.past.facts import GameMetrics, find_metrics_function
from companion.storage.database import Database
from companion.storage.games import GameStore, StoredGame, metadata_of
from companion.storage.transfer import to_record

# The same games in the same order, whatever order they came here in.
_ALL = "SELECT id FROM games WHERE deleted IS NULL AND game = ifnull(?, game) ORDER BY started, uid"
_NOTES = "SELECT position, text FROM notes WHERE game_id = ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game with its record, the states before each move and after the last, and its moves as they were
    made."""

    stored: StoredGame
    metadata: GameMetadata
    record: dict[str, Any]
    states: tuple[Any, ...]

    @property
    def is_over(self) -> bool:
        return self.stored.ended is not None

    def compute_metrics(self) -> GameMetrics:
        from companion.games.records import decode_move

        manifest = get_game(self.stored.game)
        moves = [decode_move(manifest.rules, move) for move in self.record["moves"]]
        return find_metrics_function(manifest)(self.states, moves)


def iterate_games(database: Database, game: str | None = None) -> Iterator[ReplayedGame]:
    """All games, or those of one kind. One that cannot be read, or that the rules do not take any more, is
    passed over: whoever reads the file would refuse all of it."""
    for (game_id,) in database.rows(_ALL, (game,)):
        replayed_game = load_replayed_game(database, game_id)
        if replayed_game is not None:
            yield replayed_game


def load_replayed_game(database: Database, game_id: int) -> ReplayedGame | None:
    games = GameStore(database, lambda: 0.0)
    try:
        stored = games.load(game_id)
        metadata = metadata_of(stored, games.load_move_times(game_id), database.rows(_NOTES, (game_id,)))
        if metadata is None:
            return None
        record = to_record(stored, metadata)
        return ReplayedGame(stored, metadata, record, tuple(replay(record_from_json(record))))
    except (ProblemError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        # Rules trust their types; a damaged record can hold a seat that nobody has.
        return None


@contextmanager
def open_copy(copy: Path) -> Iterator[Database]:
    """A copy of the database, for a thread of its own."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        yield Database(connection, None)
