"""Data folders as players leave them, made through the app's own storage."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.cultists.play import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.moves import Agent, Assassin, Bystander, Move, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.game import Game
from companion.games.silver.play import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.storage.files import FILE
from companion.storage.store import Store, open_store
from companion.storage.tables import new_table

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
_LOST: tuple[Move, ...] = (Agent(), Agent(), Bystander(), Agent(), Stop(), Assassin())
_UNDER_WAY: tuple[Move, ...] = (Agent(), Stop(), Agent(), Bystander(), Agent())


def empty(folder: Path) -> Path:
    _opened(folder).close()
    return folder


def a_few_games(folder: Path) -> Path:
    """Three missions that ended and one under way."""
    store = _opened(folder)
    for moves in (_WON, _LOST, _WON, _UNDER_WAY):
        _play(store, moves)
    store.close()
    return folder


def a_full_table(folder: Path) -> Path:
    """Ten people who are about to play Avalon with all that can be carried round the table."""
    return _about_to_play(folder, AVALON, _TEN)


def a_full_house(folder: Path) -> Path:
    """Eight people who are about to play Among Cultists."""
    return _about_to_play(folder, CULTISTS, _EIGHT)


def four_villages(folder: Path) -> Path:
    """Four people in their first round of Silver."""
    return _about_to_play(folder, SILVER, _FOUR)


def many_games(folder: Path, count: int) -> Path:
    """As many ended missions, with all their moves: two that were played, copied row by row."""
    store = _opened(folder)
    for mission in (_WON, _LOST):
        _play(store, mission)
    connection = store.database.connection
    played = connection.execute(
        "SELECT id, game, setup, started, updated, position, ended, outcome FROM games ORDER BY id"
    ).fetchall()
    moves = {row[0]: _moves(store, row[0]) for row in played}
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO games (game, setup, started, updated, position, ended, outcome) VALUES (?,?,?,?,?,?,?)",
        (played[number % 2][1:] for number in range(2, count)),
    )
    connection.executemany(
        "INSERT INTO moves (game_id, number, move, at) VALUES (?,?,?,?)",
        (
            (played[0][0] + number, *move)
            for number in range(2, count)
            for move in moves[played[number % 2][0]]
        ),
    )
    connection.execute("COMMIT")
    if store.games.count() != count or len(store.games.load(played[0][0] + count - 1).moves) < 2:
        raise RuntimeError("the games were not filled in as meant")
    store.close()
    return folder


def size(folder: Path) -> float:
    """Megabytes of the file with the games."""
    return (folder / FILE).stat().st_size / 2**20


def _about_to_play(folder: Path, game: Game[Any, Any, Any], setup: Any) -> Path:
    store = _opened(folder)
    new_table(game, setup, store.games)
    store.close()
    return folder


def _opened(folder: Path) -> Store:
    store = open_store(folder, time.time)
    if not store.durable:
        raise RuntimeError(f"cannot keep games in {folder}: {store.problems}")
    return store


def _play(store: Store, moves: Iterable[Move]) -> None:
    table, _ = new_table(DUET, _SETUP, store.games)
    for move in moves:
        table.play(move)


def _moves(store: Store, number: int) -> list[tuple[int, str, float]]:
    return store.database.rows(
        "SELECT number, move, at FROM moves WHERE game_id = ? ORDER BY number", (number,)
    )
