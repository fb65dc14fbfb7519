"""An evening as its screens and its picture show it."""

from __future__ import annotations

from datetime import datetime

from companion.games.shelf import game_of
from companion.i18n.dates import Day, written_day
from companion.i18n.translator import Translator
from companion.past import evening_words
from companion.past.evening import Evening, EveningGame, Person
from companion.past.evening_words import Shown
from companion.past.lengths import length_words
from companion.widgets.evening_card import MOST_GAMES, Tile, Told
from companion.widgets.evening_ring import RingSeat

# More seats than that would be too small to be read; whoever won the most is always among them.
_MOST_SEATS = 12


def day_of(moment: float) -> Day:
    """By the clock of this device."""
    day = datetime.fromtimestamp(moment)
    return Day(day.year, day.month, day.day)


def subtitle(tr: Translator, evening: Evening) -> str:
    """How many games, and how many people."""
    games, people = len(evening.games), len(evening.people)
    return tr(
        "evenings.subtitle",
        games=tr("app.files.restore_games", n=games),
        people=tr("people.count", n=people),
    )


def told(tr: Translator, evening: Evening, shown: Shown) -> Told:
    """What stands on the picture of an evening."""
    names = evening_words.called(evening, shown)
    games = evening.games
    first = games if len(games) <= MOST_GAMES else games[:MOST_GAMES]
    left = len(games) - len(first)
    return Told(
        written_day(tr, day_of(evening.started)) if shown.day else "",
        evening_words.title(tr, evening, shown),
        ring_seats(tr, evening, shown),
        middle(tr, evening, shown),
        tuple(_tile(tr, game, names, shown) for game in first),
        tr("app.edit.and_more", n=left) if left else "",
        tr("app.title"),
    )


def middle(tr: Translator, evening: Evening, shown: Shown) -> tuple[str, str]:
    """What stands on the table: how many games, and how long they took."""
    took = length_words(tr, evening.length) if shown.day and evening.length else ""
    return tr("app.files.restore_games", n=len(evening.games)), took


def ring_seats(tr: Translator, evening: Evening, shown: Shown) -> tuple[RingSeat, ...]:
    names, people = evening_words.called(evening, shown), evening.people
    return tuple(
        RingSeat(
            tr.number(person.won),
            tr.player(names[person.person]),
            person.crowned,
            tr("evenings.won", n=person.won) if person.crowned else "",
        )
        for person in _seated(people)
    )


def _seated(people: tuple[Person, ...]) -> tuple[Person, ...]:
    if len(people) <= _MOST_SEATS:
        return people
    most = sorted(people, key=lambda person: -person.won)[:_MOST_SEATS]
    return tuple(person for person in people if person in most)


def _tile(tr: Translator, game: EveningGame, names: evening_words.Names, shown: Shown) -> Tile:
    how = evening_words.ending(tr, game, names)
    who = evening_words.who_was_who(tr, game, names, special=True) if shown.roles else ""
    return Tile(game_of(game.game).emblem, tr(f"app.game.{game.game}"), how.words, how.tone, who)
