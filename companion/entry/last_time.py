"""What a new table begins with: the game of last night, as many seats as last time, what they played with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.entry.memory import Memory
from companion.games.manifest import GameDefinition

T = TypeVar("T")
_NIGHT_KEY = "night"


@dataclass(frozen=True, slots=True)
class SeatCount:
    seats: int


@dataclass(frozen=True, slots=True)
class LastNight:
    game: str


def recall_seat_count(memory: Memory, game: GameDefinition) -> int:
    """As many as last time, the first time as many as usual; never more or fewer than the game seats."""
    saved = memory.recall(SeatCount, _seats_key(game))
    return game.clamp_player_count(game.default_players if saved is None else saved.seats)


def remember_seat_count(memory: Memory, game: GameDefinition, seats: int) -> None:
    memory.remember(SeatCount(seats), _seats_key(game))


def recall_night_game(memory: Memory, games: Sequence[GameDefinition]) -> GameDefinition:
    """The one of these games whose night was last asked for, else the first."""
    saved = memory.recall(LastNight, _NIGHT_KEY)
    return next((game for game in games if saved is not None and game.id == saved.game), games[0])


def remember_night_game(memory: Memory, game: GameDefinition) -> None:
    memory.remember(LastNight(game.id), _NIGHT_KEY)


def recall_at_size(memory: Memory, kind: type[T], game: str, seats: int) -> T | None:
    """What so many played with last, else what others did; None the first time ever."""
    at_size = memory.recall(kind, _size_key(game, seats))
    return memory.recall(kind, game) if at_size is None else at_size


def remember_at_size(memory: Memory, value: object, game: str, seats: int) -> None:
    for name in (_size_key(game, seats), game):
        memory.remember(value, name)


def _seats_key(game: GameDefinition) -> str:
    return f"seats.{game.id}"


def _size_key(game: str, seats: int) -> str:
    return f"{game}.{seats}"
