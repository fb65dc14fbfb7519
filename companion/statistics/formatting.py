"""Text of statistics: statistics with their basis, durations, and filters in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from companion.core.players import normalize_name
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from companion.statistics.metrics import Statistic, StatisticKind, find_results
from companion.statistics.query import CompletionFilter, GameFilter

# In seconds. After a longer pause the game was put aside; only this much of it counts.
MAX_MOVE_SECONDS: Final = 3_600.0


def compute_played_seconds(started: float, move_times: Sequence[float]) -> float | None:
    """Return the duration with pauses cut to `MAX_MOVE_SECONDS`; None if no time has passed."""
    times = (started, *move_times)
    played = sum(min(max(0.0, later - earlier), MAX_MOVE_SECONDS) for earlier, later in pairwise(times))
    return played or None


def format_hours_minutes(tr: Translator, seconds: float) -> str:
    """Format in hours and minutes, at least one minute."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    if hours and minutes:
        return tr("evenings.length.both", hours=hours, minutes=minutes)
    return tr("evenings.length.hours", n=hours) if hours else tr("evenings.length.minutes", n=minutes)


def format_statistic(tr: Translator, statistic: Statistic) -> str:
    """Format a statistic in one line, with the number of games or events it is based on."""
    match statistic.kind:
        case StatisticKind.COUNT:
            return tr.format_number(statistic.numerator)
        case StatisticKind.MEAN:
            return tr("statistics.mean", mean=tr.format_number(statistic.mean, 1), n=statistic.games)
        case StatisticKind.SECONDS:
            return format_duration(tr, statistic.mean)
    if statistic.ratio is None:
        return format_fraction(tr, statistic)
    percent = tr.format_number(round(100 * statistic.ratio))
    return tr("statistics.share", percent=percent, **_format_parts(tr, statistic))


def format_fraction(tr: Translator, statistic: Statistic) -> str:
    """Format as a fraction, e.g. "5 of 16"."""
    return tr("statistics.of", **_format_parts(tr, statistic))


def _format_parts(tr: Translator, statistic: Statistic) -> dict[str, str]:
    parts = {"times": statistic.numerator, "of": statistic.denominator}
    return {name: tr.format_number(value) for name, value in parts.items()}


def format_duration(tr: Translator, seconds: float) -> str:
    """Format in minutes and seconds below ten minutes, else in hours and minutes."""
    if seconds < 600:
        return tr("statistics.minutes_seconds", time=tr.format_clock(seconds))
    return format_hours_minutes(tr, seconds)


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One condition of a filter in words, and the filter without it."""

    text: str
    remaining_filter: GameFilter


@dataclass(frozen=True, slots=True)
class FilterLabels:
    """Texts that a filter does not contain. Display names by name key, group names by members, the period,
    and the statistic whose games are listed."""

    names: Mapping[str, str]
    groups: Mapping[tuple[str, ...], str]
    period: str = ""
    statistic: str = ""


def describe_filter(tr: Translator, game_filter: GameFilter, labels: FilterLabels) -> tuple[FilterTerm, ...]:
    """Describe all conditions but the search text, which is shown in its field."""
    return tuple(_iterate_terms(tr, game_filter, labels))


def clear_game(game_filter: GameFilter) -> GameFilter:
    """Remove the game from a filter, with the endings that only make sense for that game."""
    return replace(game_filter, game="", winner="", reason="")


def _iterate_terms(tr: Translator, game_filter: GameFilter, labels: FilterLabels) -> Iterator[FilterTerm]:
    if game_filter.game:
        yield FilterTerm(tr(f"app.game.{game_filter.game}"), clear_game(game_filter))
    if game_filter.winner or game_filter.reason:
        yield FilterTerm(_format_result(tr, game_filter), replace(game_filter, winner="", reason=""))
    if game_filter.completion is not CompletionFilter.ANY:
        yield FilterTerm(
            tr(f"history.over.{game_filter.completion.value}"),
            replace(game_filter, completion=CompletionFilter.ANY),
        )
    for index, person in enumerate(game_filter.people):
        other_people = (*game_filter.people[:index], *game_filter.people[index + 1 :])
        name = labels.names.get(normalize_name(person), person)
        yield FilterTerm(name, replace(game_filter, people=other_people))
    if game_filter.group:
        name = labels.groups.get(game_filter.group) or tr.join_items(game_filter.group)
        yield FilterTerm(name, replace(game_filter, group=()))
    if game_filter.players is not None:
        yield FilterTerm(tr("history.players", n=game_filter.players), replace(game_filter, players=None))
    if game_filter.since is not None or game_filter.until is not None:
        yield FilterTerm(labels.period, replace(game_filter, since=None, until=None))
    if game_filter.starred:
        yield FilterTerm(tr("history.starred"), replace(game_filter, starred=False))
    if game_filter.noted:
        yield FilterTerm(tr("history.noted"), replace(game_filter, noted=False))
    if game_filter.metrics or game_filter.seats or game_filter.evening is not None:
        text = labels.statistic or tr("history.figure")
        yield FilterTerm(text, replace(game_filter, metrics=(), seats=(), evening=None))


def _format_result(tr: Translator, game_filter: GameFilter) -> str:
    for result in find_results(get_game(game_filter.game)) if game_filter.game else ():
        if (result.winner, result.reason) == (game_filter.winner, game_filter.reason):
            return tr(result.key)
    return tr("history.this_end")


def toggle_person(game_filter: GameFilter, person: str, frequent_players: Sequence[str]) -> GameFilter:
    """Add or remove a person; people stay in the order of `frequent_players`."""
    selected = set(game_filter.people) ^ {person}
    return replace(game_filter, people=tuple(name for name in frequent_players if name in selected))
