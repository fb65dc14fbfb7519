"""Metrics of Among Cultists, by name.

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
from itertools import pairwise

from companion.games.cultists.moves import Declare, Move, Vote
from companion.games.cultists.setup import ROUNDS, SPECIALS, Setup, Side
from companion.games.cultists.state import GateStatus, State
from companion.games.cultists.who_was_who import side_of
from companion.past.cultists.results import RESULTS
from companion.past.cultists.votes import list_ballots
from companion.statistics.metrics import GameMetrics, Metric, MetricsDefinition, SeatResult


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
