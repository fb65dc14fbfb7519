"""Metrics of Avalon, by name.

Per seat: `approves`: approvals / votes with known voters. `leads`: approved teams / teams proposed by
this seat. `chosen`: teams of other leaders with this seat / all their teams. `picks`: the same by leader;
`part` is the picked seat. Of the table: `quest`: lost, by quest number. `merlin`: found / assassinations.
`refused`: rejected / all teams voted on. `with`: wins of Good, by special character in play. `cards`: the
same, by the set of special characters and player count.

Then the statistics cards, the possible results, and the ballots of votes with known voters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.core.message import Message
from companion.games.avalon.rules import seat_sides
from companion.games.avalon.setup import ROLES, RoleUse, Setup, Side, deck
from companion.games.avalon.state import Move, Propose, State, Vote
from companion.games.game_text import Ballot, GameResult
from companion.statistics.metrics import (
    GameMetrics,
    Metric,
    MetricsDefinition,
    SeatResult,
    Statistic,
    StatisticKind,
    StatisticsQuery,
)
from companion.statistics.query import MetricFilter
from companion.statistics.reports import (
    SideInfo,
    StatisticLine,
    StatisticList,
    StatisticsCard,
    StatisticsPages,
    build_actions_card,
    build_lines_card,
    build_person_roles_card,
    build_players_card,
    build_ratio_card,
    build_role_set_card,
    build_role_wins_card,
    build_sides_card,
)

RESULTS = (
    GameResult("avalon.board.wins.good", winner=Side.GOOD.value),
    GameResult("avalon.board.wins.evil", winner=Side.EVIL.value),
)


def list_ballots(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Ballot]:
    vote_number = 0
    for before, move in zip(states, moves, strict=False):
        if not isinstance(move, Vote):
            continue
        vote_number += 1
        if move.approve is None:
            continue
        result = "approved" if before.is_approved_by(len(move.approve)) else "rejected"
        for seat in range(len(before.setup.players)):
            choice = "approve" if seat in move.approve else "reject"
            yield Ballot(vote_number, before.round, seat, tuple(before.team), choice, result=result)


def compute_metrics(states: Sequence[State], moves: Sequence[Move]) -> GameMetrics:
    last = states[-1]
    return GameMetrics(
        tuple(_seat_results(last)),
        (*_seat_metrics(states, moves), *_game_metrics(last), *_refused_teams(states, moves)),
        last.setup.leader,
    )


def list_special_characters(setup: Setup) -> tuple[str, ...]:
    """Return the characters in play that not every game has, in the order of the rules."""
    return tuple(card for card in dict.fromkeys(deck(setup)) if ROLES[card].use is not RoleUse.FILLER)


def format_card_set(setup: Setup) -> str:
    """Format player count and special characters as one key: `7 merlin percival assassin`."""
    return " ".join((str(len(setup.players)), *list_special_characters(setup)))


def _seat_results(state: State) -> Iterator[SeatResult]:
    sides = seat_sides(state)
    for seat in range(len(state.setup.players)):
        if state.roles is None or sides is None:
            yield SeatResult()
            continue
        side = sides[seat].value
        won = None if state.outcome is None else state.outcome.winner == side
        yield SeatResult(side, state.roles[seat], won)


def _seat_metrics(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Metric]:
    approvals, known_votes, proposals, approved_teams, memberships, opportunities = (
        Counter[int]() for _ in range(6)
    )
    picks = Counter[tuple[int, int]]()
    seats = range(len(states[0].setup.players))
    for before, move in zip(states, moves, strict=False):
        if isinstance(move, Propose):
            proposals[before.leader] += 1
            opportunities.update(seat for seat in seats if seat != before.leader)
            for seat in set(move.team) - {before.leader}:
                memberships[seat] += 1
                picks[before.leader, seat] += 1
        elif isinstance(move, Vote):
            approved_teams[before.leader] += _is_approved(before, move)
            if move.approve is not None:
                known_votes.update(seats)
                approvals.update(set(move.approve))
    for name, numerators, denominators in (
        ("approves", approvals, known_votes),
        ("leads", approved_teams, proposals),
        ("chosen", memberships, opportunities),
    ):
        yield from (
            Metric(name, numerators[seat], denominators[seat], seat=seat)
            for seat in seats
            if denominators[seat]
        )
    for (leader, seat), count in sorted(picks.items()):
        yield Metric("picks", count, proposals[leader], str(seat), leader)


def _refused_teams(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Metric]:
    approvals = [
        _is_approved(before, move)
        for before, move in zip(states, moves, strict=False)
        if isinstance(move, Vote)
    ]
    if approvals:
        yield Metric("refused", approvals.count(False), len(approvals))


def _is_approved(before: State, move: Vote) -> bool:
    return bool(move.approved) if move.approve is None else before.is_approved_by(len(move.approve))


def _game_metrics(state: State) -> Iterator[Metric]:
    for result in state.results:
        yield Metric("quest", not result.success, part=str(result.quest))
    if state.outcome is None:
        return
    if state.assassin_target is not None:
        yield Metric("merlin", state.outcome.reason == "merlin_assassinated")
    is_good_win = state.outcome.winner == Side.GOOD.value
    for role in list_special_characters(state.setup):
        yield Metric("with", is_good_win, part=role)
    yield Metric("cards", is_good_win, part=format_card_set(state.setup))


METRICS_DEFINITION = MetricsDefinition(compute_metrics, RESULTS, list_ballots)


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


PAGES = StatisticsPages(METRICS, SIDES, build_cards, build_headline, build_person_cards, role_name)
