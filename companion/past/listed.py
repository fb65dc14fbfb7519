"""How other apps list a game: what BoardGameGeek calls it, and how it is won."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Listed:
    """`bgg` and `year` are 0 where we are not sure of them."""

    name: str
    bgg: int = 0
    year: int = 0
    points: bool = False
    highest_wins: bool = True
    cooperative: bool = False
    teams: bool = False


def listed(game: Manifest) -> Listed:
    """As the game itself says; one that does not is known by its id."""
    told = game.find("past", "listed")
    found: Listed = Listed(game.id.title()) if told is None else told.LISTED
    return found
