"""Statistics pages in the tour: overview, each game, a person, and the games behind a statistic."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core.players import normalize_name
from companion.games.registry import list_games
from companion.screens.statistics.page import (
    PersonStatisticsPage,
    StatisticsHomePage,
    StatisticsPage,
    open_games,
)
from companion.tour.many_games import simulate_games
from companion.tour.view import View
from companion.tour.walk import Tour


def home(tour: Tour) -> None:
    simulate_games(tour)
    tour.app.push(StatisticsHomePage)


def game(tour: Tour, game_id: str) -> None:
    _ensure_games(tour)
    tour.app.push(StatisticsPage, game_id)


def game_filter(tour: Tour) -> None:
    """Open the sheet with all filters."""
    game(tour, list_games()[0].id)
    tour.app.navigator.page.open_filter_sheet()


def person(tour: Tour) -> None:
    _ensure_games(tour)
    tour.app.push(PersonStatisticsPage, normalize_name(tour.names[0]))


def source_games(tour: Tour) -> None:
    first = list_games()[0].id
    game(tour, first)
    open_games(tour.app, tour.app.navigator.page.page.total.game_filter, tour.app.tr(f"app.game.{first}"))


def almost_empty(tour: Tour) -> None:
    """Open the statistics of two games, which are too few for rates."""
    simulate_games(tour, 2)
    tour.app.push(StatisticsPage, list_games()[0].id)


def _ensure_games(tour: Tour) -> None:
    """Create the sample games, unless the overview has done so."""
    if tour.app.store.games.count() < 30:
        simulate_games(tour)


def views() -> Iterator[View]:
    yield View("statistics", home)
    for one in list_games():
        yield View(f"statistics-{one.id}", partial(game, game_id=one.id))
    yield View("statistics-choice", game_filter)
    yield View("statistics-person", person)
    yield View("statistics-games", source_games)
    yield View("statistics-two-games", almost_empty)
