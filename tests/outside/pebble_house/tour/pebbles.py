"""Pebbles: the board."""

from __future__ import annotations

from companion.tour.view import View
from companion.tour.walk import Tour
from pebble_house.games.pebbles.rules import GAME, Setup, Take


def board(tour: Tour) -> None:
    tour.open_game(GAME, Setup(tour.names[:3]), (Take(2),))


VIEWS = (View("pebbles-board", board),)
