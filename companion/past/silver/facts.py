"""Metrics of Silver, by name.

Per seat: `points`: points / rounds. `calls`: successful calls / calls. `amulet`: rounds after which the
seat took it / rounds. `lowest`: rounds with the lowest village (ties included) / rounds. `kamikaze`,
`reset`: how often / rounds.

Of the table: `ended`: endings of rounds / rounds, by kind. `calls`: successful calls / rounds with a
call. `mode`: by game mode.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.silver.state import Move, RoundResult, State
from companion.past.silver.results import RESULTS
from companion.statistics.metrics import GameMetrics, Metric, MetricsDefinition, SeatResult

# Ending of a round by a call, rather than by the deck or two Villagers.
CALL_ENDING = "call"


def compute_metrics(states: Sequence[State], _moves: Sequence[Move]) -> GameMetrics:
    last = states[-1]
    seats = range(len(last.setup.players))
    is_over = last.outcome is not None
    seat_results = tuple(
        SeatResult(
            won=seat in last.winners if is_over else None, score=last.totals[seat] if last.results else None
        )
        for seat in seats
    )
    seat_metrics = (metric for seat in seats for metric in _seat_metrics(last.results, seat))
    return GameMetrics(seat_results, (*seat_metrics, *_game_metrics(last)), last.setup.start)


def _seat_metrics(rounds: Sequence[RoundResult], seat: int) -> Iterator[Metric]:
    if not rounds:
        return
    round_count = len(rounds)
    calls = [result.call_succeeded is True for result in rounds if result.caller == seat]
    yield Metric("points", sum(result.scores[seat] for result in rounds), round_count, seat=seat)
    if calls:
        yield Metric("calls", sum(calls), len(calls), seat=seat)
    yield Metric("amulet", sum(result.amulet == seat for result in rounds), round_count, seat=seat)
    lowest = sum(result.sums[seat] == min(result.sums) for result in rounds)
    yield Metric("lowest", lowest, round_count, seat=seat)
    for name, count in (
        ("kamikaze", sum(result.kamikaze == seat for result in rounds)),
        ("reset", sum(seat in result.resets for result in rounds)),
    ):
        if count:
            yield Metric(name, count, round_count, seat=seat)


def _game_metrics(state: State) -> Iterator[Metric]:
    rounds = state.results
    called_rounds = [result for result in rounds if result.caller is not None]
    if called_rounds:
        yield Metric(
            "calls", sum(result.call_succeeded is True for result in called_rounds), len(called_rounds)
        )
    endings = [CALL_ENDING if result.caller is not None else _format_ending(result) for result in rounds]
    for round_ending in sorted(set(endings)):
        yield Metric("ended", endings.count(round_ending), len(endings), round_ending)
    if state.outcome is not None:
        yield Metric("mode", 1, part=state.setup.mode.value)


def _format_ending(result: RoundResult) -> str:
    return "untold" if result.ended is None else result.ended.value


METRICS_DEFINITION = MetricsDefinition(compute_metrics, RESULTS)
