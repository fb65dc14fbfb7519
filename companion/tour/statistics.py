"""What many games come to: the way there, the page of each game and of a person, and the games behind a
figure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.games.seats import read_name
from companion.games.shelf import games
from companion.screens.statistics.behind import open_games
from companion.screens.statistics.home import StatisticsHome
from companion.screens.statistics.page import StatisticsPage
from companion.screens.statistics.person import PersonNumbersPage
from companion.tour.many_games import play_many
from companion.tour.view import View
from companion.tour.walk import Tour


def home(tour: Tour) -> None:
    play_many(tour)
    tour.app.visit(StatisticsHome)


def game(tour: Tour, id: str) -> None:
    _once(tour)
    tour.app.visit(StatisticsPage, id)


def choice(tour: Tour) -> None:
    """All that the games can be narrowed to."""
    game(tour, games()[0].id)
    tour.app.stage.page.choose_more()


def person(tour: Tour) -> None:
    _once(tour)
    tour.app.visit(PersonNumbersPage, read_name(tour.names[0]))


def behind(tour: Tour) -> None:
    first = games()[0].id
    game(tour, first)
    open_games(tour.app, tour.app.stage.page.page.games.which, tour.app.tr(f"app.game.{first}"))


def almost_empty(tour: Tour) -> None:
    """Of two games nobody tells a rate."""
    play_many(tour, 2)
    tour.app.visit(StatisticsPage, games()[0].id)


def _once(tour: Tour) -> None:
    """Whoever comes from the way there finds its games."""
    if tour.app.store.games.count() < 30:
        play_many(tour)


def views() -> Iterator[View]:
    yield View("statistics", home)
    for one in games():
        yield View(f"statistics-{one.id}", partial(game, id=one.id))
    yield View("statistics-choice", choice)
    yield View("statistics-person", person)
    yield View("statistics-games", behind)
    yield View("statistics-two-games", almost_empty)
