"""Statistics over many games: SQL sums of the index (see `statistics_index`), and the filtered list of games.

The list contains all games of a filter but only their ids and sort keys, so that a virtual list knows its
height. Games are loaded when they become visible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.players import normalize_name
from companion.i18n.search import fold_text
from companion.statistics.metrics import NO_SEAT
from companion.statistics.query import (
    ALL_GAMES,
    NO_WINNER,
    CompletionFilter,
    DurationFilter,
    DurationSummary,
    EndingCount,
    GameFilter,
    ListedGame,
    MetricCondition,
    MetricFilter,
    MetricSum,
    PairMetricSum,
    PersonResults,
    SeatFilter,
    Streak,
)
from companion.storage.database import Database, Row, dump_json
from companion.storage.statistics_index import (
    BATCH_SIZE,
    compute_streaks,
    count_stale,
    find_streaks,
    index_batch,
)

_FILTERED_CTE = "WITH chosen AS MATERIALIZED (SELECT game_id, started FROM tallies WHERE {conditions})"
_PERSON_RESULTS = (
    "count(*), count(won), total(won), count(score), total(score)"
    " FROM chosen JOIN seats USING (game_id) WHERE person <> ''"
)
# Last spelling of every person, or the name in `people`. The recursion jumps along the index from one person
# to the next instead of scanning all seats.
_NAMES = (
    "WITH RECURSIVE known (person) AS (SELECT min(person) FROM seats WHERE person > '' UNION ALL"
    " SELECT (SELECT min(person) FROM seats WHERE person > known.person) FROM known WHERE person IS NOT NULL)"
    " SELECT person, (SELECT name FROM seats WHERE seats.person = known.person ORDER BY game_id DESC LIMIT 1)"
    " FROM known WHERE person IS NOT NULL UNION ALL SELECT reading, name FROM people WHERE same_as IS NULL"
)

# For all games of a kind the sums are read from `fact_sums` and `seat_sums`, which triggers keep up to date.
_SUM_CONDITIONS = {
    CompletionFilter.ANY: "game = ?",
    CompletionFilter.FINISHED: "game = ? AND over",
    CompletionFilter.UNFINISHED: "game = ? AND NOT over",
}
_FACT_SUMS = "total(times), total(total), sum(games), person FROM fact_sums WHERE {whole}"
_SEAT_SUMS = (
    "SELECT person, side, sum(games), sum(told), sum(won), sum(scored), total(score) FROM seat_sums"
    " WHERE {whole} GROUP BY 1, 2 ORDER BY 1, 2"
)


class Statistics:
    """A `companion.statistics.query.StatisticsSource` over the indexed games."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Increases whenever games were indexed: earlier answers may be out of date.
        self.version = 0

    @property
    def stale_count(self) -> int:
        """Number of games that must be indexed before all statistics are right."""
        return count_stale(self._database)

    def index_batch(self, limit: int = BATCH_SIZE) -> int:
        """Index up to `limit` stale games; return how many are left. Raises `StorageError`."""
        if self.stale_count:
            self.version += 1
        return index_batch(self._database, limit)

    def count_games(self, game_filter: GameFilter) -> int:
        ((count,),) = self._query(game_filter, "SELECT count(*) FROM tallies WHERE {conditions}")
        return int(count)

    def count_endings(self, game_filter: GameFilter) -> tuple[EndingCount, ...]:
        sql = (
            "SELECT winner, reason, count(*) FROM tallies WHERE {conditions} AND over"
            " GROUP BY winner, reason ORDER BY count(*) DESC, winner, reason"
        )
        return tuple(EndingCount(*row) for row in self._query(game_filter, sql))

    def sum_metrics(self, game_filter: GameFilter, *metrics: str) -> tuple[MetricSum, ...]:
        if _covers_all_games(game_filter):
            rows = self._query_metric_sums(game_filter, metrics, "fact, part", "person = ''")
        else:
            sql = (
                "SELECT fact, part, total(times), total(total), count(*) FROM facts WHERE {conditions}"
                f" AND person = '' AND seat = {NO_SEAT} GROUP BY fact, part"
            )
            rows = self._query_metrics(game_filter, metrics, sql)
        return tuple(MetricSum(*row) for row in rows)

    def sum_person_metrics(self, game_filter: GameFilter, *metrics: str) -> tuple[MetricSum, ...]:
        if _covers_all_games(game_filter):
            rows = self._query_metric_sums(game_filter, metrics, "fact, part, person", "person > ''")
        else:
            sql = (
                "SELECT fact, part, total(times), total(total), count(*), person FROM facts"
                " WHERE {conditions} AND person <> '' GROUP BY fact, part, person"
            )
            rows = self._query_metrics(game_filter, metrics, sql)
        return tuple(MetricSum(*row) for row in rows)

    def sum_pairs(self, game_filter: GameFilter, metric: str, person: str) -> tuple[PairMetricSum, ...]:
        rows = self._query_metrics(
            game_filter,
            (metric,),
            "SELECT facts.person, seats.person, total(times), total(total), count(*) FROM facts"
            " JOIN seats ON seats.game_id = facts.game_id AND seats.seat = CAST(part AS INTEGER)"
            " WHERE {conditions} AND facts.person = ? AND seats.person <> ''"
            " GROUP BY seats.person ORDER BY total(times) DESC, seats.person",
            person,
        )
        return tuple(PairMetricSum(*row) for row in rows)

    def sum_person_results(self, game_filter: GameFilter) -> tuple[PersonResults, ...]:
        if _covers_all_games(game_filter):
            sql = _SEAT_SUMS.replace("{whole}", _SUM_CONDITIONS[game_filter.completion])
            return tuple(_to_person_results(row) for row in self._database.rows(sql, (game_filter.game,)))
        sql = f"{_FILTERED_CTE} SELECT person, side, {_PERSON_RESULTS} GROUP BY 1, 2"
        return tuple(_to_person_results(row) for row in self._query(game_filter, sql))

    def count_games_by_person(self) -> dict[str, int]:
        """Count finished games by person. Most games are finished: counting all along the index and
        subtracting the others is faster than looking each one up."""
        by_person: dict[str, int] = dict(
            self._database.rows("SELECT person, count(*) FROM seats WHERE person > '' GROUP BY person")
        )
        unfinished = self._database.rows(
            "SELECT person, count(*) FROM tallies CROSS JOIN seats USING (game_id)"
            " WHERE NOT over AND person > '' GROUP BY person"
        )
        for person, games in unfinished:
            by_person[person] -= games
        return {person: games for person, games in by_person.items() if games}

    def load_names(self) -> dict[str, str]:
        return dict(self._database.rows(_NAMES))

    def resolve_person(self, name: str) -> str:
        """Return the person that a name or alias belongs to."""
        name_key = normalize_name(name)
        rows = self._database.rows(
            "SELECT same_as FROM people WHERE reading = ? AND same_as > ''", (name_key,)
        )
        return str(rows[0][0]) if rows else name_key

    def sum_role_results(self, game_filter: GameFilter, person: str) -> tuple[PersonResults, ...]:
        sql = (
            f"{_FILTERED_CTE} SELECT person, role, {_PERSON_RESULTS} AND role <> '' AND person = ? GROUP BY 2"
        )
        return tuple(_to_person_results(row) for row in self._query(game_filter, sql, person))

    def count_by_player_count(self, game_filter: GameFilter) -> dict[int, int]:
        sql = "SELECT players, count(*) FROM tallies WHERE {conditions} GROUP BY players ORDER BY players"
        return dict(self._query(game_filter, sql))

    def summarize_durations(self, game_filter: GameFilter) -> DurationSummary | None:
        return self._summarize_durations(game_filter, "length")

    def summarize_nights(self, game_filter: GameFilter) -> DurationSummary | None:
        return self._summarize_durations(game_filter, "night")

    def _summarize_durations(self, game_filter: GameFilter, column: str) -> DurationSummary | None:
        sql = (
            f"SELECT count({column}), total({column}), min({column}), max({column})"
            " FROM tallies WHERE {conditions}"
        )
        ((games, total_seconds, min_seconds, max_seconds),) = self._query(game_filter, sql)
        return DurationSummary(games, total_seconds, min_seconds, max_seconds) if games else None

    def list_streaks(self, game_filter: GameFilter) -> tuple[Streak, ...]:
        # Results are known only for finished games.
        if _covers_all_games(game_filter) and game_filter.completion is not CompletionFilter.UNFINISHED:
            streaks = find_streaks(self._database, game_filter.game)
        else:
            computed = compute_streaks(self._database, *build_condition(game_filter))
            streaks = [streak for streak in computed if streak.best]
        return tuple(sorted(streaks, key=lambda streak: (-streak.best, streak.person)))

    def _query_metric_sums(
        self, game_filter: GameFilter, metrics: tuple[str, ...], columns: str, person_condition: str
    ) -> list[Row]:
        """Read sums of all metrics, or those with these names, in order."""
        metric_condition = f" AND fact IN ({', '.join('?' * len(metrics))})" if metrics else ""
        sums = _FACT_SUMS.replace("{whole}", _SUM_CONDITIONS[game_filter.completion])
        conditions = f"{person_condition}{metric_condition}"
        sql = f"SELECT fact, part, {sums} AND {conditions} GROUP BY {columns} ORDER BY {columns}"
        return self._database.rows(sql, (game_filter.game, *metrics))

    def _query_metrics(
        self, game_filter: GameFilter, metrics: tuple[str, ...], sql: str, *args: Any
    ) -> list[Row]:
        """Query all metrics of the filtered games, or those with these names, in primary key order."""
        condition, condition_args = build_condition(game_filter)
        metric_condition = f" AND fact IN ({', '.join('?' * len(metrics))})" if metrics else ""
        games = f"SELECT game_id FROM tallies WHERE {condition}"
        metrics_condition = f"facts.game = ?{metric_condition} AND facts.game_id IN ({games})"
        sql = sql.replace("{conditions}", metrics_condition)
        return self._database.rows(sql, (game_filter.game, *metrics, *condition_args, *args))

    def _query(self, game_filter: GameFilter, sql: str, *args: Any) -> list[Row]:
        """Run a query on the filtered games."""
        condition, condition_args = build_condition(game_filter)
        return self._database.rows(sql.replace("{conditions}", condition), (*condition_args, *args))


