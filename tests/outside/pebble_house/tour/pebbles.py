"""Pebbles: the board."""

from __future__ import annotations

from pebble_house.games.pebbles.moves import Take
from pebble_house.games.pebbles.play import GAME
from pebble_house.games.pebbles.setup import Setup
from tools.tour.view import GameTour, View
from tools.tour.walk import Tour


def board(tour: Tour) -> None:
    tour.open_game(GAME, Setup(tour.names[:3]), (Take(2),))


PEBBLES_TOUR = GameTour((View("pebbles-board", board),))
