"""Pebbles: the board."""

from __future__ import annotations

from companion.tour.view import View
from companion.tour.walk import Tour
from pebble_house.games.pebbles.moves import Take
from pebble_house.games.pebbles.play import GAME
from pebble_house.games.pebbles.setup import Setup


def board(tour: Tour) -> None:
    tour.open_game(GAME, Setup(tour.names[:3]), (Take(2),))


VIEWS = (View("pebbles-board", board),)