def _covers_all_games(game_filter: GameFilter) -> bool:
    """True if the filter selects all, all finished or all unfinished games of a kind."""
    return bool(game_filter.game) and game_filter == GameFilter(
        game=game_filter.game, completion=game_filter.completion
    )


def _to_person_results(row: Row) -> PersonResults:
    person, side, games, decided, won, scored, score = row
    return PersonResults(person, side, games, decided, int(won), scored, score)


# -- SQL of game filters ------------------------------------------------------------------------------------

# A condition and its arguments.
SqlCondition = tuple[str, tuple[Any, ...]]

# The person of a name key (given twice), resolving aliases.
_PERSON_SQL = "ifnull((SELECT same_as FROM people WHERE reading = ?), ?)"
# The same for a JSON list of name keys.
_PEOPLE_SQL = "SELECT ifnull(same_as, value) FROM json_each(?) LEFT JOIN people ON reading = value"
_METRIC_CONDITIONS = {
    MetricCondition.PRESENT: "total > 0",
    MetricCondition.AT_LEAST_ONCE: "times > 0",
    MetricCondition.NOT_ALWAYS: "times < total",
}


def build_condition(game_filter: GameFilter) -> SqlCondition:
    """Return the condition on `tallies`; an empty filter matches every game."""
    parts = list(_iterate_conditions(game_filter))
    return " AND ".join(sql for sql, _ in parts) or "1", tuple(arg for _, args in parts for arg in args)


