"""Metrics of Among Cultists and the cards that show them.

Of the table: `points`: victory points / points needed. `rounds`: last / all rounds. `seer`: named /
guesses. `declared`: right / all declarations. `gate`: closed in time / opened. `deaths`: by cause.
`votes`: with an elimination / all. `events`: drawn, by kind. `with`: wins of the Investigators, by
special role in play. `roles`: the same, by the set of special roles and seat count. Per seat: `deaths`:
Ghost at the end. `votes`: ballots for the eliminated player / known ballots. `pointed`: ballots against
it / known ballots while it lived.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.core.message import Message
from companion.games.cultists.moves import Declare, Move, Vote
from companion.games.cultists.rules import side_of
from companion.games.cultists.setup import ROUNDS, SPECIALS, Setup, Side
from companion.games.cultists.state import GateStatus, State
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
from companion.statistics.reports import (
    SideInfo,
    StatisticLine,
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
    GameResult("cultists.outcome.investigators", winner=Side.INVESTIGATORS.value),
    GameResult("cultists.outcome.cultists", winner=Side.CULTISTS.value),
)


def list_ballots(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Ballot]:
    """Yield the ballots of elimination votes, where it is known who pointed at whom."""
    vote_number = 0
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        if not isinstance(move, Vote) or after.vote is None:
            continue
        vote_number += 1
        if after.vote.ballots is None:
            continue
        result = "nobody" if after.vote.eliminated is None else "voted_out"
        subject_seats = () if after.vote.eliminated is None else (after.vote.eliminated,)
        for seat, target in enumerate(after.vote.ballots[: len(before.setup.players)]):
            choice = "abstain" if target is None else ""
            yield Ballot(vote_number, before.round, seat, subject_seats, choice, target, result)


def compute_metrics(states: Sequence[State], moves: Sequence[Move]) -> GameMetrics:
    last = states[-1]
    return GameMetrics(
        tuple(_seat_results(last)),
        (*_vote_metrics(states, moves), *_game_metrics(last), *_ending_metrics(last, moves)),
        last.setup.knife,
    )


def format_role_set(setup: Setup) -> str:
    """Format seat count and special roles in play as one key: `7 firestarter fish`."""
    return " ".join((str(setup.seats), *(role for role in SPECIALS if role in setup.roles)))


def _seat_results(state: State) -> Iterator[SeatResult]:
    for seat in range(len(state.setup.players)):
        if state.roles is None:
            yield SeatResult()
            continue
        side = side_of(state.roles[seat]).value
        won = None if state.outcome is None else state.outcome.winner == side
        yield SeatResult(side, state.roles[seat], won)


def _vote_metrics(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Metric]:
    vote_count = elimination_count = 0
    helpful_ballots, known_ballots, ballots_against, possible_ballots = (Counter[int]() for _ in range(4))
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        if not isinstance(move, Vote) or after.vote is None:
            continue
        result = after.vote
        vote_count += 1
        elimination_count += result.eliminated is not None
        if result.ballots is None:
            continue
        for seat, target in enumerate(result.ballots[: len(before.setup.players)]):
            known_ballots[seat] += 1
            helpful_ballots[seat] += result.eliminated is not None and target == result.eliminated
        ballots_against.update(target for target in result.ballots if target is not None)
        possible_ballots.update(dict.fromkeys(before.living, len(result.ballots)))
    if vote_count:
        yield Metric("votes", elimination_count, vote_count)
    for name, numerators, denominators in (
        ("votes", helpful_ballots, known_ballots),
        ("pointed", ballots_against, possible_ballots),
    ):
        yield from (
            Metric(name, numerators[seat], denominators[seat], seat=seat)
            for seat in sorted(denominators)
            if denominators[seat]
        )


def _game_metrics(state: State) -> Iterator[Metric]:
    for cause, count in sorted(Counter(death.cause.value for death in state.deaths).items()):
        yield Metric("deaths", count, state.setup.seats, cause)
    if state.outcome is not None:
        for seat in range(len(state.setup.players)):
            yield Metric("deaths", seat in state.ghosts, seat=seat)
    for event, count in sorted(Counter(event_card.event for event_card in state.events).items()):
        yield Metric("events", count, len(state.events), event)
    if state.gate is not None and state.gate.status is not GateStatus.OPEN:
        yield Metric("gate", state.gate.status is GateStatus.CLOSED)


def _ending_metrics(state: State, moves: Sequence[Move]) -> Iterator[Metric]:
    if state.outcome is None:
        return
    won = state.outcome.winner == Side.INVESTIGATORS.value
    yield Metric("points", state.points, state.target)
    yield Metric("rounds", state.round, ROUNDS)
    if state.seer_guess_target is not None:
        yield Metric("seer", state.outcome.reason == "seer_named")
    for move in moves:
        if isinstance(move, Declare):
            yield Metric("declared", move.right)
    for role in SPECIALS:
        if role in state.setup.roles:
            yield Metric("with", won, part=role)
    yield Metric("roles", won, part=format_role_set(state.setup))


METRICS_DEFINITION = MetricsDefinition(compute_metrics, RESULTS, list_ballots)


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


PAGES = StatisticsPages(METRICS, SIDES, build_cards, build_headline, build_person_cards, role_name)
