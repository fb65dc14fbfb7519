"""Metrics of Codenames Duet, by name.

Of the table: `mission`: won missions, by city, or by tokens without a map. `points`: score of won
missions that are scored, by the same part. `turns`: number of turns. `sudden_death`: wins / games with
sudden death. `guesses`: agents found / words touched. `clues`: agents found / clues, by the number of the
clue.

Per seat: `guesses`: those of its side. `given`: agents found by the clues of this seat / those clues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum

from companion.games.duet.setup import Setup, Side
from companion.games.duet.state import Agent, Assassin, Bystander, Clue, Move, State, compute_score
from companion.past.duet.results import RESULTS
from companion.statistics.metrics import GameMetrics, Metric, MetricsDefinition, SeatResult


def compute_metrics(states: Sequence[State], moves: Sequence[Move]) -> GameMetrics:
    last = states[-1]
    won = None if last.outcome is None else last.outcome.winner is not None
    points = compute_score(last)
    total = None if points is None else points.total
    mission = last.setup.mission
    return GameMetrics(
        (SeatResult(won=won, score=total),) * len(last.setup.players),
        (*_mission_metrics(last), *_guess_metrics(states, moves), *_clue_metrics(states, moves)),
        _first_seat(last.setup),
        () if mission is None else tuple(filter(None, (mission.city, mission.name))),
    )


def format_mission_key(setup: Setup) -> str:
    """Return `prague` for a city of a map, or tokens and mistakes without a map: `9-5`."""
    if setup.mission is not None:
        return setup.mission.name or setup.mission.city
    return f"{setup.tokens}-{setup.bystander_tokens}"


def _first_seat(setup: Setup) -> int:
    """Return the first seat of the side that gives the first clue."""
    return next(seat for seat in range(len(setup.players)) if setup.side_of(seat) is setup.first)


def _mission_metrics(state: State) -> Iterator[Metric]:
    if state.outcome is None:
        return
    won, part = state.outcome.winner is not None, format_mission_key(state.setup)
    yield Metric("mission", won, part=part)
    points = compute_score(state)
    if points is not None:
        yield Metric("points", points.total, part=part)
    yield Metric("turns", state.turn)
    if state.is_sudden_death:
        yield Metric("sudden_death", won)


def _guess_metrics(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Metric]:
    correct, guesses = Counter[Side](), Counter[Side]()
    for before, move in zip(states, moves, strict=False):
        if isinstance(move, Agent | Bystander | Assassin) and len(before.phase.guesses) == 1:
            # If both sides may touch a word, as in sudden death, it is unknown which one did.
            (side,) = before.phase.guesses
            guesses[side] += 1
            correct[side] += isinstance(move, Agent)
    if guesses:
        yield Metric("guesses", correct.total(), guesses.total())
    for seat in range(len(states[0].setup.players)):
        side = states[0].setup.side_of(seat)
        if guesses[side]:
            yield Metric("guesses", correct[side], guesses[side], seat=seat)


def _clue_metrics(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Metric]:
    """Count an agent for the clue of the turn it was found in, even if the clue is entered later."""
    agents_by_number, clues_by_number = Counter[str](), Counter[str]()
    agents_by_seat, clues_by_seat = Counter[int](), Counter[int]()
    for before, move in zip(states, moves, strict=False):
        match move:
            case Clue():
                clue, agents, clues = move, before.correct_guesses, 1
            case Agent() if before.clue is not None and not before.is_sudden_death:
                clue, agents, clues = before.clue, 1, 0
            case _:
                continue
        if clue.number is not None:
            number = clue.number.value if isinstance(clue.number, Enum) else str(clue.number)
            agents_by_number[number] += agents
            clues_by_number[number] += clues
        if clue.by is not None:
            agents_by_seat[clue.by] += agents
            clues_by_seat[clue.by] += clues
    yield from (
        Metric("clues", agents_by_number[number], clues_by_number[number], number)
        for number in sorted(clues_by_number)
    )
    yield from (
        Metric("given", agents_by_seat[seat], clues_by_seat[seat], seat=seat)
        for seat in sorted(clues_by_seat)
    )


METRICS_DEFINITION = MetricsDefinition(compute_metrics, RESULTS)
