"""Data folders with stored games for the benchmarks, created through the app's own storage."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin, Bystander, Move, Stop
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.storage.database import DATABASE_FILE
from companion.storage.games import start_session
from companion.storage.schema import MIGRATIONS, migrate
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_store
from tools.filled_store import fill

ROOT = Path(__file__).resolve().parents[2]
# Sources that determine the generated games on disk; their content is part of the cache key.
_GAME_SOURCES = (
    *("companion/games", "companion/i18n", "companion/storage"),
    *("tools/filled_store.py", "tools/random_games.py", "tools/bench/folders.py"),
)

_SETUP = Setup(("Ada", "Bruno"))
_TEN = AvalonSetup(
    ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Irene", "Jonas"),
    roles=("percival", "mordred", "morgana", "oberon"),
    lady=True,
    excalibur=True,
)
_EIGHT = CultistsSetup(_TEN.players[:8], roles=("seer", "engineer", "firestarter", "assassin"))
_FOUR = SilverSetup(_TEN.players[:4])
_WON: tuple[Move, ...] = (Agent(), Agent(), Stop()) * 5 + (Agent(),) * 5
_LOST_MISSION: tuple[Move, ...] = (Agent(), Agent(), Bystander(), Agent(), Stop(), Assassin())
_UNDER_WAY: tuple[Move, ...] = (Agent(), Stop(), Agent(), Bystander(), Agent())


def empty(folder: Path) -> Path:
    _opened(folder).close()
    return folder


def a_few_games(folder: Path) -> Path:
    """Create a folder with three finished missions and one in progress."""
    store = _opened(folder)
    for moves in (_WON, _LOST_MISSION, _WON, _UNDER_WAY):
        _play(store, moves)
    store.close()
    return folder


def a_full_table(folder: Path) -> Path:
    """Create a folder with a ten-player game of Avalon, with the Lady and Excalibur, without moves."""
    return _about_to_play(folder, AVALON, _TEN)


def a_full_house(folder: Path) -> Path:
    """Create a folder with an eight-player game of Among Cultists without moves."""
    return _about_to_play(folder, CULTISTS, _EIGHT)


def four_villages(folder: Path) -> Path:
    """Create a folder with a four-player game of Silver in its first round."""
    return _about_to_play(folder, SILVER, _FOUR)


def many_games(folder: Path, count: int) -> Path:
    """Create `count` legal random games of all kinds, with notes and marks, indexed for statistics."""
    store = _opened(folder)
    fill(store, count)
    index_all(store.database)
    if store.games.count() != count:
        raise RuntimeError("the games were not filled in as meant")
    store.close()
    return folder


def copy_cached_games(folder: Path, build: Path, count: int) -> Path:
    """Return the folder of `many_games`, cached below `build`: generating 10,000 takes a minute."""
    cache = build / "bench-games" / _hash_sources()
    if not (cache / f"{count}").exists():
        for outdated in cache.parent.glob("*"):
            if outdated != cache:
                shutil.rmtree(outdated)
        cache.mkdir(parents=True, exist_ok=True)
        # An interrupted run must not leave an incomplete folder in the cache.
        with tempfile.TemporaryDirectory(dir=build) as unfinished:
            created_folder = many_games(Path(unfinished) / "games", count)
            os.replace(created_folder, cache / f"{count}")
    shutil.copytree(cache / f"{count}", folder)
    return folder


def all_over(folder: Path, filled: Path) -> Path:
    """Copy a folder with its unfinished games removed, so that home offers no game to resume."""
    shutil.copytree(filled, folder)
    with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("DELETE FROM games WHERE ended IS NULL")
    return folder


def of_version_5(folder: Path, filled: Path) -> Path:
    """Copy a folder in the database format of version 5, before game nights and people were stored."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as old:
        migrate(old, MIGRATIONS[:5])
        old.execute("ATTACH DATABASE ? AS filled", (str(filled / DATABASE_FILE),))
        old.execute("BEGIN")
        columns = "id, game, setup, started, updated, position, ended, outcome"
        old.execute(f"INSERT INTO games ({columns}) SELECT {columns} FROM filled.games")
        old.execute("INSERT INTO moves SELECT game_id, number, move, at FROM filled.moves")
        old.execute("COMMIT")
    return folder


def _hash_sources() -> str:
    digest = hashlib.sha256()
    for source in _GAME_SOURCES:
        path = ROOT / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else (path,):
            digest.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def size(folder: Path) -> float:
    """Return the size of the database file in megabytes."""
    return (folder / DATABASE_FILE).stat().st_size / 2**20


def _about_to_play(folder: Path, game: Game[Any, Any, Any], setup: Any) -> Path:
    store = _opened(folder)
    start_session(game, setup, store.games)
    store.close()
    return folder


def _opened(folder: Path) -> Store:
    store = open_store(folder, time.time)
    if not store.is_durable:
        raise RuntimeError(f"cannot keep games in {folder}: {store.problems}")
    return store


def _play(store: Store, moves: Iterable[Move]) -> None:
    session, _ = start_session(DUET, _SETUP, store.games)
    for move in moves:
        session.play(move)
