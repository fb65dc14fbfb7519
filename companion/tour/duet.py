"""Codenames Duet: set-up, a mission under way, a mission won."""

from __future__ import annotations

from companion.games.duet.moves import Agent, Assassin, Bystander, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.screens.what_if import WhatIfPage
from companion.storage.tables import new_table
from companion.tour.view import View
from companion.tour.walk import Tour

_MISSION = (
    *(Agent(), Agent(), Agent(), Stop()),
    *(Agent(), Bystander()),
    *(Agent(), Agent(), Stop()),
    *(Bystander(), Agent()),
)


def bring_past(tour: Tour) -> None:
    """A mission won, one lost and one under way, for the home and history screens."""
    games, names = tour.app.store.games, tour.names
    won, _ = new_table(DUET, Setup(names[:2]), games)
    for _ in range(5):
        for move in (Agent(), Agent(), Stop()):
            won.play(move)
    for _ in range(5):
        won.play(Agent())
    lost, _ = new_table(DUET, Setup(names[2:4]), games)
    lost.play(Assassin())
    running, _ = new_table(DUET, Setup(names[:2], tokens=9, mistakes=5), games)
    for guess in _MISSION:
        running.play(guess)


def set_up(tour: Tour) -> None:
    tour.set_up("duet", 4)


def board(tour: Tour) -> None:
    running = tour.app.archive.latest()
    if running is not None:
        tour.app.open_table(running)


def won(tour: Tour) -> None:
    stored = [game for game in tour.app.store.games.recent(10).games if game.ended is not None]
    tour.app.open_table(tour.app.archive.open(stored[-1]))


def what_if(tour: Tour) -> None:
    board(tour)
    tour.app.visit(WhatIfPage, tour.app.stage.page.sitting)


VIEWS = (
    View("duet-setup", set_up),
    View("duet-board", board),
    View("duet-learn", lambda tour: tour.learn(board)),
    View("duet-what-if", what_if),
    View("duet-timer", lambda tour: tour.time(board)),
    View("duet-won", won),
)
