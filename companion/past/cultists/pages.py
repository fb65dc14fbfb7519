"""Statistics cards of Among Cultists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.core.message import Message
from companion.games.cultists.setup import Side
from companion.statistics.metrics import Statistic, StatisticKind, StatisticsQuery
from companion.statistics.reports import (
    SideInfo,
    StatisticLine,
    StatisticsCard,
    build_actions_card,
    build_lines_card,
    build_person_roles_card,
    build_players_card,
    build_ratio_card,
    build_role_set_card,
    build_role_wins_card,
    build_sides_card,
)


def _reason_key(reason: str) -> str:
    return f"statistics.cultists.way.{reason}"


SIDES: Final = (
    SideInfo(
        Side.INVESTIGATORS.value,
        Message.of("statistics.cultists.investigators"),
        "HAT",
        "good",
        _reason_key,
        Message.of("statistics.cultists.head.investigators"),
    ),
    SideInfo(
        Side.CULTISTS.value,
        Message.of("statistics.cultists.cultists"),
        "CULTIST",
        "evil",
        _reason_key,
        Message.of("statistics.cultists.head.cultists"),
    ),
)
# Table metrics.
METRICS: Final = ("seer", "votes", "gate", "declared", "points", "rounds", "deaths", "roles", "with")
# Metrics of people.
_PERSON_METRICS: Final = ("votes", "pointed", "deaths")


def build_cards(query: StatisticsQuery) -> Iterator[StatisticsCard | None]:
    yield build_sides_card(query, SIDES)
    seer = Message.of("statistics.cultists.seer")
    yield build_ratio_card(query, "seer", seer, "statistics.cultists.seer_about", "SEER")
    yield build_players_card(query, query.ranked_people, SIDES)
    yield build_lines_card(
        Message.of("statistics.cultists.evening"),
        (
            query.get_metric("votes"),
            query.get_metric("gate"),
            query.get_metric("declared"),
            query.get_metric("points"),
            _mean_rounds(query),
        ),
        lambda statistic: Message.of(f"statistics.cultists.fact.{statistic.name}"),
        icon="LIGHTNING",
    )
    yield build_lines_card(
        Message.of("statistics.cultists.deaths"),
        query.get_metric_parts("deaths", StatisticKind.COUNT),
        lambda statistic: Message.of(f"statistics.cultists.death.{statistic.part}"),
        icon="GHOST",
    )
    yield build_role_set_card(query, "roles", Message.of("statistics.cultists.sets"), _format_role_set)
    yield build_role_wins_card(query, Message.of("statistics.cultists.with"), role_name)
    headings = {metric: Message.of(f"statistics.cultists.head.{metric}") for metric in _PERSON_METRICS}
    yield build_actions_card(query, Message.of("statistics.cultists.votes"), headings)


def build_headline(query: StatisticsQuery) -> StatisticLine:
    return build_sides_card(query, SIDES[:1]).sides[0].wins


def build_person_cards(query: StatisticsQuery, person: str) -> Iterator[StatisticsCard | None]:
    yield build_person_roles_card(query, person, role_name)
    sums = query.get_person_sums(*_PERSON_METRICS)
    yield build_lines_card(
        Message.of("statistics.cultists.votes"),
        (query.to_person_statistic(sums.get((person, metric))) for metric in _PERSON_METRICS),
        lambda statistic: Message.of(f"statistics.cultists.did.{statistic.name}"),
        icon="POINTING_FINGER",
    )


def role_name(role: str) -> Message:
    return Message.of(f"cultists.role.{role}.name")


def _mean_rounds(query: StatisticsQuery) -> Statistic | None:
    """Return the mean round in which games end."""
    statistic = query.get_metric("rounds", StatisticKind.MEAN)
    return None if statistic is None else replace(statistic, denominator=statistic.games)


def _format_role_set(roles: str) -> Message:
    """Format a role set key such as `7 firestarter fish`: seat count and special roles."""
    seats, *special = roles.split()
    if not special:
        return Message.of("statistics.cultists.set_plain", n=int(seats))
    return Message.of("statistics.set", roles=tuple(map(role_name, special)), n=int(seats))
