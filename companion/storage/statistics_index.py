"""Index of statistics: results and metrics computed from the logs, which SQL then sums up.

A move only marks its game as stale; it is indexed when statistics are requested. The index can be rebuilt
from the logs at any time. Winning streaks over all games of a kind are stored; triggers delete them when
a seat of the person changes (see `schema.STREAKS`), and the next indexing stores them again.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.game import ProblemError
from companion.core.players import is_unnamed, normalize_name
from companion.core.serialization import decode_move, decode_setup, replay_or_none
from companion.games.registry import get_game
from companion.i18n.search import search_words
from companion.statistics.formatting import compute_played_seconds
from companion.statistics.metrics import GameMetrics, SeatResult, find_metrics_function
from companion.statistics.query import Streak
from companion.storage.database import Database, Execute, Row, load_json
from companion.storage.journal import COLUMNS, StoredGame, parse_stored_game

_STORED = "SELECT person, best, now, since, until, now_since FROM streaks WHERE game = ? AND best > 0"
# `seat_sums` has a row for each person with a known result.
_MISSING = (
    "SELECT DISTINCT game FROM seat_sums WHERE told > 0"
    " AND (game, person) NOT IN (SELECT game, person FROM streaks)"
)
# SQL sorts the results; one pass over them in Python is faster than window functions.
_RESULTS = (
    "WITH chosen AS MATERIALIZED (SELECT game_id, started FROM tallies WHERE {conditions})"
    " SELECT person, won, started FROM chosen CROSS JOIN seats USING (game_id)"
    " WHERE person <> '' AND won IS NOT NULL ORDER BY started, game_id"
)
_STORE = "INSERT OR REPLACE INTO streaks VALUES (?, ?, ?, ?, ?, ?, ?)"


def find_streaks(database: Database, game: str) -> list[Streak]:
    """Return the streaks of everybody who won a game of this kind."""
    if database.rows(f"{_MISSING} AND game = ?", (game,)):
        return [streak for streak in _compute_game_streaks(database, game) if streak.best]
    return [Streak(*row) for row in database.rows(_STORED, (game,))]


def compute_streaks(database: Database, condition: str, args: Sequence[Any]) -> list[Streak]:
    """Compute the streaks in the games whose `tallies` row meets the condition."""
    results: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for person, won, started in database.rows(_RESULTS.replace("{conditions}", condition), args):
        results[person].append((won, started))
    return [compute_streak(person, person_results) for person, person_results in results.items()]


def store_missing_streaks(database: Database, execute: Execute) -> None:
    """Compute and store missing streaks; must run inside a transaction."""
    for (game,) in database.rows(_MISSING):
        for streak in _compute_game_streaks(database, game):
            row = (streak.best, streak.current, streak.since, streak.until, streak.current_since)
            execute(_STORE, (game, streak.person, *row))


def compute_streak(person: str, results: Iterable[tuple[int, float]]) -> Streak:
    """Compute the streak from pairs of result and start time, oldest first."""
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


_STALE_GAMES = "FROM games WHERE counted = 0 AND deleted IS NULL"
_STALE_COUNT = f"SELECT count(*) {_STALE_GAMES}"
_STALE_BATCH = f"SELECT id, {COLUMNS} {_STALE_GAMES} ORDER BY id DESC LIMIT ?"
_MOVES = "SELECT number, move, at FROM moves WHERE game_id = ? ORDER BY number"
_NOTES = "SELECT text FROM notes WHERE game_id = ? ORDER BY number"
_ALIASES = "SELECT reading, same_as FROM people WHERE same_as IS NOT NULL"
_INSERTS = {
    "tallies": "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "seats": "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "facts": "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
}
_SELECT_WORDS = (
    "SELECT words, games.game, setup, title FROM tallies JOIN games ON id = game_id WHERE game_id = ?"
)
_UPDATE_WORDS = "UPDATE tallies SET words = ? WHERE game_id = ?"
_MARK_INDEXED = "UPDATE games SET counted = 1 WHERE id = ?"
# Games per transaction: few enough for a slow phone to react to a touch in between.
BATCH_SIZE = 50


def count_stale(database: Database) -> int:
    ((stale,),) = database.rows(_STALE_COUNT)
    return int(stale)


def index_batch(database: Database, limit: int = BATCH_SIZE) -> int:
    """Index up to `limit` stale games in one transaction, newest first; return how many are left. Raises
    `StorageError`."""
    stale_rows = database.rows(_STALE_BATCH, (limit,))
    if not stale_rows:
        return 0
    aliases: dict[str, str] = dict(database.rows(_ALIASES))
    index_rows = [_index_game(database, game_id, tuple(row), aliases) for game_id, *row in stale_rows]
    with database.transaction() as execute:
        for (game_id, *_), rows in zip(stale_rows, index_rows, strict=True):
            store_index_rows(database.connection, game_id, rows)
        remaining = count_stale(database) if len(stale_rows) == limit else 0
        if not remaining:
            store_missing_streaks(database, execute)
    return remaining


def index_all(database: Database) -> None:
    while index_batch(database):
        pass


@dataclass(frozen=True, slots=True)
class IndexRows:
    """Rows of the index tables for one game."""

    tallies: tuple[Row, ...] = ()
    seats: tuple[Row, ...] = ()
    facts: tuple[Row, ...] = ()


def store_index_rows(connection: sqlite3.Connection, game_id: int, index_rows: IndexRows) -> None:
    """Replace the index rows of a game; must run inside a transaction."""
    for table_name, sql in _INSERTS.items():
        connection.execute(f"DELETE FROM {table_name} WHERE game_id = ?", (game_id,))
        connection.executemany(sql, getattr(index_rows, table_name))
    connection.execute(_MARK_INDEXED, (game_id,))


def _index_game(database: Database, game_id: int, row: Row, aliases: dict[str, str]) -> IndexRows:
    moves = database.rows(_MOVES, (game_id,))
    notes = [text for (text,) in database.rows(_NOTES, (game_id,))]
    try:
        stored = parse_stored_game(game_id, row, [(move_index, text) for move_index, text, _ in moves])
    except (ValueError, ProblemError):
        return IndexRows()
    return build_index_rows(
        stored, [move_index for *_, move_index in moves[: stored.move_count]], notes, aliases
    )


def build_index_rows(
    stored: StoredGame, times: Sequence[float], notes: Sequence[str], aliases: Mapping[str, str]
) -> IndexRows:
    """Compute the index rows of a game; if it cannot be replayed, only its players are indexed."""
    game_id, players, outcome = stored.id, _player_names(stored.setup), stored.outcome
    metrics = compute_stored_metrics(stored) or GameMetrics(tuple(SeatResult() for _ in players))
    duration = (
        compute_played_seconds(stored.started, times) if all(type(time) is float for time in times) else None
    )
    tally = (
        *(game_id, stored.game, stored.started, stored.game_night),
        *(stored.ended is not None, stored.starred, bool(notes)),
        *(len(players), metrics.first_seat),
        "" if outcome is None or outcome.winner is None else str(outcome.winner),
        "" if outcome is None else outcome.reason,
        *(duration, stored.night_seconds, _search_words(stored, players, notes, metrics)),
    )
    seats, people = [], _resolve_people(players, aliases)
    for seat, (name, result) in enumerate(zip(players, metrics.seat_results, strict=False)):
        name_key, person = "" if is_unnamed(name) else normalize_name(name), people[seat]
        seats.append(
            (game_id, seat, name, name_key, person, result.side, result.role, result.won, result.score)
        )
    metric_rows = tuple(
        (
            *(stored.game, metric.name, metric.part, people.get(metric.seat, "")),
            *(game_id, metric.seat, float(metric.numerator), float(metric.denominator)),
        )
        for metric in metrics.metrics
    )
    return IndexRows((tally,), tuple(seats), metric_rows)


def _resolve_people(players: Sequence[str], aliases: Mapping[str, str]) -> dict[int, str]:
    """Return the person at each seat. Nobody has two seats: if two names of one person are at the table, the
    person is the seat with their main name, or the first one, and the other seat belongs to nobody."""
    name_keys = {seat: "" if is_unnamed(name) else normalize_name(name) for seat, name in enumerate(players)}
    persons = {seat: aliases.get(name_key, name_key) for seat, name_key in name_keys.items()}
    by_name = {person: seat for seat, person in persons.items() if person == name_keys[seat]}
    first = {person: seat for seat, person in reversed(persons.items())} | by_name
    return {seat: person if first[person] == seat else "" for seat, person in persons.items()}


def compute_stored_metrics(stored: StoredGame) -> GameMetrics | None:
    """Replay a game and compute its metrics; None if it can no longer be replayed."""

    def compute() -> GameMetrics:
        manifest = get_game(stored.game)
        game = manifest.rules
        states = [game.start(decode_setup(game, stored.setup))]
        moves = [decode_move(game, record) for record in stored.moves[: stored.move_count]]
        for move in moves:
            states.append(game.apply(states[-1], move))
        return find_metrics_function(manifest)(states, moves)

    return replay_or_none(compute)


def _player_names(setup: Any) -> tuple[str, ...]:
    players = setup.get("players", ()) if isinstance(setup, dict) else ()
    return tuple(name for name in players if isinstance(name, str)) if isinstance(players, list) else ()


def _search_words(
    stored: StoredGame, players: Sequence[str], notes: Sequence[str], metrics: GameMetrics
) -> str:
    """Return the words the game is found by, each surrounded by blanks."""
    entered_words = _entered_words(stored.game, players, stored.title, notes)
    return _join_words(
        (*entered_words, *(word for text in metrics.search_texts for word in search_words(text)))
    )


def _entered_words(game: str, players: Sequence[str], title: str, notes: Sequence[str]) -> tuple[str, ...]:
    """Return the search words that do not depend on the moves."""
    try:
        manifest = get_game(game)
        game_names: tuple[str, ...] = (manifest.id, *manifest.names)
    except KeyError:
        game_names = (game,)
    player_names = (name for name in players if not is_unnamed(name))
    return tuple(
        search_word
        for text in (*game_names, *player_names, title, *notes)
        for search_word in search_words(text)
    )


def _join_words(words: Sequence[str]) -> str:
    return f" {' '.join(dict.fromkeys(words))} "


def load_move_words(database: Database, games: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return the search words of indexed games that depend on their moves. `refresh_search_words` adds the
    current names, title and notes to them."""
    by_game = {}
    for game_id in games:
        for words, *row in database.rows(_SELECT_WORDS, (game_id,)):
            entered_words = frozenset(_entered_words(*_parse_word_row(database, game_id, row)))
            by_game[game_id] = tuple(word for word in words.split() if word not in entered_words)
    return by_game


def refresh_search_words(database: Database, words: Mapping[int, Sequence[str]]) -> None:
    """Rebuild the search words; must run inside a transaction."""
    for game_id, move_words in words.items():
        for _, *row in database.rows(_SELECT_WORDS, (game_id,)):
            entered_words = _entered_words(*_parse_word_row(database, game_id, row))
            database.connection.execute(_UPDATE_WORDS, (_join_words((*entered_words, *move_words)), game_id))


def _parse_word_row(
    database: Database, game_id: int, row: Sequence[Any]
) -> tuple[str, tuple[str, ...], str, list[str]]:
    game, text, title = row
    try:
        setup = load_json(text)
    except ValueError:
        setup = None
    return game, _player_names(setup), title, [note for (note,) in database.rows(_NOTES, (game_id,))]
