"""Statistics cards of Silver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from companion.core.message import Message
from companion.statistics.metrics import Statistic, StatisticKind, StatisticsQuery
from companion.statistics.reports import (
    ColumnHeading,
    RatioSummary,
    SideInfo,
    StatisticLine,
    StatisticsCard,
    build_lines_card,
    build_players_card,
    build_table_card,
    build_top_winner_line,
)

SIDES: Final[tuple[SideInfo, ...]] = ()
# Table metrics.
METRICS: Final = ("calls", "ended")
# Metrics of people.
_PERSON_METRICS: Final = ("points", "calls", "lowest", "amulet", "kamikaze", "reset")
# Metrics counted only when they happen have no ratio.
_STATISTIC_KINDS: Final = {
    "points": StatisticKind.MEAN,
    "kamikaze": StatisticKind.COUNT,
    "reset": StatisticKind.COUNT,
}


def build_cards(query: StatisticsQuery) -> Iterator[StatisticsCard | None]:
    sums = query.get_person_sums(*_PERSON_METRICS)

    def to_statistic(metric: str, person: str) -> Statistic | None:
        return query.to_person_statistic(
            sums.get((person, metric)), _STATISTIC_KINDS.get(metric, StatisticKind.RATE)
        )

    yield _calls_card(query)
    yield build_players_card(
        query,
        query.ranked_people,
        extra_columns=[
            (
                ColumnHeading(Message.of(f"statistics.silver.head.{metric}")),
                partial(to_statistic, metric),
            )
            for metric in ("points", "calls")
        ],
    )
    yield build_lines_card(
        Message.of("statistics.silver.ends"),
        _round_endings(query),
        lambda statistic: Message.of(f"statistics.silver.end.{statistic.part}"),
        icon="MOON",
    )
    yield build_table_card(
        query,
        Message.of("statistics.silver.rounds"),
        [
            (
                ColumnHeading(Message.of(f"statistics.silver.head.{metric}")),
                partial(to_statistic, metric),
            )
            for metric in ("lowest", "amulet")
        ],
    )


def build_headline(query: StatisticsQuery) -> StatisticLine | None:
    return build_top_winner_line(query)


def build_person_cards(query: StatisticsQuery, person: str) -> Iterator[StatisticsCard | None]:
    sums = query.get_person_sums(*_PERSON_METRICS)
    yield build_lines_card(
        Message.of("statistics.silver.rounds"),
        (
            query.to_person_statistic(
                sums.get((person, metric)), _STATISTIC_KINDS.get(metric, StatisticKind.RATE)
            )
            for metric in _PERSON_METRICS
        ),
        lambda statistic: Message.of(f"statistics.silver.did.{statistic.name}"),
        icon="MOON",
    )


def _round_endings(query: StatisticsQuery) -> list[Statistic]:
    """Return how rounds end, as a share of all rounds, including those of games without that ending."""
    endings = query.get_metric_parts("ended")
    rounds = sum(statistic.numerator for statistic in endings)
    return [replace(statistic, denominator=rounds, games=query.game_count) for statistic in endings]


def _calls_card(query: StatisticsQuery) -> RatioSummary | None:
    statistic = query.get_metric("calls")
    if statistic is None:
        return None
    description = Message.of(
        "statistics.silver.calls_about", times=int(statistic.numerator), n=int(statistic.denominator)
    )
    return RatioSummary(Message.of("statistics.silver.calls_won"), description, statistic, "CALLER", "moon")
