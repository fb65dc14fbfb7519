"""A choice of games in words: each thing that it asks for, and the choice without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.seats import read_name
from companion.games.shelf import game_of
from companion.i18n.translator import Translator
from companion.past.results import results_of
from companion.past.which import Over, Which


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that is asked for, in words, and the choice without it."""

    words: str
    without: Which


@dataclass(frozen=True, slots=True)
class Known:
    """What a choice does not say itself: how people are called, by how they are read; the groups by those who
    are in them; when it is asked for; and what is told of the figure whose games these are."""

    names: Mapping[str, str]
    groups: Mapping[tuple[str, ...], str]
    when: str = ""
    figure: str = ""


def asked(tr: Translator, which: Which, known: Known) -> tuple[Asked, ...]:
    """All but the words that are searched for: those stand in their field."""
    return tuple(_asked(tr, which, known))


def without_game(which: Which) -> Which:
    """Of any game: how games of one kind end means nothing for others."""
    return replace(which, game="", winner="", reason="")


def _asked(tr: Translator, which: Which, known: Known) -> Iterator[Asked]:
    if which.game:
        yield Asked(tr(f"app.game.{which.game}"), without_game(which))
    if which.winner or which.reason:
        yield Asked(_result(tr, which), replace(which, winner="", reason=""))
    if which.over is not Over.ANY:
        yield Asked(tr(f"history.over.{which.over.value}"), replace(which, over=Over.ANY))
    for at, person in enumerate(which.people):
        others = (*which.people[:at], *which.people[at + 1 :])
        name = known.names.get(read_name(person), person)
        yield Asked(name, replace(which, people=others))
    if which.group:
        name = known.groups.get(which.group) or tr.join(which.group)
        yield Asked(name, replace(which, group=()))
    if which.players is not None:
        yield Asked(tr("history.players", n=which.players), replace(which, players=None))
    if which.since is not None or which.until is not None:
        yield Asked(known.when, replace(which, since=None, until=None))
    if which.starred:
        yield Asked(tr("history.starred"), replace(which, starred=False))
    if which.noted:
        yield Asked(tr("history.noted"), replace(which, noted=False))
    if which.having or which.seated or which.evening is not None:
        words = known.figure or tr("history.figure")
        yield Asked(words, replace(which, having=(), seated=(), evening=None))


def _result(tr: Translator, which: Which) -> str:
    for result in results_of(game_of(which.game)) if which.game else ():
        if (result.winner, result.reason) == (which.winner, which.reason):
            return tr(result.key)
    return tr("history.this_end")


def with_person(which: Which, person: str, regulars: Sequence[str]) -> Which:
    """The same with this one too, or without if they were asked for; in the order of the list."""
    chosen = set(which.people) ^ {person}
    return replace(which, people=tuple(name for name in regulars if name in chosen))