def _iterate_conditions(game_filter: GameFilter) -> Iterator[SqlCondition]:
    if game_filter.game:
        yield "tallies.game = ?", (game_filter.game,)
    for word in fold_text(game_filter.text).split():
        yield "instr(tallies.words, ?)", (word,)
    if game_filter.since is not None:
        yield "tallies.started >= ?", (game_filter.since,)
    if game_filter.until is not None:
        yield "tallies.started < ?", (game_filter.until,)
    if game_filter.completion is not CompletionFilter.ANY:
        yield "tallies.over = ?", (game_filter.completion is CompletionFilter.FINISHED,)
    if game_filter.winner == NO_WINNER:
        yield "tallies.over AND tallies.winner = ''", ()
    elif game_filter.winner:
        yield "tallies.winner = ?", (game_filter.winner,)
    for column in ("reason", "players", "evening"):
        value = getattr(game_filter, column)
        if value not in ("", None):
            yield f"tallies.{column} = ?", (value,)
    for column in ("starred", "noted"):
        if getattr(game_filter, column):
            yield f"tallies.{column}", ()
    if game_filter.duration is not None:
        yield _duration_condition(game_filter.duration)
    if game_filter.has_roles is not None:
        role_rows = "SELECT 1 FROM seats WHERE game_id = tallies.game_id AND role <> ''"
        yield f"{'' if game_filter.has_roles else 'NOT '}EXISTS ({role_rows})", ()
    yield from _iterate_people_conditions(game_filter)
    yield from (_metric_condition(metric_filter, game_filter) for metric_filter in game_filter.metrics)


