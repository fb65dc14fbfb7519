"""Metrics of Avalon, by name.

Per seat: `approves`: approvals / votes with known voters. `leads`: approved teams / teams proposed by
this seat. `chosen`: teams of other leaders with this seat / all their teams. `picks`: the same by leader;
`part` is the picked seat. Of the table: `quest`: lost, by quest number. `merlin`: found / assassinations.
`refused`: rejected / all teams voted on. `with`: wins of Good, by special character in play. `cards`: the
same, by the set of special characters and player count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.avalon.lancelot import seat_sides
from companion.games.avalon.setup import ROLES, RoleUse, Setup, Side, deck
from companion.games.avalon.state import Move, Propose, State, Vote
from companion.past.avalon.results import RESULTS
from companion.past.avalon.votes import list_ballots
from companion.statistics.metrics import GameMetrics, Metric, MetricsDefinition, SeatResult


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
