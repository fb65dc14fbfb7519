"""Statistics over many games: SQL sums of the index (see `statistics_index`)."""

from __future__ import annotations

from typing import Any

from companion.core.players import normalize_name
from companion.statistics.metrics import NO_SEAT
from companion.statistics.query import (
    CompletionFilter,
    DurationSummary,
    EndingCount,
    GameFilter,
    MetricSum,
    PairMetricSum,
    PersonResults,
    Streak,
)
from companion.storage.database import Database, Row
from companion.storage.game_query import build_condition
from companion.storage.statistics_index import (
    BATCH_SIZE,
    compute_streaks,
    count_stale,
    find_streaks,
    index_batch,
)

_FILTERED = "WITH chosen AS MATERIALIZED (SELECT game_id, started FROM tallies WHERE {conditions})"
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
            rows = self._query_metrics(
                game_filter,
                metrics,
                "SELECT fact, part, total(times), total(total), count(*) FROM facts WHERE {conditions}"
                f" AND person = '' AND seat = {NO_SEAT} GROUP BY fact, part",
            )
        return tuple(MetricSum(*row) for row in rows)

    def sum_person_metrics(self, game_filter: GameFilter, *metrics: str) -> tuple[MetricSum, ...]:
        if _covers_all_games(game_filter):
            rows = self._query_metric_sums(game_filter, metrics, "fact, part, person", "person > ''")
        else:
            rows = self._query_metrics(
                game_filter,
                metrics,
                "SELECT fact, part, total(times), total(total), count(*), person FROM facts"
                " WHERE {conditions} AND person <> '' GROUP BY fact, part, person",
            )
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
        rows = self._query(game_filter, f"{_FILTERED} SELECT person, side, {_PERSON_RESULTS} GROUP BY 1, 2")
        return tuple(_to_person_results(row) for row in rows)

    def count_games_by_person(self) -> dict[str, int]:
        """Count finished games by person.

        Most games are finished: counting all along the index and subtracting the others is faster than
        looking each one up.
        """
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
        sql = f"{_FILTERED} SELECT person, role, {_PERSON_RESULTS} AND role <> '' AND person = ? GROUP BY 2"
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
        return self._database.rows(
            sql.replace("{conditions}", metrics_condition),
            (game_filter.game, *metrics, *condition_args, *args),
        )

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
