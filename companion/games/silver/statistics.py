"""Metrics of Silver, by name.

Per seat: `points`: points / rounds. `calls`: successful calls / calls. `amulet`: rounds after which the
seat took it / rounds. `lowest`: rounds with the lowest village (ties included) / rounds. `kamikaze`,
`reset`: how often / rounds.

Of the table: `ended`: endings of rounds / rounds, by kind. `calls`: successful calls / rounds with a
call. `mode`: by game mode.

Then the statistics cards, and the reasons of a win; the winner is a player, not a side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.core.message import Message
from companion.games.game_text import GameResult
from companion.games.silver.state import Move, RoundResult, State, WinReason
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
    ColumnHeading,
    RatioSummary,
    SideInfo,
    StatisticsCard,
    StatisticsPages,
    build_lines_card,
    build_players_card,
    build_table_card,
    build_top_winner_line,
)

RESULTS = tuple(GameResult(f"silver.over.{reason.value}", reason=reason.value) for reason in WinReason)


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


# A statistic of a person by metric, None if nothing was counted.
_FindStatistic = Callable[[str, str], Statistic | None]


def _query_people(query: StatisticsQuery) -> _FindStatistic:
    """Query the metrics of all people at once."""
    sums = query.get_person_sums(*_PERSON_METRICS)

    def find_statistic(metric: str, person: str) -> Statistic | None:
        kind = _STATISTIC_KINDS.get(metric, StatisticKind.RATE)
        return query.to_person_statistic(sums.get((person, metric)), kind)

    return find_statistic


def build_cards(query: StatisticsQuery) -> Iterator[StatisticsCard | None]:
    find_statistic = _query_people(query)
    points, calls, lowest, amulet = (
        (ColumnHeading(Message.of(f"statistics.silver.head.{metric}")), partial(find_statistic, metric))
        for metric in ("points", "calls", "lowest", "amulet")
    )
    yield _calls_card(query)
    yield build_players_card(query, query.ranked_people, extra_columns=[points, calls])
    yield build_lines_card(
        Message.of("statistics.silver.ends"),
        _round_endings(query),
        lambda statistic: Message.of(f"statistics.silver.end.{statistic.part}"),
        icon="MOON",
    )
    yield build_table_card(query, Message.of("statistics.silver.rounds"), [lowest, amulet])


def build_person_cards(query: StatisticsQuery, person: str) -> Iterator[StatisticsCard | None]:
    find_statistic = _query_people(query)
    yield build_lines_card(
        Message.of("statistics.silver.rounds"),
        (find_statistic(metric, person) for metric in _PERSON_METRICS),
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


PAGES = StatisticsPages(METRICS, SIDES, build_cards, build_top_winner_line, build_person_cards)
