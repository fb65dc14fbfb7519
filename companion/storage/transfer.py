"""Games as files: out to share or keep, and in again, whole or not at all."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.file_problems import read_problem, reason_of
from companion.games.files import FORMAT, read_record, replay
from companion.games.game import Outcome, ProblemError, error
from companion.games.kept import Kept
from companion.games.records import encode
from companion.games.seats import clean_name
from companion.past.packing import HandedGame
from companion.storage.games import Games, StoredGame
from companion.storage.outbox import Parcel, file_name

# Below the data folder: where files to be read in may be put by hand.
IN = "imports"
# No game, and no map, is anywhere near this big; a file that is was never one of ours.
MOST_BYTES = 2_000_000


def record_of(stored: StoredGame, kept: Kept | None = None) -> dict[str, Any]:
    """The documented form of a game (docs/records.md): the moves that count, without what was undone."""
    record = {
        "format": FORMAT,
        "game": stored.game,
        "setup": stored.setup,
        "moves": list(stored.moves[: stored.position]),
    }
    return record if kept is None else {**record, "kept": encode(kept)}


def handed_of(stored: StoredGame) -> HandedGame:
    """A game on its way to another device, as `record_of`."""
    moves = stored.moves[: stored.position]
    # A damaged evening is no reason to keep the game here.
    evening = stored.evening if stored.evening is not None and stored.evening <= stored.started else None
    return HandedGame(
        stored.uid,
        stored.game,
        stored.setup,
        moves,
        stored.started,
        evening,
        clean_name(stored.title)[:80].strip(),
    )


def parcel_of(stored: StoredGame, kept: Kept | None = None) -> Parcel:
    """A game as a file to be sent or saved."""
    day = datetime.fromtimestamp(stored.started, UTC).strftime("%Y-%m-%d")
    text = json.dumps(record_of(stored, kept), ensure_ascii=False, indent=1) + "\n"
    name = file_name("json", stored.game, day, str(stored.id))
    return Parcel(name, "application/json", lambda path: path.write_text(text, encoding="utf-8"))


def waiting(folder: Path) -> tuple[Path, ...]:
    """The games and maps that were put where files are read in from."""
    return _with_suffix(folder, ".json")


def waiting_zips(folder: Path) -> tuple[Path, ...]:
    """Beside them, what may be a backup or recordings."""
    return _with_suffix(folder, ".zip")


def _with_suffix(folder: Path, suffix: str) -> tuple[Path, ...]:
    try:
        return tuple(sorted(path for path in (folder / IN).iterdir() if path.suffix.lower() == suffix))
    except OSError:
        return ()


def read_in(path: Path, games: Games, name: str = "") -> int | None:
    """Take a game file into the history; `name` is what people call it. Every move is played first: one that
    is refused refuses all. Returns the number of the game, None if it is in the history already."""
    record = read_record(read_bytes(path, name or path.name))
    outcome: Outcome | None = None
    for state in replay(record):
        outcome = record.game.outcome(state)
    # The moves are in their stored form already, and have just been played.
    if record.kept is not None:
        return games.keep(record.game.id, encode(record.setup), record.moves, outcome, record.kept)
    return games.take_in(record.game.id, encode(record.setup), record.moves, outcome)


def read_bytes(path: Path, name: str) -> bytes:
    """What a file of a game or a map holds, if it is no bigger than one. Raises `ProblemError`."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ProblemError(error("app.problem.import_big", file=name))
        return path.read_bytes()
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


def put_away(path: Path) -> None:
    """Rename a file that was read in, so that it is not read in again. Raises `ProblemError`."""
    try:
        path.replace(path.with_suffix(".read"))
    except OSError as wrong:
        problem = error("app.problem.import_stays", file=path.name, reason=reason_of(wrong))
        raise ProblemError(problem) from wrong
