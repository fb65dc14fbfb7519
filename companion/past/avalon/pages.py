"""Statistics cards of Avalon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.message import Message
from companion.games.avalon.setup import ROLES, RoleUse, Side
from companion.statistics.metrics import Statistic, StatisticKind, StatisticsQuery
from companion.statistics.query import MetricFilter
from companion.statistics.reports import (
    SideInfo,
    StatisticLine,
    StatisticList,
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
    return f"statistics.avalon.way.{reason}"


SIDES: Final = (
    SideInfo(Side.GOOD.value, Message.of("avalon.side.good"), "SUN", "good", _reason_key),
    SideInfo(Side.EVIL.value, Message.of("avalon.side.evil"), "DAGGER", "evil", _reason_key),
)
# Table metrics.
METRICS: Final = ("merlin", "quest", "cards", "with", "refused")
# Metrics of people.
_PERSON_METRICS: Final = ("approves", "leads", "chosen")


def build_cards(query: StatisticsQuery) -> Iterator[StatisticsCard | None]:
    yield build_sides_card(query, SIDES)
    merlin = Message.of("statistics.avalon.merlin")
    yield build_ratio_card(query, "merlin", merlin, "statistics.avalon.merlin_about", "MERLIN")
    yield build_players_card(query, query.ranked_people, SIDES)
    quests = sorted(query.get_metric_parts("quest"), key=lambda statistic: statistic.part)
    yield build_lines_card(
        Message.of("statistics.avalon.quests"),
        quests,
        lambda statistic: Message.of("avalon.board.quest", quest=int(statistic.part)),
        icon="SHIELD",
        description=Message.of("statistics.avalon.quests_about"),
    )
    yield build_role_set_card(query, "cards", Message.of("statistics.avalon.sets"), _format_role_set)
    yield build_role_wins_card(query, Message.of("statistics.avalon.with"), role_name)
    headings = {metric: Message.of(f"statistics.avalon.head.{metric}") for metric in _PERSON_METRICS}
    yield build_actions_card(query, Message.of("statistics.avalon.votes"), headings)
    yield build_lines_card(
        Message.of("statistics.avalon.teams"),
        (query.get_metric("refused"),),
        lambda _: Message.of("statistics.avalon.refused"),
        icon="TEAM",
    )


def build_headline(query: StatisticsQuery) -> StatisticLine:
    return build_sides_card(query, SIDES[:1]).sides[0].wins


def build_person_cards(query: StatisticsQuery, person: str) -> Iterator[StatisticsCard | None]:
    yield build_person_roles_card(query, person, role_name)
    sums = query.get_person_sums(*_PERSON_METRICS)
    yield build_lines_card(
        Message.of("statistics.avalon.votes"),
        (query.to_person_statistic(sums.get((person, metric))) for metric in _PERSON_METRICS),
        lambda statistic: Message.of(f"statistics.avalon.did.{statistic.name}"),
        icon="TEAM",
    )
    yield _picks_card(query, person)


def role_name(role: str) -> Message:
    return Message.of(f"avalon.role.{role}.name")


def _picks_card(query: StatisticsQuery, person: str) -> StatisticList | None:
    """Build the list of people whom this person picked most as leader."""
    statistics = [
        Statistic(
            "picks",
            StatisticKind.COUNT,
            pair.numerator,
            pair.numerator,
            pair.games,
            query.with_metrics(MetricFilter("picks", person=person, other_person=pair.other)),
            part=pair.other,
            person=person,
        )
        for pair in query.source.sum_pairs(query.game_filter, "picks", person)
    ]
    return build_lines_card(
        Message.of("statistics.avalon.picks"),
        statistics,
        lambda statistic: Message.from_name(query.names.get(statistic.part, statistic.part)),
        icon="PEOPLE",
    )


def _format_role_set(cards: str) -> Message:
    """Format a role set key such as `7 merlin percival assassin`, without roles that every game has."""
    players, *roles = cards.split()
    role_names = tuple(role_name(role) for role in roles if ROLES[role].use is not RoleUse.REQUIRED)
    if not role_names:
        return Message.of("statistics.avalon.set_plain", n=int(players))
    return Message.of("statistics.set", roles=role_names, n=int(players))
