"""How many pebbles somebody is about to take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pebble_house.games.pebbles.moves import Take


@dataclass(frozen=True, slots=True)
class TakeDraft:
    pebbles: int = 0

    def one_more(self) -> TakeDraft:
        return replace(self, pebbles=self.pebbles + 1)

    @property
    def move(self) -> Take:
        return Take(self.pebbles)
