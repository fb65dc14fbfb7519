"""Evenings as they lie in the file: listed newest first, and one with all its games."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from companion.games.seats import read_name
from companion.past.evening import Evening, EveningGame, Person, Sitter, gathered
from companion.storage.all_games import Whole, whole_game
from companion.storage.database import Database

_NEWEST: Final = (
    "SELECT DISTINCT evening FROM games WHERE evening < ? AND typeof(evening) = 'real' AND deleted IS NULL"
    " ORDER BY evening DESC LIMIT ?"
)
_COUNT: Final = "SELECT count(DISTINCT evening) FROM games WHERE typeof(evening) = 'real' AND deleted IS NULL"
_GAMES: Final = "SELECT id, game FROM games WHERE evening = ? AND deleted IS NULL ORDER BY started, id"
_EVENING: Final = "SELECT evening FROM games WHERE id = ? AND deleted IS NULL"
# Of what was counted of each game.
_SEATS: Final = (
    "SELECT game_id, name, person, won FROM seats WHERE game_id IN"
    " (SELECT id FROM games WHERE evening = ? AND deleted IS NULL) ORDER BY game_id, seat"
)
_PEOPLE: Final = "SELECT reading, name, same_as FROM people"
# Later than any evening that anybody can have had.
_EVER: Final = 1e300


@dataclass(frozen=True, slots=True)
class ListedEvening:
    """An evening in a list: which games were played, in their order, and the people as they sat."""

    started: float
    games: tuple[str, ...]
    people: tuple[Person, ...]


class Evenings:
    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self) -> int:
        ((found,),) = self._database.rows(_COUNT)
        return int(found)

    def newest(self, limit: int, before: float | None = None) -> tuple[ListedEvening, ...]:
        """By when they began; the next page is `before` the last one shown. Who won is told of games that
        were counted (see `counting`)."""
        names = self._names()
        rows = self._database.rows(_NEWEST, (_EVER if before is None else before, limit))
        return tuple(self._listed(evening, names) for (evening,) in rows)

    def _listed(self, evening: float, names: _Names) -> ListedEvening:
        played = self._database.rows(_GAMES, (evening,))
        tables = defaultdict[int, list[Sitter]](list)
        for number, name, person, won in self._database.rows(_SEATS, (evening,)):
            tables[number].append(
                Sitter(person or name, names.of(person, name), None if won is None else bool(won))
            )
        # In the order in which they were played: of tables that are alike the last one counts.
        seated = [tables[number] for number, _ in played if number in tables]
        return ListedEvening(evening, tuple(str(game) for _, game in played), gathered(seated))

    def of(self, number: int) -> float | None:
        """The evening that a game belongs to; a game from elsewhere may belong to none."""
        found = self._database.rows(_EVENING, (number,))
        return found[0][0] if found and isinstance(found[0][0], float) else None

    def games_of(self, evening: float) -> int:
        """How many games it has so far."""
        return len(self._database.rows(_GAMES, (evening,)))

    def evening(self, started: float) -> Evening:
        """With all of its games that can be played through. Raises `StorageError`."""
        names = self._names()
        numbers = [number for number, _ in self._database.rows(_GAMES, (started,))]
        whole = (whole_game(self._database, number) for number in numbers)
        return Evening(started, tuple(_game(one, names) for one in whole if one is not None))

    def game(self, number: int) -> EveningGame | None:
        """One game as an evening tells of it; None for one that cannot be played through any more."""
        whole = whole_game(self._database, number)
        return None if whole is None else _game(whole, self._names())

    def _names(self) -> _Names:
        return _Names(self._database)


class _Names:
    """Who is meant by a name, and what they are called: two names may be of one person."""

    def __init__(self, database: Database) -> None:
        rows = database.rows(_PEOPLE)
        self._same: dict[str, str] = {reading: same for reading, _, same in rows if same}
        self._called: dict[str, str] = {reading: name for reading, name, same in rows if not same}

    def person(self, name: str) -> str:
        reading = read_name(name)
        return self._same.get(reading, reading)

    def of(self, person: str, name: str) -> str:
        return self._called.get(person, name)


def _game(whole: Whole, names: _Names) -> EveningGame:
    players, places = whole.states[0].setup.players, whole.facts().places
    people = [names.person(name) for name in players]
    return EveningGame(
        whole.stored.id,
        whole.stored.game,
        whole.stored.started,
        tuple(
            Sitter(person, names.of(person, name), place.won)
            for person, name, place in zip(people, players, places, strict=False)
        ),
        whole.states,
        tuple(float(at) for at in whole.kept.times),
        whole.stored.title,
        whole.kept.notes,
    )
