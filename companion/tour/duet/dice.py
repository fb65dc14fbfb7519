"""Random games of Codenames Duet for the statistics pages."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.games.duet.rules import GAME
from companion.games.duet.setup import Mission, Setup
from companion.games.duet.state import Agent, Bystander, Move, State, Stop
from companion.tour.sample_games import DiceGame

GAMES: Final = 7
_CITIES: Final = ("prague", "cairo")


def start_game(dice: Random, names: Sequence[str], number: int) -> DiceGame:
    on_map = number % 3
    mission = Mission("tour", _CITIES[on_map - 1]) if on_map else None
    return DiceGame(GAME, Setup(tuple(names[:2]), mission=mission), _move)


def _move(state: State, dice: Random) -> Move | None:
    if state.outcome is not None:
        return None
    return dice.choices((Agent(), Bystander(), Stop()), (70, 12, 8))[0]
