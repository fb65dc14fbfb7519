"""Random games of Silver for the statistics pages."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.games.silver.rules import GAME
from companion.games.silver.setup import Setup
from companion.games.silver.state import Round, State
from companion.tour.sample_games import DiceGame

GAMES: Final = 7


def start_game(dice: Random, names: Sequence[str], number: int) -> DiceGame:
    return DiceGame(GAME, Setup(tuple(names[: 3 + number % 2]), start=number % 3), _move)


def _move(state: State, dice: Random) -> Round | None:
    if state.outcome is not None:
        return None
    seats = len(state.setup.players)
    caller = dice.randrange(seats) if dice.random() < 0.8 else None
    return Round(caller, (None,) * seats, tuple(dice.randint(2, 25) for _ in range(seats)))
