"""Registry of the games in the tour."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.registry import list_games
from tools.tour.avalon import AVALON_TOUR
from tools.tour.cultists import CULTISTS_TOUR
from tools.tour.duet import DUET_TOUR
from tools.tour.silver import SILVER_TOUR
from tools.tour.view import GameTour

# By game; a game from another package adds its own.
GAME_TOURS: Final[dict[str, GameTour]] = {
    "avalon": AVALON_TOUR,
    "cultists": CULTISTS_TOUR,
    "silver": SILVER_TOUR,
    "duet": DUET_TOUR,
}


def list_game_tours() -> Iterator[GameTour]:
    """Yield the tours of all registered games that have one."""
    return (GAME_TOURS[game.id] for game in list_games() if game.id in GAME_TOURS)
