"""Types of sample games: random ones, and ones with given moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.core.game import Game


class DiceGame(NamedTuple):
    """A random game; `move` returns a move for a state, legal or not, or None when the game is over."""

    game: Game[Any, Any, Any]
    setup: Any
    move: Callable[[Any, Random], Any]


# Rules, set-up and all moves.
SampleGame = tuple[Game[Any, Any, Any], Any, Sequence[Any]]
