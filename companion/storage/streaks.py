"""Winning streaks. Those over all games of a kind are stored until a game of one of their people changes:
triggers remove them then (`schema_sums`), and the next count of games stores them again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from companion.past.numbers import Streak
from companion.storage.database import Database, Execute

_STORED = "SELECT person, best, now, since, until, now_since FROM streaks WHERE game = ? AND best > 0"
# A row of `seat_sums` stands for each person who played to an end.
_MISSING = (
    "SELECT DISTINCT game FROM seat_sums WHERE told > 0"
    " AND (game, person) NOT IN (SELECT game, person FROM streaks)"
)
# SQL puts the games of everybody in order; to walk along them once is faster than its windows.
_RESULTS = (
    "WITH chosen AS MATERIALIZED (SELECT game_id, started FROM tallies WHERE {conditions})"
    " SELECT person, won, started FROM chosen CROSS JOIN seats USING (game_id)"
    " WHERE person <> '' AND won IS NOT NULL ORDER BY started, game_id"
)
_STORE = "INSERT OR REPLACE INTO streaks VALUES (?, ?, ?, ?, ?, ?, ?)"


def find_streaks(database: Database, game: str) -> list[Streak]:
    """Of everybody who won a game of this kind."""
    if database.rows(f"{_MISSING} AND game = ?", (game,)):
        return [streak for streak in _compute_game_streaks(database, game) if streak.best]
    return [Streak(*row) for row in database.rows(_STORED, (game,))]


def compute_streaks(database: Database, condition: str, args: Sequence[Any]) -> list[Streak]:
    """Of everybody who won or lost a game whose row of `tallies` meets these conditions."""
    results: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for person, won, started in database.rows(_RESULTS.replace("{conditions}", condition), args):
        results[person].append((won, started))
    return [compute_streak(person, person_results) for person, person_results in results.items()]


def store_missing_streaks(database: Database, execute: Execute) -> None:
    """Inside a step that the caller has begun."""
    for (game,) in database.rows(_MISSING):
        for streak in _compute_game_streaks(database, game):
            row = (streak.best, streak.current, streak.since, streak.until, streak.current_since)
            execute(_STORE, (game, streak.person, *row))


def compute_streak(person: str, results: Iterable[tuple[int, float]]) -> Streak:
    """The streak of somebody with these results, each with when its game began; the oldest comes first."""
    best, since, until = 0, 0.0, 0.0
    current, current_since = 0, None
    for won, started in results:
        if not won:
            current, current_since = 0, None
            continue
        current, current_since = current + 1, started if current_since is None else current_since
        if current > best:
            best, since, until = current, current_since, started
    return Streak(person, best, current, since, until, current_since)


def _compute_game_streaks(database: Database, game: str) -> list[Streak]:
    return compute_streaks(database, "tallies.game = ?", (game,))
