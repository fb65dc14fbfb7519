"""Fuzz a backup and check that it is never restored in part: `python -m tools.flip_backup 10000`.

Each round flips bytes of a real backup and stages it. It must be refused or give exactly the contents of the
intact backup.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.core.game import ProblemError
from companion.games.duet.rules import GAME
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin
from companion.storage.backup import stage_backup, write_backup, write_snapshot
from companion.storage.games import start_session
from companion.storage.store import open_store

# A fixed clock, so that every backup is identical.
_NOW: Final = 1_790_000_000.0
REFUSED, THE_SAME, OTHER = "refused", "the same", "another"


def a_backup(folder: Path, sound: bytes = b"RIFF and some more" * 40) -> Path:
    """Create a backup with games, notes, people and a recording; return its path."""
    store = open_store(folder / "data", lambda: _NOW)
    for number in range(4):
        session, _ = start_session(GAME, Setup((f"Ada {number}", "آرش")), store.games)
        session.play(Agent())
        session.play(Assassin())
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (1, 0, 1, 'well played', ?)", (_NOW,))
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', NULL)", ())
    store.rosters.save_group("Friday", ["Ada", "Bruno"])
    write_snapshot(store.database, folder / "copy.db")
    store.close()
    (folder / "line.wav").write_bytes(sound)
    write_backup(folder / "copy.db", [("en/line.wav", folder / "line.wav")], _NOW, folder / "backup.zip")
    return folder / "backup.zip"


def import_outcome(backup: Path, place: Path) -> list[str] | None:
    """Return the SQL dump of a staged backup, or None if it was refused."""
    place.mkdir()
    try:
        staged = stage_backup(backup, place, "backup.zip")
        with closing(sqlite3.connect(staged.path)) as connection:
            return list(connection.iterdump())
    except ProblemError:
        return None
    finally:
        for path in place.iterdir():
            path.unlink()
        place.rmdir()


def a_fifth(data: bytes, chance: random.Random) -> bytes:
    return _flipped(data, chance.sample(range(len(data)), len(data) // 5), chance)


def a_few(data: bytes, chance: random.Random) -> bytes:
    return _flipped(data, chance.sample(range(len(data)), chance.randint(1, 3)), chance)


def one(data: bytes, chance: random.Random) -> bytes:
    return _flipped(data, [chance.randrange(len(data))], chance)


def _flipped(data: bytes, places: list[int], chance: random.Random) -> bytes:
    spoiled = bytearray(data)
    for place in places:
        spoiled[place] ^= chance.randint(1, 255)
    return bytes(spoiled)


KINDS: Final[dict[str, Callable[[bytes, random.Random], bytes]]] = {
    "a fifth": a_fifth,
    "a few": a_few,
    "one": one,
}


def rounds(folder: Path, kind: str, times: int, seed: int = 0) -> Counter[str]:
    """Count how often damaged backups were refused, gave the same contents, or (an error) others."""
    backup = a_backup(folder)
    data, intact_outcome = backup.read_bytes(), import_outcome(backup, folder / "place")
    if intact_outcome is None:
        raise ValueError("the backup is refused before anything was flipped")
    chance, counts = random.Random(f"{kind}-{seed}"), Counter[str]()
    for _ in range(times):
        (folder / "spoiled.zip").write_bytes(KINDS[kind](data, chance))
        outcome = import_outcome(folder / "spoiled.zip", folder / "place")
        counts[REFUSED if outcome is None else THE_SAME if outcome == intact_outcome else OTHER] += 1
    return counts


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    wrong = 0
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            counts = rounds(Path(folder), kind, times)
            summary = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
            print(
                f"{kind} flipped, {times} times in {time.perf_counter() - began:.0f} s: {summary}", flush=True
            )
            wrong += counts[OTHER]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
