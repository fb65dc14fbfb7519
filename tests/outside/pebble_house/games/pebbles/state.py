"""How the heap stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.game import Outcome
from pebble_house.games.pebbles.setup import Setup


class Awaits(Enum):
    TAKE = "take"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    left: int
    turn: int = 0
    outcome: Outcome | None = None

    @property
    def awaits(self) -> Awaits:
        return Awaits.TAKE if self.outcome is None else Awaits.OVER
