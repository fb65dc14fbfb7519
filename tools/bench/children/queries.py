"""Run all statistics queries and searches on a folder's games.

Reports samples in milliseconds of processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.games.registry import list_games
from companion.statistics.query import CompletionFilter, GameFilter, SeatFilter
from companion.storage.statistics import Statistics
from companion.storage.store import open_store
from tools.bench.children.report import tell

ROUNDS = 3
SEARCHES = {
    "a name": GameFilter(text="ada"),
    "two words": GameFilter(text="bruno birthday"),
    "nothing": GameFilter(text="zzzz"),
    "in Persian": GameFilter(text="یلدا"),
    "a person": GameFilter(people=("ada",)),
    "three people": GameFilter(people=("ada", "bruno", "kim")),
    "a group": GameFilter(group=("ada", "bruno", "chloe", "dario", "elena", "farid", "greta", "hugo")),
    "lost as Merlin's side": GameFilter(game="avalon", seats=(SeatFilter("ada", side="good", won=False),)),
    "unfinished": GameFilter(completion=CompletionFilter.UNFINISHED),
    "starred, of one game": GameFilter(game="silver", starred=True),
}


def query_all(statistics: Statistics, game: str) -> None:
    """Run every statistics query that a page of this game could show."""
    game_filter = GameFilter(game=game)
    queries: tuple[Callable[[GameFilter], object], ...] = (
        *(
            statistics.count_games,
            statistics.count_endings,
            statistics.sum_metrics,
            statistics.sum_person_metrics,
            statistics.sum_person_results,
        ),
        *(
            statistics.count_by_player_count,
            statistics.summarize_durations,
            statistics.summarize_nights,
            statistics.list_streaks,
        ),
    )
    for query in queries:
        query(game_filter)
    statistics.load_names()


def main(folder: Path) -> None:
    pages: dict[str, list[float]] = {game.id: [] for game in list_games()}
    searches: dict[str, list[float]] = {name: [] for name in SEARCHES}
    for _ in range(ROUNDS):
        # Open the store again for each round, as after a start: no cache of an earlier round may help.
        store = open_store(folder, time.time)
        for game, page_samples in pages.items():
            page_samples.append(_measure(partial(query_all, store.statistics, game)))
        for name, game_filter in SEARCHES.items():
            searches[name].append(_measure(partial(store.statistics.count_games, game_filter)))
        store.close()
    tell(pages=pages, searches=searches)


def _measure(query: Callable[[], object]) -> float:
    work = time.process_time()
    query()
    return (time.process_time() - work) * 1000


main(Path(sys.argv[1]))
