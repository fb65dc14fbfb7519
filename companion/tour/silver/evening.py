"""A Silver game of the sample game night."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.silver.rules import GAME
from companion.games.silver.setup import Setup
from companion.games.silver.state import Round
from companion.tour.sample_games import SampleGame

_ROUNDS = (
    Round(2, ((4, 5, 2), (1, 7, 4), (3, 2), (8, 7, 2))),
    Round(0, ((1, 3), (4, 5), (5, 4), (6, 3))),
    Round(2, ((2, 6), (11, 4), (5, 1), (7, 3))),
    Round(3, ((3, 4, 9), (9, 0, 7, 2), (9, 5), (5, 4, 2))),
)


def sample_games(names: Sequence[str]) -> tuple[SampleGame, ...]:
    return ((GAME, Setup((names[0], names[4], names[2], names[6])), _ROUNDS),)
