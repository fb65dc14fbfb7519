"""Random games of every game for the statistics pages, reproducible by a fixed seed."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.core.game import IllegalMove
from companion.core.serialization import encode_move
from companion.games.game_file import GameMetadata, GameRecord
from companion.games.registry import get_game, list_games
from companion.storage.importing import IncomingGame, import_game
from companion.storage.statistics_index import index_all
from companion.tour.sample_games import DiceGame
from companion.tour.walk import Tour, find_tour_module

_FIRST_STARTED: Final = 1_760_000_000.0
# Random moves may be illegal.
_MAX_TRIES: Final = 400


def simulate_games(tour: Tour, count: int | None = None) -> None:
    """Replace the stored games by `count` random ones of each game (None: the number set by each game)."""
    store = tour.app.store
    for stored in store.games.list_recent(99).games:
        store.games.delete(stored.id)
    dice = Random(19)
    for game in list_games():
        part = find_tour_module(game, "dice")
        if part is not None:
            for number in range(part.GAMES if count is None else count):
                _simulate_game(tour, part.start_game(dice, tour.names, number), dice)
    # Index now: a slow machine might not be finished when the view opens.
    index_all(store.database)


def _simulate_game(tour: Tour, start: DiceGame, dice: Random) -> None:
    game, setup, move = start
    state, moves = game.start(setup), []
    for _ in range(_MAX_TRIES):
        played_move = move(state, dice)
        if played_move is None:
            break
        try:
            state = game.apply(state, played_move)
        except IllegalMove:
            continue
        moves.append(encode_move(game, played_move))
    # One game per day, with about a minute per move.
    store = tour.app.store
    started = _FIRST_STARTED + store.games.count() * 86_400
    times = tuple(started + 55.0 * number for number in range(1, 1 + len(moves)))
    night = 80.0 + dice.randrange(60) if get_game(game.id).has_night else None
    metadata = GameMetadata(f"{dice.getrandbits(64):016x}", started, times[-1], times[-1], times, night=night)
    record = GameRecord(game, setup, tuple(moves), metadata)
    import_game(store.database, IncomingGame.from_record(record, game.outcome(state), now=0.0))
