"""An evening as a value: its games in their order, the people as they sat, and who won how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.kept import Note
from companion.games.seats import unnamed
from companion.past.evenings import LONGEST_EVENING
from companion.past.lengths import played_seconds


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at one table: `person` is the same whenever it is the same one, `won` is None where nobody
    knows."""

    person: str
    name: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody over a whole evening. Whoever won the most is crowned, and so is everybody who won as many."""

    person: str
    name: str
    won: int
    crowned: bool = False


@dataclass(frozen=True, slots=True)
class EveningGame:
    """`states` are those before each move and the last; `times` are when the moves were made."""

    number: int
    game: str
    started: float
    sitters: tuple[Sitter, ...]
    states: tuple[Any, ...]
    times: tuple[float, ...] = ()
    title: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def over(self) -> bool:
        return self.states[-1].outcome is not None

    @property
    def counts(self) -> bool:
        """Whether anybody knows who won it."""
        return any(sitter.won is not None for sitter in self.sitters)

    @property
    def length(self) -> float | None:
        return played_seconds(self.started, self.times)

    @property
    def last(self) -> float:
        """When it was last played that evening: it may have been gone on with a week later."""
        of_evening = (at for at in self.times if self.started <= at <= self.started + LONGEST_EVENING)
        return max(of_evening, default=self.started)


@dataclass(frozen=True, slots=True)
class Evening:
    """`started` is when its first game began, by which it is known; that game may have been deleted since."""

    started: float
    games: tuple[EveningGame, ...]

    @property
    def people(self) -> tuple[Person, ...]:
        return gathered([game.sitters for game in self.games])

    @property
    def length(self) -> float:
        """In seconds, from the first start to the last move."""
        if not self.games:
            return 0.0
        return max(game.last for game in self.games) - min(game.started for game in self.games)

    @property
    def unknown(self) -> int:
        """How many games are over without anybody knowing who won them: the roles were not told."""
        return sum(game.over and not game.counts for game in self.games)

    @property
    def longest(self) -> EveningGame | None:
        """The game that took the longest, where there are enough of them for it to be worth a word."""
        known = [game for game in self.games if game.length is not None]
        return max(known, key=lambda game: game.length or 0.0) if len(known) > 2 else None


def gathered(tables: Sequence[Sequence[Sitter]]) -> tuple[Person, ...]:
    """Everybody of these tables as they sat at the one that says the most of who was there, and behind them
    those who only sat at others. A seat without a name is somebody only at that one table's place: nobody
    knows who sat there else."""
    if not tables:
        return ()
    fullest = max(enumerate(tables), key=lambda table: (_named(table[1]), len(table[1]), table[0]))[1]
    names = {sitter.person: sitter.name for table in tables for sitter in table}
    sat = dict.fromkeys(sitter.person for sitter in fullest)
    sat.update(
        dict.fromkeys(
            sitter.person
            for table in tables
            for sitter in table
            if not unnamed(sitter.name) or not _named(fullest)
        )
    )
    everywhere = not _named(fullest)
    wins = {
        person: _wins(person, tables if everywhere or not unnamed(names[person]) else [fullest])
        for person in sat
    }
    most = max(wins.values())
    return tuple(Person(person, names[person], wins[person], 0 < most == wins[person]) for person in sat)


def crowned(people: Iterable[Person]) -> tuple[Person, ...]:
    return tuple(person for person in people if person.crowned)


def _named(table: Sequence[Sitter]) -> int:
    return sum(not unnamed(sitter.name) for sitter in table)


def _wins(person: str, tables: Sequence[Sequence[Sitter]]) -> int:
    return sum(sitter.won is True for table in tables for sitter in table if sitter.person == person)
