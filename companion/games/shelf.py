"""The games of this house as light data: enough for a home screen, without loading any rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.game import Game

Engine = Callable[[], Game[Any, Any, Any]]


def _avalon() -> Game[Any, Any, Any]:
    from companion.games.avalon import AVALON

    return AVALON


def _cultists() -> Game[Any, Any, Any]:
    from companion.games.cultists import CULTISTS

    return CULTISTS


def _silver() -> Game[Any, Any, Any]:
    from companion.games.silver import SILVER

    return SILVER


def _duet() -> Game[Any, Any, Any]:
    from companion.games.duet import DUET

    return DUET


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game on the shelf. `engine` loads its rules; None while the app cannot keep its score yet."""

    id: str
    fewest: int
    most: int
    engine: Engine | None = None


SHELF = (
    Shelved("avalon", 5, 10, _avalon),
    Shelved("cultists", 4, 8, _cultists),
    Shelved("silver", 2, 4, _silver),
    # Duet's rules set no upper limit; twelve is what a table can hold.
    Shelved("duet", 2, 12, _duet),
)
ENGINES: Mapping[str, Engine] = {game.id: game.engine for game in SHELF if game.engine is not None}


def engine_of(game_id: str) -> Game[Any, Any, Any]:
    """The rules of a game, loaded on first use. Raises KeyError if there are none."""
    return ENGINES[game_id]()