def _iterate_people_conditions(game_filter: GameFilter) -> Iterator[SqlCondition]:
    for person in game_filter.people:
        yield _seat_condition(SeatFilter(person))
    yield from map(_seat_condition, game_filter.seats)
    if game_filter.group:
        members = (dump_json([normalize_name(name) for name in game_filter.group]),)
        # One scan of the seats for all games: looking them up for each game takes five times as long.
        shared_games = (
            f"SELECT game_id FROM seats WHERE person IN ({_PEOPLE_SQL}) GROUP BY game_id HAVING count(*) > 1"
        )
        yield f"tallies.game_id IN ({shared_games})", members
        strangers = f"SELECT game_id FROM seats WHERE person <> '' AND person NOT IN ({_PEOPLE_SQL})"
        yield f"tallies.game_id NOT IN ({strangers})", members


def _seat_condition(seat_filter: SeatFilter) -> SqlCondition:
    sql, args = f"SELECT game_id FROM seats WHERE person = {_PERSON_SQL}", [*_person_args(seat_filter.person)]
    for column in ("side", "role"):
        value = getattr(seat_filter, column)
        if value:
            sql += f" AND {column} = ?"
            args.append(value)
    if seat_filter.won is not None:
        sql += f" AND won = {int(seat_filter.won)}"
    if seat_filter.has_result is not None:
        sql += f" AND won IS {'NOT ' if seat_filter.has_result else ''}NULL"
    return f"tallies.game_id IN ({sql})", tuple(args)


def _duration_condition(duration: DurationFilter) -> SqlCondition:
    column = "tallies.night" if duration.is_night else "tallies.length"
    if duration.seconds is None:
        return f"{column} IS NOT NULL", ()
    return f"{column} = ?", (duration.seconds,)


def _metric_condition(metric_filter: MetricFilter, game_filter: GameFilter) -> SqlCondition:
    sql, args = "SELECT game_id FROM facts WHERE fact = ?", [metric_filter.metric]
    if game_filter.game:
        sql += " AND game = ?"
        args.append(game_filter.game)
    if metric_filter.part:
        sql += " AND part = ?"
        args.append(metric_filter.part)
    if metric_filter.person:
        sql += f" AND person = {_PERSON_SQL}"
        args += _person_args(metric_filter.person)
    else:
        sql += f" AND seat = {NO_SEAT}"
    if metric_filter.other_person:
        seat_rows = "SELECT 1 FROM seats WHERE game_id = facts.game_id AND seat = CAST(facts.part AS INTEGER)"
        sql += f" AND EXISTS ({seat_rows} AND person = {_PERSON_SQL})"
        args += _person_args(metric_filter.other_person)
    return f"tallies.game_id IN ({sql} AND {_METRIC_CONDITIONS[metric_filter.condition]})", tuple(args)


def _person_args(name: str) -> tuple[str, str]:
    name_key = normalize_name(name)
    return name_key, name_key


# Without a filter the games table is read: games need no indexing, and unreadable ones are listed too. Each
# of the two queries is answered from an index alone; reading the rows would take ten times as long.
_ALL = "SELECT id, started FROM games WHERE deleted IS NULL ORDER BY started DESC, id DESC"
_GAME_NIGHTS = "SELECT id, evening FROM games WHERE deleted IS NULL AND evening IS NOT NULL ORDER BY evening"
_FILTERED = (
    "SELECT game_id, started, evening FROM tallies WHERE {conditions} ORDER BY started DESC, game_id DESC"
)
_FREQUENT_PLAYERS = (
    "SELECT person FROM seats WHERE person <> '' GROUP BY person ORDER BY count(*) DESC, person"
)


def list_games(database: Database, game_filter: GameFilter) -> tuple[ListedGame, ...]:
    if game_filter == ALL_GAMES:
        game_nights: dict[int, object] = dict(database.rows(_GAME_NIGHTS))
        return tuple(
            ListedGame(game_id, started, game_nights.get(game_id)) for game_id, started in database.rows(_ALL)
        )
    condition, args = build_condition(game_filter)
    return tuple(map(ListedGame._make, database.rows(_FILTERED.replace("{conditions}", condition), args)))


def frequent_players(database: Database) -> tuple[str, ...]:
    return tuple(person for (person,) in database.rows(_FREQUENT_PLAYERS))
