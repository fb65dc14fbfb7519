"""Asks a folder's games for all numbers of each game, and searches them; tells how long each took, in
milliseconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.games.shelf import games
from companion.past.which import Over, SeatedAs, Which
from companion.storage.statistics import Statistics
from companion.storage.store import open_store
from tools.bench.children.report import tell

ROUNDS = 5
SEARCHES = {
    "a name": Which(text="ada"),
    "two words": Which(text="bruno birthday"),
    "nothing": Which(text="zzzz"),
    "in Persian": Which(text="یلدا"),
    "a person": Which(people=("ada",)),
    "three people": Which(people=("ada", "bruno", "kim")),
    "a group": Which(group=("ada", "bruno", "chloe", "dario", "elena", "farid", "greta", "hugo")),
    "lost as Merlin's side": Which(game="avalon", seated=(SeatedAs("ada", side="good", won=False),)),
    "unfinished": Which(over=Over.NO),
    "starred, of one game": Which(game="silver", starred=True),
}


def everything(numbers: Statistics, game: str) -> None:
    """All that a page of this game could show, at once."""
    which = Which(game=game)
    asked: tuple[Callable[[Which], object], ...] = (
        *(numbers.games, numbers.ends, numbers.sums, numbers.sums_of_people, numbers.people),
        *(numbers.sizes, numbers.lengths, numbers.nights, numbers.streaks),
    )
    for ask in asked:
        ask(which)
    numbers.names()


def main(folder: Path) -> None:
    store = open_store(folder, time.time)
    numbers = store.statistics
    pages = {game.id: _timed(partial(everything, numbers, game.id)) for game in games()}
    searches = {name: _timed(partial(numbers.games, which)) for name, which in SEARCHES.items()}
    tell(pages=pages, searches=searches)
    store.close()


def _timed(ask: Callable[[], object]) -> float:
    """Other programs can only add to the time: the round that they disturbed least counts."""
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        ask()
        taken.append((time.perf_counter() - began) * 1000)
    return min(taken)


main(Path(sys.argv[1]))
