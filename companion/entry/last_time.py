"""What a new table begins with: the game of last night, as many seats as last time, what they played with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.entry.memory import Memory
from companion.games.manifest import Manifest

T = TypeVar("T")
_NIGHT = "night"


@dataclass(frozen=True, slots=True)
class SeatCount:
    seats: int


@dataclass(frozen=True, slots=True)
class LastNight:
    game: str


def last_count(memory: Memory, game: Manifest) -> int:
    """As many as last time, the first time as many as usual; never more or fewer than the game seats."""
    kept = memory.recall(SeatCount, _seats(game))
    return game.seatable(game.usual if kept is None else kept.seats)


def keep_count(memory: Memory, game: Manifest, seats: int) -> None:
    memory.keep_in_mind(SeatCount(seats), _seats(game))


def last_night(memory: Memory, games: Sequence[Manifest]) -> Manifest:
    """The one of these games whose night was last asked for, else the first."""
    kept = memory.recall(LastNight, _NIGHT)
    return next((game for game in games if kept is not None and game.id == kept.game), games[0])


def keep_night(memory: Memory, game: Manifest) -> None:
    memory.keep_in_mind(LastNight(game.id), _NIGHT)


def last_at_size(memory: Memory, kind: type[T], game: str, seats: int) -> T | None:
    """What so many played with last, else what others did; None the first time ever."""
    at_size = memory.recall(kind, _at_size(game, seats))
    return memory.recall(kind, game) if at_size is None else at_size


def keep_at_size(memory: Memory, chosen: object, game: str, seats: int) -> None:
    for name in (_at_size(game, seats), game):
        memory.keep_in_mind(chosen, name)


def _seats(game: Manifest) -> str:
    return f"seats.{game.id}"


def _at_size(game: str, seats: int) -> str:
    return f"{game}.{seats}"
