"""Statistics pages in the tour: overview, each game, a person, and the games behind a statistic."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final

from companion.core.game import IllegalMove
from companion.core.players import normalize_name
from companion.core.serialization import encode_move
from companion.games.game_file import GameMetadata, GameRecord
from companion.games.registry import get_game, list_games
from companion.screens.statistics.statistics_page import (
    PersonStatisticsPage,
    StatisticsHomePage,
    StatisticsPage,
    open_games,
)
from companion.storage.importing import IncomingGame, import_game
from companion.storage.statistics_index import index_all
from tools.tour.games import list_game_tours
from tools.tour.view import RandomGame, View
from tools.tour.walk import Tour

_FIRST_STARTED: Final = 1_760_000_000.0
# Random moves may be illegal.
_MAX_TRIES: Final = 400


def simulate_games(tour: Tour, count: int | None = None) -> None:
    """Replace the stored games by `count` random ones of each game (None: the number set by each game).

    A fixed seed makes them the same each time.
    """
    store = tour.app.store
    for stored in store.games.list_recent(99).games:
        store.games.delete(stored.id)
    random = Random(19)
    for game_tour in list_game_tours():
        if game_tour.random_games is not None:
            for number in range(game_tour.random_games.count if count is None else count):
                _simulate_game(tour, game_tour.random_games.start(random, tour.names, number), random)
    # Index now: a slow machine might not be finished when the view opens.
    index_all(store.database)


def _simulate_game(tour: Tour, random_game: RandomGame, random: Random) -> None:
    game, setup, choose_move = random_game
    state, moves = game.start(setup), []
    for _ in range(_MAX_TRIES):
        move = choose_move(state, random)
        if move is None:
            break
        try:
            state = game.apply(state, move)
        except IllegalMove:
            continue
        moves.append(encode_move(game, move))
    # One game per day, with about a minute per move.
    store = tour.app.store
    started = _FIRST_STARTED + store.games.count() * 86_400
    times = tuple(started + 55.0 * number for number in range(1, 1 + len(moves)))
    night = 80.0 + random.randrange(60) if get_game(game.id).has_night else None
    metadata = GameMetadata(
        f"{random.getrandbits(64):016x}", started, times[-1], times[-1], times, night=night
    )
    record = GameRecord(game, setup, tuple(moves), metadata)
    import_game(store.database, IncomingGame.from_record(record, game.outcome(state), now=0.0))


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
