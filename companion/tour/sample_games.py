"""Games that views rest on: one that dice play, and one whose moves are written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.core.game import Game


class DiceGame(NamedTuple):
    """`move` makes one out of a state, allowed or not; None where the game is over."""

    game: Game[Any, Any, Any]
    setup: Any
    move: Callable[[Any, Random], Any]


# The rules, a set-up and all moves.
SampleGame = tuple[Game[Any, Any, Any], Any, Sequence[Any]]
