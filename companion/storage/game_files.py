"""Games as files: export, import, and replaying stored games for other exports."""

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
from companion.core.serialization import decode_move, encode
from companion.files.outgoing import OutgoingFile, build_file_name
from companion.files.safe_zip import error_name, read_problem
from companion.files.share_link import SharedGame
from companion.games.game_file import FORMAT, GameMetadata, parse_record, record_from_json, replay
from companion.games.registry import get_game
from companion.statistics.metrics import GameMetrics, find_metrics_function
from companion.storage.database import Database
from companion.storage.games import GameStore, StoredGame, metadata_of

# Folder below the data folder for files to be imported.
IMPORT_FOLDER = "imports"
# No game or campaign is nearly this big; a bigger file is not ours.
MAX_RECORD_BYTES = 2_000_000


def to_record(stored: StoredGame, metadata: GameMetadata | None = None) -> dict[str, Any]:
    """Return the documented form of a game (docs/records.md), without undone moves."""
    record = {
        "format": FORMAT,
        "game": stored.game,
        "setup": stored.setup,
        "moves": list(stored.moves[: stored.move_count]),
    }
    return record if metadata is None else {**record, "kept": encode(metadata)}


def to_shared_game(stored: StoredGame) -> SharedGame:
    """Return the form in which a game is shared with another device."""
    moves = stored.moves[: stored.move_count]
    # An invalid game night must not prevent sharing.
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
    """Export a game as a file."""
    day = datetime.fromtimestamp(stored.started, UTC).strftime("%Y-%m-%d")
    text = json.dumps(to_record(stored, metadata), ensure_ascii=False, indent=1) + "\n"
    name = build_file_name("json", stored.game, day, str(stored.id))
    return OutgoingFile(name, "application/json", lambda path: path.write_text(text, encoding="utf-8"))


def list_waiting_files(folder: Path) -> tuple[Path, ...]:
    """List the games and campaigns in the import folder."""
    return _list_by_suffix(folder, ".json")


def list_waiting_zips(folder: Path) -> tuple[Path, ...]:
    """List the backups and recordings in the import folder."""
    return _list_by_suffix(folder, ".zip")


def _list_by_suffix(folder: Path, suffix: str) -> tuple[Path, ...]:
    try:
        return tuple(
            sorted(path for path in (folder / IMPORT_FOLDER).iterdir() if path.suffix.lower() == suffix)
        )
    except OSError:
        return ()


def import_file(path: Path, games: GameStore, name: str = "") -> int | None:
    """Import a game file; return the id of the game, or None if nothing is new.

    All moves are replayed first: one illegal move rejects the file. `name` is the file name shown to the
    user.
    """
    record = parse_record(read_file_bytes(path, name or path.name))
    outcome: Outcome | None = None
    for state in replay(record):
        outcome = record.game.outcome(state)
    # The moves are in their stored form already and were just replayed.
    if record.metadata is not None:
        return games.import_game(record.game.id, encode(record.setup), record.moves, outcome, record.metadata)
    return games.import_record(record.game.id, encode(record.setup), record.moves, outcome)


def read_file_bytes(path: Path, name: str) -> bytes:
    """Read a game or campaign file, up to the size limit. Raises `ProblemError`."""
    try:
        if path.stat().st_size > MAX_RECORD_BYTES:
            raise ProblemError(error("app.problem.import_big", file=name))
        return path.read_bytes()
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


def mark_as_imported(path: Path) -> None:
    """Rename an imported file, so that it is not imported again. Raises `ProblemError`."""
    try:
        path.replace(path.with_suffix(".read"))
    except OSError as wrong:
        problem = error("app.problem.import_stays", file=path.name, reason=error_name(wrong))
        raise ProblemError(problem) from wrong


# The same games in the same order, in whatever order they were imported.
_ALL = "SELECT id FROM games WHERE deleted IS NULL AND game = ifnull(?, game) ORDER BY started, uid"
_NOTES = "SELECT position, text FROM notes WHERE game_id = ? ORDER BY number"


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A stored game with its record, and the states before each move and after the last."""

    stored: StoredGame
    metadata: GameMetadata
    record: dict[str, Any]
    states: tuple[Any, ...]

    @property
    def is_over(self) -> bool:
        return self.stored.ended is not None

    def compute_metrics(self) -> GameMetrics:
        manifest = get_game(self.stored.game)
        moves = [decode_move(manifest.rules, move) for move in self.record["moves"]]
        return find_metrics_function(manifest)(self.states, moves)


def iterate_games(database: Database, game: str | None = None) -> Iterator[ReplayedGame]:
    """Yield all games, or those of one kind.

    Games that cannot be read or replayed are skipped: a reader of the export would reject the whole file.
    """
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
        # The rules trust their types; a damaged record can hold an invalid seat.
        return None


@contextmanager
def open_copy(copy: Path) -> Iterator[Database]:
    """Open a copy of the database, for use on another thread."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        yield Database(connection, None)
