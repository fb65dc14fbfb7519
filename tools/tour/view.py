"""Types of the tour: a view, and what each game adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from companion.core.game import Game
from companion.scripts.script import NightSetup, NightStyle
from tools.tour.walk import Tour

# Rules, set-up and all moves.
SampleGame = tuple[Game[Any, Any, Any], Any, Sequence[Any]]
# File name, set-up and style.
SampleNight = tuple[str, NightSetup, NightStyle]


@dataclass(frozen=True, slots=True)
class View:
    """Name of a screenshot, and the function that opens its page from the home page."""

    name: str
    open: Callable[[Tour], object]


class RandomGame(NamedTuple):
    """A random game; `move` returns a move for a state, legal or not, or None when the game is over."""

    game: Game[Any, Any, Any]
    setup: Any
    move: Callable[[Any, Random], Any]


@dataclass(frozen=True, slots=True)
class RandomGames:
    """Random games for the statistics: how many, and a function that starts the one with this number."""

    count: int
    start: Callable[[Random, Sequence[str], int], RandomGame]


@dataclass(frozen=True, slots=True)
class GameTour:
    """What a game adds to the tour."""

    views: tuple[View, ...]
    # Nights that are rendered as audio.
    nights: tuple[SampleNight, ...] = ()
    # Stores games for the home and history pages.
    create_history: Callable[[Tour], None] | None = None
    random_games: RandomGames | None = None
    # Games of the sample game night, by the names of its players.
    list_sample_games: Callable[[Sequence[str]], tuple[SampleGame, ...]] | None = None
