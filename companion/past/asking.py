"""The questions of one page to many games, each asked once, and figures made of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from companion.past.figures import Statistic, StatisticKind
from companion.past.numbers import EndingCount, MetricSum, PersonMetricSum, PersonResults, StatisticsSource
from companion.past.which import GameFilter, MetricFilter, SeatFilter


class StatisticsQuery:
    """The games of a page: `game_filter`, and what they come to."""

    def __init__(
        self, source: StatisticsSource, game_filter: GameFilter, metrics: Sequence[str] = ()
    ) -> None:
        """`metrics` are those of the table that it will ask for: of all others nothing is read."""
        self.source = source
        self.game_filter = game_filter
        self._metrics = metrics
        self.game_count = source.count_games(game_filter)

    @property
    def total(self) -> Statistic:
        return Statistic(
            "games", StatisticKind.COUNT, self.game_count, self.game_count, self.game_count, self.game_filter
        )

    @cached_property
    def names(self) -> dict[str, str]:
        return self.source.load_names()

    @cached_property
    def _sums(self) -> dict[str, list[MetricSum]]:
        by_metric: dict[str, list[MetricSum]] = {}
        for row in self.source.sum_metrics(self.game_filter, *self._metrics):
            by_metric.setdefault(row.metric, []).append(row)
        return by_metric

    @cached_property
    def results_by_person(self) -> dict[str, list[PersonResults]]:
        """What everybody played, by side."""
        by_person: dict[str, list[PersonResults]] = {}
        for row in self.source.sum_person_results(self.game_filter):
            by_person.setdefault(row.person, []).append(row)
        return by_person

    def with_metrics(self, *metrics: MetricFilter) -> GameFilter:
        return replace(self.game_filter, metrics=(*self.game_filter.metrics, *metrics))

    def with_seats(self, *seats: SeatFilter) -> GameFilter:
        return replace(self.game_filter, seats=(*self.game_filter.seats, *seats))

    # -- facts of the table --

    def get_metric_parts(self, metric: str, kind: StatisticKind = StatisticKind.RATE) -> list[Statistic]:
        """A fact by its parts, those of most games first."""
        sums = sorted(self._sums.get(metric, ()), key=lambda row: (-row.games, row.part))
        return [self._from_sum(row, kind) for row in sums]

    def get_metric(self, metric: str, kind: StatisticKind = StatisticKind.RATE) -> Statistic | None:
        """One that has no parts."""
        sums = self._sums.get(metric)
        return self._from_sum(sums[0], kind) if sums else None

    def _from_sum(self, row: MetricSum, kind: StatisticKind) -> Statistic:
        game_filter = self.with_metrics(MetricFilter(row.metric, row.part))
        return Statistic(
            row.metric, kind, row.numerator, row.denominator, row.games, game_filter, part=row.part
        )

    # -- facts of people --

    def get_person_sums(self, *metrics: str) -> dict[tuple[str, str], PersonMetricSum]:
        """By person and fact."""
        return {
            (row.person, row.metric): row
            for row in self.source.sum_person_metrics(self.game_filter, *metrics)
        }

    def to_person_statistic(
        self, row: PersonMetricSum | None, kind: StatisticKind = StatisticKind.RATE
    ) -> Statistic | None:
        if row is None:
            return None
        game_filter = self.with_metrics(MetricFilter(row.metric, person=row.person))
        return Statistic(
            row.metric, kind, row.numerator, row.denominator, row.games, game_filter, person=row.person
        )

    # -- who played and won --

    @cached_property
    def ranked_people(self) -> list[str]:
        """Everybody, those first who won most, then who played least for it; last by name."""
        wins = {
            person: sum(row.wins for row in results) for person, results in self.results_by_person.items()
        }
        game_counts = {
            person: sum(row.games for row in results) for person, results in self.results_by_person.items()
        }
        return sorted(self.results_by_person, key=lambda person: (-wins[person], game_counts[person], person))

    def get_games_played(self, person: str) -> Statistic:
        """How many games somebody played."""
        games = sum(row.games for row in self.results_by_person[person])
        game_filter = self.with_seats(SeatFilter(person))
        return Statistic("played", StatisticKind.COUNT, games, games, games, game_filter, person=person)

    def get_wins(self, person: str) -> Statistic | None:
        """Of the games that tell how it ended for them."""
        return self._build_wins(person, self.results_by_person[person])

    def get_wins_on_side(self, person: str, side: str) -> Statistic | None:
        return self._build_wins(
            person, [row for row in self.results_by_person[person] if row.side == side], side
        )

    def _build_wins(self, person: str, results: Iterable[PersonResults], side: str = "") -> Statistic | None:
        results = tuple(results)
        decided, wins = sum(row.decided_games for row in results), sum(row.wins for row in results)
        if not decided:
            return None
        game_filter = self.with_seats(SeatFilter(person, side=side, has_result=True))
        return Statistic(
            "won", StatisticKind.RATE, wins, decided, decided, game_filter, part=side, person=person
        )

    def get_wins_in_role(self, person: str, role: PersonResults) -> Statistic:
        """`role` stands in the place of the side."""
        game_filter = self.with_seats(SeatFilter(person, role=role.side, has_result=True))
        return Statistic(
            "role",
            StatisticKind.RATE,
            role.wins,
            role.decided_games,
            role.decided_games,
            game_filter,
            part=role.side,
            person=person,
        )

    # -- how games ended --

    def get_side_wins(self, side: str) -> Statistic:
        games = sum(row.games for row in self._endings if row.winner == side)
        return Statistic(
            "side",
            StatisticKind.RATE,
            games,
            self.game_count,
            self.game_count,
            replace(self.game_filter, winner=side),
            part=side,
        )

    def get_win_reasons(self, side: str) -> list[Statistic]:
        """The ways in which a side won, most first."""
        return [
            Statistic(
                "way", StatisticKind.COUNT, row.games, self.game_count, self.game_count,
                replace(self.game_filter, winner=row.winner, reason=row.reason), part=row.reason,
            )
            for row in self._endings
            if row.winner == side
        ]  # fmt: skip

    @cached_property
    def _endings(self) -> tuple[EndingCount, ...]:
        return self.source.count_endings(self.game_filter)
