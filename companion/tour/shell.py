"""Home, seats and groups; history, settings and about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.shelf import games
from companion.screens.about import AboutPage
from companion.screens.history import HistoryPage
from companion.screens.settings import SettingsPage
from companion.tour.view import View
from companion.tour.walk import Tour
from companion.widgets.page import Page


def home(tour: Tour) -> None:
    tour.app.stage.page.enter()


def languages(tour: Tour) -> None:
    tour.app.stage.page.choose_language()


def visit(tour: Tour, page: Callable[..., Page]) -> None:
    tour.app.visit(page)


def seats(tour: Tour) -> None:
    """At the game that takes the most people."""
    tour.seat(max(games(), key=lambda game: game.most).id, 4)


def one_seat(tour: Tour) -> None:
    seats(tour)
    tour.app.stage.page.open_seat(1)


def groups(tour: Tour) -> None:
    seats(tour)
    tour.app.stage.page.open_groups()


FIRST = (
    View("home", home),
    View("languages", languages),
    View("seats", seats),
    View("seat", one_seat),
    View("groups", groups),
)
LAST = (
    View("history", partial(visit, page=HistoryPage)),
    View("settings", partial(visit, page=SettingsPage)),
    View("about", partial(visit, page=AboutPage)),
)
