"""Pebbles: the board."""

from __future__ import annotations

from pebble_house.games.pebbles.rules import GAME, Setup, Take
from tools.tour.view import GameTour, View
from tools.tour.walk import Tour


def board(tour: Tour) -> None:
    tour.open_game(GAME, Setup(tour.names[:3]), (Take(2),))


PEBBLES_TOUR = GameTour((View("pebbles-board", board),))
