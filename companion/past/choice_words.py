"""A choice of games in words: each thing that it asks for, and the choice without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.seats import normalize_name
from companion.games.shelf import get_game
from companion.i18n.translator import Translator
from companion.past.results import find_results
from companion.past.which import CompletionFilter, GameFilter


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
