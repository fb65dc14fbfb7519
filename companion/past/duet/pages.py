"""Statistics cards of Codenames Duet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.core.message import Message
from companion.games.duet.campaign import PRESET_CITY_IDS
from companion.games.duet.state import TEAM
from companion.statistics.metrics import Statistic, StatisticKind, StatisticsQuery
from companion.statistics.query import MetricCondition, MetricFilter
from companion.statistics.reports import (
    ColumnHeading,
    RatioSummary,
    SideComparison,
    SideInfo,
    SideWins,
    StatisticLine,
    StatisticsCard,
    build_lines_card,
    build_players_card,
)

SIDES: Final[tuple[SideInfo, ...]] = ()
# Table metrics.
METRICS: Final = ("mission", "points", "sudden_death", "guesses", "turns", "clues")
# Metrics of people.
_PERSON_METRICS: Final = ("guesses", "given")


def build_cards(query: StatisticsQuery) -> Iterator[StatisticsCard | None]:
    yield _results_card(query)
    yield _sudden_death_card(query)
    yield build_lines_card(
        Message.of("statistics.duet.cities"),
        query.get_metric_parts("mission"),
        lambda statistic: format_mission(statistic.part),
        icon="MAP",
        description=Message.of("statistics.duet.cities_about"),
    )
    yield build_lines_card(
        Message.of("statistics.duet.points"),
        query.get_metric_parts("points", StatisticKind.MEAN),
        lambda statistic: format_mission(statistic.part),
        icon="STAR",
        description=Message.of("statistics.duet.points_about"),
    )
    sums = query.get_person_sums(*_PERSON_METRICS)
    yield build_players_card(
        query,
        query.ranked_people,
        extra_columns=[
            (
                ColumnHeading(Message.of("statistics.duet.head.guesses")),
                lambda person: query.to_person_statistic(sums.get((person, "guesses"))),
            )
        ],
    )
    yield build_lines_card(
        Message.of("statistics.duet.words"),
        (query.get_metric("guesses"), query.get_metric("turns", StatisticKind.MEAN)),
        lambda statistic: Message.of(f"statistics.duet.fact.{statistic.name}"),
        icon="CHECK_TOKEN",
    )
    yield build_lines_card(
        Message.of("statistics.duet.clues"),
        _clue_statistics(query),
        lambda statistic: _format_clue(statistic.part),
        icon="CLUE",
        description=Message.of("statistics.duet.clues_about"),
    )


def build_headline(query: StatisticsQuery) -> StatisticLine:
    return _results_card(query).sides[0].wins


def build_person_cards(query: StatisticsQuery, person: str) -> Iterator[StatisticsCard | None]:
    sums = query.get_person_sums(*_PERSON_METRICS)
    yield build_lines_card(
        Message.of("statistics.duet.words"),
        (
            query.to_person_statistic(sums.get((person, "guesses"))),
            query.to_person_statistic(sums.get((person, "given")), StatisticKind.MEAN),
        ),
        lambda statistic: Message.of(f"statistics.duet.did.{statistic.name}"),
        icon="CHECK_TOKEN",
    )


def format_mission(part: str) -> Message:
    """Format a mission key: a city such as `prague`, a custom name, or tokens and mistakes as in `9-5`."""
    if part in PRESET_CITY_IDS:
        return Message.of(f"duet.city.{part}")
    tokens, _, mistakes = part.partition("-")
    if tokens.isascii() and tokens.isdecimal() and mistakes.isascii() and mistakes.isdecimal():
        return Message.of("statistics.duet.mission", n=int(tokens), mistakes=int(mistakes))
    return Message.from_name(part)


def _results_card(query: StatisticsQuery) -> SideComparison:
    """Compare missions won and lost by the team."""
    wins = query.get_side_wins(TEAM)
    lost_filter = query.with_metrics(MetricFilter("mission", condition=MetricCondition.NOT_ALWAYS))
    losses = replace(wins, numerator=query.game_count - wins.numerator, game_filter=lost_filter, part="lost")
    return SideComparison(
        (
            SideWins(StatisticLine(Message.of("statistics.duet.won"), wins, "CHECK_TOKEN", "teal")),
            SideWins(
                StatisticLine(Message.of("statistics.duet.lost"), losses, "ASSASSIN", "brick"),
                _loss_lines(query),
            ),
        )
    )


def _loss_lines(query: StatisticsQuery) -> tuple[StatisticLine, ...]:
    return tuple(
        StatisticLine(
            Message.of(f"statistics.duet.way.{reason.part}", n=int(reason.numerator)), reason, tone="brick"
        )
        for reason in query.get_win_reasons("")
    )


def _sudden_death_card(query: StatisticsQuery) -> RatioSummary | None:
    statistic: Statistic | None = query.get_metric("sudden_death")
    if statistic is None:
        return None
    description = Message.of(
        "statistics.duet.sudden_about", times=int(statistic.numerator), n=int(statistic.denominator)
    )
    return RatioSummary(Message.of("statistics.duet.sudden"), description, statistic, "LIGHTNING", "teal")


def _clue_statistics(query: StatisticsQuery) -> list[Statistic]:
    return sorted(query.get_metric_parts("clues", StatisticKind.MEAN), key=lambda statistic: statistic.part)


def _format_clue(number: str) -> Message:
    if number.isdecimal():
        return Message.of("statistics.duet.clue", n=int(number))
    return Message.of(f"statistics.duet.clue_{number}")
