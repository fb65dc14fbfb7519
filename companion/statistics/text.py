"""What a figure is called: a key of the catalogues with what fills its places, put into words later.

How long a game was played: the time between its moves, without the nights that lay between.

Figures in words, never without what they rest on.

A choice of games in words: each thing that it asks for, and the choice without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from companion.core.players import normalize_name
from companion.games.registry import get_game
from companion.games.text import find_results
from companion.i18n.translator import Translator
from companion.statistics.metrics import Statistic, StatisticKind
from companion.statistics.query import CompletionFilter, GameFilter


@dataclass(frozen=True, slots=True)
class Message:
    """`plain` is what no language changes: a name, a city that a table invented."""

    key: str = ""
    args: tuple[tuple[str, Any], ...] = ()
    plain: str = ""

    @classmethod
    def of(cls, key: str, /, **args: Any) -> Message:
        """What fills a place may be words again, or several of them."""
        return cls(key, tuple(args.items()))

    @classmethod
    def from_name(cls, name: str) -> Message:
        return cls(plain=name)


def translate(tr: Translator, message: Message) -> str:
    if not message.key:
        return tr.player_name(message.plain)
    return tr(message.key, **{name: _translate_arg(tr, value) for name, value in message.args})


def _translate_arg(tr: Translator, value: Any) -> Any:
    if isinstance(value, Message):
        return translate(tr, value)
    if isinstance(value, tuple):
        return tuple(_translate_arg(tr, item) for item in value)
    return value


# In seconds. A table that makes no move for longer has put the game aside; so much of it counts.
MAX_MOVE_SECONDS: Final = 3_600.0


def compute_played_seconds(started: float, move_times: Sequence[float]) -> float | None:
    """From its start to its last move, given when each was made; None where no time has passed at all, as for
    a game that was read in."""
    times = (started, *move_times)
    played = sum(min(max(0.0, later - earlier), MAX_MOVE_SECONDS) for earlier, later in pairwise(times))
    return played or None


def format_hours_minutes(tr: Translator, seconds: float) -> str:
    """In hours and minutes; no more than a minute is one."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    if hours and minutes:
        return tr("evenings.length.both", hours=hours, minutes=minutes)
    return tr("evenings.length.hours", n=hours) if hours else tr("evenings.length.minutes", n=minutes)


def format_statistic(tr: Translator, statistic: Statistic) -> str:
    """A figure in one line, with what it rests on."""
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
    return tr(
        "statistics.share",
        percent=percent,
        times=tr.format_number(statistic.numerator),
        of=tr.format_number(statistic.denominator),
    )


def format_fraction(tr: Translator, statistic: Statistic) -> str:
    """So many of so many."""
    return tr(
        "statistics.of",
        times=tr.format_number(statistic.numerator),
        of=tr.format_number(statistic.denominator),
    )


def format_duration(tr: Translator, seconds: float) -> str:
    """A night in minutes and seconds, a game in minutes, a long one in hours."""
    if seconds < 600:
        return tr("statistics.minutes_seconds", time=tr.format_clock(seconds))
    return format_hours_minutes(tr, seconds)


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One thing that is asked for, in words, and the choice without it."""

    text: str
    remaining_filter: GameFilter


@dataclass(frozen=True, slots=True)
class FilterLabels:
    """What a choice does not say itself: how people are called, by how they are read; the groups by those who
    are in them; when it is asked for; and what is told of the figure whose games these are."""

    names: Mapping[str, str]
    groups: Mapping[tuple[str, ...], str]
    period: str = ""
    statistic: str = ""


def describe_filter(tr: Translator, game_filter: GameFilter, labels: FilterLabels) -> tuple[FilterTerm, ...]:
    """All but the words that are searched for: those stand in their field."""
    return tuple(_iterate_terms(tr, game_filter, labels))


def clear_game(game_filter: GameFilter) -> GameFilter:
    """Of any game: how games of one kind end means nothing for others."""
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
    """The same with this one too, or without if they were asked for; in the order of the list."""
    selected = set(game_filter.people) ^ {person}
    return replace(game_filter, people=tuple(name for name in frequent_players if name in selected))
