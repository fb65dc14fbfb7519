"""Home, seats and groups; history, settings and about."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.tour.view import View

if TYPE_CHECKING:
    from companion.tour.walk import Tour


def home(tour: Tour) -> None:
    tour.app.stage.page.enter()


def languages(tour: Tour) -> None:
    tour.app.stage.page.choose_language()


def visit(tour: Tour, route: str) -> None:
    tour.app.visit(getattr(tour.app.routes, route))


def seats(tour: Tour, game: str, count: int) -> None:
    tour.app.visit(tour.app.routes.seats, tour.shelved(game))
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
    View("history", partial(visit, route="history")),
    View("settings", partial(visit, route="settings")),
    View("about", partial(visit, route="about")),
)
