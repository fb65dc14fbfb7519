"""Games as files: out to share or keep, and in again, whole or not at all.

Every game that is kept and can be played through, one by one, for what is written out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.core.game import Outcome, ProblemError, error
from companion.core.players import clean_name
from companion.core.serialization import encode
from companion.files.outgoing import OutgoingFile, build_file_name
from companion.files.safe_zip import error_name, read_problem
from companion.files.share_link import SharedGame
from companion.games.game_file import FORMAT, GameMetadata, parse_record, record_from_json, replay
from companion.games.registry import get_game
from companion.statistics.metrics import GameMetrics, find_metrics_function
from companion.storage.database import Database
from companion.storage.games import GameStore, StoredGame, metadata_of

# Below the data folder: where files to be read in may be put by hand.
IMPORT_FOLDER = "imports"
# No game, and no map, is anywhere near this big; a file that is was never one of ours.
MAX_RECORD_BYTES = 2_000_000


def to_record(stored: StoredGame, metadata: GameMetadata | None = None) -> dict[str, Any]:
    """The documented form of a game (docs/records.md): the moves that count, without what was undone."""
    record = {
        "format": FORMAT,
        "game": stored.game,
        "setup": stored.setup,
        "moves": list(stored.moves[: stored.move_count]),
    }
    return record if metadata is None else {**record, "kept": encode(metadata)}


def to_shared_game(stored: StoredGame) -> SharedGame:
    """A game on its way to another device, as `to_record`."""
    moves = stored.moves[: stored.move_count]
    # A damaged evening is no reason to keep the game here.
    game_night = (
        stored.game_night if stored.game_night is not None and stored.game_night <= stored.started else None
    )
    return SharedGame(
        stored.uid,
        stored.game,
        stored.setup,
        moves,
        stored.started,
        game_night,
        clean_name(stored.title)[:80].strip(),
    )


def export_game(stored: StoredGame, metadata: GameMetadata | None = None) -> OutgoingFile:
    """A game as a file to be sent or saved."""
    day = datetime.fromtimestamp(stored.started, UTC).strftime("%Y-%m-%d")
    text = json.dumps(to_record(stored, metadata), ensure_ascii=False, indent=1) + "\n"
    name = build_file_name("json", stored.game, day, str(stored.id))
    return OutgoingFile(name, "application/json", lambda path: path.write_text(text, encoding="utf-8"))


def list_waiting_files(folder: Path) -> tuple[Path, ...]:
    """The games and maps that were put where files are read in from."""
    return _list_by_suffix(folder, ".json")


def list_waiting_zips(folder: Path) -> tuple[Path, ...]:
    """Beside them, what may be a backup or recordings."""
    return _list_by_suffix(folder, ".zip")


def _list_by_suffix(folder: Path, suffix: str) -> tuple[Path, ...]:
    try:
        return tuple(
            sorted(path for path in (folder / IMPORT_FOLDER).iterdir() if path.suffix.lower() == suffix)
        )
    except OSError:
        return ()


def import_file(path: Path, games: GameStore, name: str = "") -> int | None:
    """Take a game file into the history; `name` is what people call it. Every move is played first: one that
    is refused refuses all. Returns the number of the game, None if it is in the history already."""
    record = parse_record(read_file_bytes(path, name or path.name))
    outcome: Outcome | None = None
    for state in replay(record):
        outcome = record.game.outcome(state)
    # The moves are in their stored form already, and have just been played.
    if record.metadata is not None:
        return games.import_game(record.game.id, encode(record.setup), record.moves, outcome, record.metadata)
    return games.import_record(record.game.id, encode(record.setup), record.moves, outcome)


def read_file_bytes(path: Path, name: str) -> bytes:
    """What a file of a game or a map holds, if it is no bigger than one. Raises `ProblemError`."""
    try:
        if path.stat().st_size > MAX_RECORD_BYTES:
            raise ProblemError(error("app.problem.import_big", file=name))
        return path.read_bytes()
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


def mark_as_imported(path: Path) -> None:
    """Rename a file that was read in, so that it is not read in again. Raises `ProblemError`."""
    try:
        path.replace(path.with_suffix(".read"))
    except OSError as wrong:
        problem = error("app.problem.import_stays", file=path.name, reason=error_name(wrong))
        raise ProblemError(problem) from wrong


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
        from companion.core.serialization import decode_move

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
