"""How games of a kind can end, as far as somebody would look for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.manifest import GameDefinition


@dataclass(frozen=True, slots=True)
class GameResult:
    """Won by this side, or for this reason (see `past.which`); `key` is that in words."""

    key: str
    winner: str = ""
    reason: str = ""


def find_results(game: GameDefinition) -> tuple[GameResult, ...]:
    """In the order of the rules; none where a game does not say."""
    module: Any = game.find_part("past", "results")
    return () if module is None else module.RESULTS
