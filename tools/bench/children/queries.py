"""Asks a folder's games for all statistics of each game, and searches them; reports samples of each in
milliseconds of processor time."""

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

ROUNDS = 3
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


def query_all(statistics: Statistics, game: str) -> None:
    """All that a page of this game could show, at once."""
    which = Which(game=game)
    queries: tuple[Callable[[Which], object], ...] = (
        *(statistics.games, statistics.ends, statistics.sums, statistics.sums_of_people, statistics.people),
        *(statistics.sizes, statistics.lengths, statistics.nights, statistics.streaks),
    )
    for query in queries:
        query(which)
    statistics.names()


def main(folder: Path) -> None:
    pages: dict[str, list[float]] = {game.id: [] for game in games()}
    searches: dict[str, list[float]] = {name: [] for name in SEARCHES}
    for _ in range(ROUNDS):
        # Opened anew, as after a start: nothing that an earlier round has read may help this one.
        store = open_store(folder, time.time)
        for game, page_samples in pages.items():
            page_samples.append(_measure(partial(query_all, store.statistics, game)))
        for name, which in SEARCHES.items():
            searches[name].append(_measure(partial(store.statistics.games, which)))
        store.close()
    tell(pages=pages, searches=searches)


def _measure(query: Callable[[], object]) -> float:
    work = time.process_time()
    query()
    return (time.process_time() - work) * 1000


main(Path(sys.argv[1]))
