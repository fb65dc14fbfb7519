"""Metrics of Codenames Duet, by name, and the cards that show them.

Of the table: `mission`: won missions, by city, or by tokens without a map. `points`: score of won
missions that are scored, by the same part. `turns`: number of turns. `sudden_death`: wins / games with
sudden death. `guesses`: agents found / words touched. `clues`: agents found / clues, by the number of the
clue.

Per seat: `guesses`: those of its side. `given`: agents found by the clues of this seat / those clues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final

from companion.core.message import Message
from companion.games.duet.campaign import PRESET_CITY_IDS
from companion.games.duet.setup import Setup, Side
from companion.games.duet.state import TEAM, Agent, Assassin, Bystander, Clue, Move, State, compute_score
from companion.games.game_text import GameResult
from companion.statistics.metrics import (
    GameMetrics,
    Metric,
    MetricsDefinition,
    SeatResult,
    Statistic,
    StatisticKind,
    StatisticsQuery,
)
from companion.statistics.query import NO_WINNER, MetricCondition, MetricFilter
from companion.statistics.reports import (
    ColumnHeading,
    RatioSummary,
    SideComparison,
    SideInfo,
    SideWins,
    StatisticLine,
    StatisticsCard,
    StatisticsPages,
    build_lines_card,
    build_players_card,
)

RESULTS = (GameResult("duet.summary.won", winner=TEAM), GameResult("duet.summary.lost", winner=NO_WINNER))


def compute_metrics(states: Sequence[State], moves: Sequence[Move]) -> GameMetrics:
    last = states[-1]
    won = None if last.outcome is None else last.outcome.winner is not None
    points, mission = compute_score(last), last.setup.mission
    total = None if points is None else points.total
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
    for number, clues in sorted(clues_by_number.items()):
        yield Metric("clues", agents_by_number[number], clues, number)
    for seat, clues in sorted(clues_by_seat.items()):
        yield Metric("given", agents_by_seat[seat], clues, seat=seat)


METRICS_DEFINITION = MetricsDefinition(compute_metrics, RESULTS)


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
    if all(number.isascii() and number.isdecimal() for number in (tokens, mistakes)):
        return Message.of("statistics.duet.mission", n=int(tokens), mistakes=int(mistakes))
    return Message.from_name(part)


def _results_card(query: StatisticsQuery) -> SideComparison:
    """Compare missions won and lost by the team."""
    wins = query.get_side_wins(TEAM)
    lost_filter = query.with_metrics(MetricFilter("mission", condition=MetricCondition.NOT_ALWAYS))
    losses = replace(wins, numerator=query.game_count - wins.numerator, game_filter=lost_filter, part="lost")
    won_line = StatisticLine(Message.of("statistics.duet.won"), wins, "CHECK_TOKEN", "teal")
    lost_line = StatisticLine(Message.of("statistics.duet.lost"), losses, "ASSASSIN", "brick")
    return SideComparison((SideWins(won_line), SideWins(lost_line, _loss_lines(query))))


def _loss_lines(query: StatisticsQuery) -> tuple[StatisticLine, ...]:
    def build_line(reason: Statistic) -> StatisticLine:
        text = Message.of(f"statistics.duet.way.{reason.part}", n=int(reason.numerator))
        return StatisticLine(text, reason, tone="brick")

    return tuple(map(build_line, query.get_win_reasons("")))


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


PAGES = StatisticsPages(METRICS, SIDES, build_cards, build_headline, build_person_cards)
