"""A log cut into steps: each move with its number, and the state on either side of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic

from companion.games.game import MoveT, StateT


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, MoveT]):
    move_index: int
    move: MoveT
    before: StateT
    after: StateT


def make_steps(states: Sequence[StateT], moves: Sequence[MoveT]) -> list[Step[StateT, MoveT]]:
    """The steps of a table's `states` and `moves`."""
    return [
        Step(move_index, move, before, after)
        for move_index, (move, (before, after)) in enumerate(zip(moves, pairwise(states), strict=True))
    ]
