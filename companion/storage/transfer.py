"""Games as files: out to share or keep, and in again, whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.games.files import FORMAT, read_record, replay
from companion.games.game import Outcome, ProblemError, error
from companion.games.records import encode
from companion.storage.games import Games, StoredGame

# Below the data folder: what was written out, and where files to be read in are put.
OUT, IN = "exports", "imports"
# No game is anywhere near this big; a file that is was never one of ours.
MOST_BYTES = 2_000_000


def record_of(stored: StoredGame) -> dict[str, Any]:
    """The documented form of a game (docs/records.md): the moves that count, without what was undone."""
    return {
        "format": FORMAT,
        "game": stored.game,
        "setup": stored.setup,
        "moves": list(stored.moves[: stored.position]),
    }


def write_out(folder: Path, stored: StoredGame) -> Path:
    """Write a game below `folder`; the file is there whole or not at all. Raises `ProblemError`."""
    day = datetime.fromtimestamp(stored.started, UTC).strftime("%Y-%m-%d")
    path = folder / OUT / f"{stored.game}-{day}-{stored.id}.json"
    text = json.dumps(record_of(stored), ensure_ascii=False, indent=1) + "\n"
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise ProblemError(error("app.problem.export_failed", file=path.name, reason=reason)) from wrong
    return path


def waiting(folder: Path) -> tuple[Path, ...]:
    """The files that were put where games are read in from."""
    try:
        return tuple(sorted(path for path in (folder / IN).iterdir() if path.suffix == ".json"))
    except OSError:
        return ()


def read_in(path: Path, games: Games) -> int:
    """Take a game file into the history. Every move is played first: one that is refused refuses all."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ProblemError(error("app.problem.import_big", file=path.name))
        data = path.read_bytes()
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise ProblemError(error("app.problem.import_failed", file=path.name, reason=reason)) from wrong
    record = read_record(data)
    outcome: Outcome | None = None
    for state in replay(record):
        outcome = record.game.outcome(state)
    setup: Mapping[str, Any] = encode(record.setup)
    stored = games.start(record.game.id, dict(setup))
    # The moves are in their stored form already, and have just been played.
    journal = games.journal(stored.id, dict)
    journal.replace(0, record.moves, len(record.moves), outcome)
    return stored.id


def put_away(path: Path) -> None:
    """Rename a file that was read in, so that it is not read in again. Raises `ProblemError`."""
    try:
        path.replace(path.with_suffix(".read"))
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise ProblemError(error("app.problem.import_stays", file=path.name, reason=reason)) from wrong
