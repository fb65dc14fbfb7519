"""A little past of every game, for numbers to be seen: played by dice, the same ones every time."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.games.game import IllegalMove
from companion.games.kept import Kept
from companion.games.records import encode, encode_move
from companion.games.shelf import game_of, games
from companion.storage.counting import count_all
from companion.tour.sample_games import Start
from companion.tour.walk import Tour

_FIRST: Final = 1_760_000_000.0
# Dice may throw what no rule allows.
_MOST_TRIES: Final = 400


def play_many(tour: Tour, count: int | None = None) -> None:
    """Into the history, in the place of what is there; so many of each, or as many as make a good picture."""
    store = tour.app.store
    for stored in store.games.recent(99).games:
        store.games.delete(stored.id)
    dice = Random(19)
    for game in games():
        part = game.find("tour", "dice")
        if part is not None:
            for number in range(part.GAMES if count is None else count):
                _play(tour, part.begun(dice, tour.names, number), dice)
    # However busy the machine is, a view finds them counted.
    count_all(store.database)


def _play(tour: Tour, start: Start, dice: Random) -> None:
    game, setup, move = start
    state, moves = game.start(setup), []
    for _ in range(_MOST_TRIES):
        made = move(state, dice)
        if made is None:
            break
        try:
            state = game.apply(state, made)
        except IllegalMove:
            continue
        moves.append(encode_move(game, made))
    # One an evening, with about a minute a move.
    store = tour.app.store.games
    started = _FIRST + store.count() * 86_400
    times = tuple(started + 55.0 * number for number in range(1, 1 + len(moves)))
    night = 80.0 + dice.randrange(60) if game_of(game.id).night else None
    kept = Kept(f"{dice.getrandbits(64):016x}", started, times[-1], times[-1], times, night=night)
    store.keep(game.id, encode(setup), moves, game.outcome(state), kept)
