"""Home, seats and groups; history, settings and about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.shelf import game_of
from companion.screens.about import AboutPage
from companion.screens.history import HistoryPage
from companion.screens.seats import SeatsPage
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


def seats(tour: Tour, game: str, count: int) -> None:
    tour.app.visit(SeatsPage, game_of(game))
    tour.app.stage.page.seat(tour.names[:count])


def one_seat(tour: Tour) -> None:
    seats(tour, "duet", 4)
    tour.app.stage.page.open_seat(1)


def groups(tour: Tour) -> None:
    seats(tour, "duet", 4)
    tour.app.stage.page.open_groups()


FIRST = (
    View("home", home),
    View("languages", languages),
    View("seats", partial(seats, game="duet", count=4)),
    View("seats-avalon", partial(seats, game="avalon", count=7)),
    View("seat", one_seat),
    View("groups", groups),
)
LAST = (
    View("history", partial(visit, page=HistoryPage)),
    View("settings", partial(visit, page=SettingsPage)),
    View("about", partial(visit, page=AboutPage)),
)
