"""A table that chooses nothing has a heap of the usual size."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.resume_state import Memory
from pebble_house.games.pebbles.setup import Setup


def prepare_setup(players: tuple[str, ...], memory: Memory, draw: Callable[[int], int]) -> Setup:
    return Setup(players)
