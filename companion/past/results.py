"""How games of a kind can end, as far as somebody would look for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Result:
    """Won by this side, or for this reason (see `past.which`); `key` is that in words."""

    key: str
    winner: str = ""
    reason: str = ""


def results_of(game: Manifest) -> tuple[Result, ...]:
    """In the order of the rules; none where a game does not say."""
    told: Any = game.find("past", "results")
    return () if told is None else told.RESULTS
