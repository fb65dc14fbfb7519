"""Everybody who plays here, across the games: with a mark, a colour and other names; called otherwise
everywhere, or forgotten everywhere."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from companion.games.game import ProblemError, error
from companion.games.seats import clean_name, name_problem, read_name, unnamed
from companion.past.new_names import NewNames
from companion.past.people import (
    COLOURS,
    MARKS,
    Aliases,
    OtherName,
    Person,
    known_colour,
    known_mark,
    merged,
    names_of,
    parted,
    person_of,
)
from companion.storage.changed_rows import Changes, make, taken_back
from companion.storage.counting import tell_anew, words_of_moves
from companion.storage.database import Database, Execute, from_text, to_text
from companion.storage.places_of_names import (
    ALONG,
    changes_of,
    follow,
    follow_seats,
    games_of,
    known_names,
)
from companion.storage.sweeping import sweep

_PEOPLE = "SELECT reading, name, mark, colour, same_as FROM people ORDER BY reading"
# Everybody as they were written last. A game that came with a backup is counted after those that are here, so
# when they played last is asked of the games themselves.
_PLAYED = "SELECT person, name, max(game_id), count(*) FROM seats WHERE person <> '' GROUP BY person"
_LAST = (
    "SELECT person, max(started) FROM seats JOIN tallies USING (game_id) WHERE person <> '' GROUP BY person"
)
_REMEMBERED = "SELECT name FROM players UNION ALL SELECT name FROM group_players"
_KNOWN = "INSERT OR IGNORE INTO people (reading, name) VALUES (?, ?)"
_LOOK = "UPDATE people SET mark = ?, colour = ? WHERE reading = ?"
_SAME = "UPDATE people SET same_as = ? WHERE reading = ?"
# Of whom no more is known than a name.
_NO_MORE = (
    "DELETE FROM people WHERE reading = ? AND mark IS NULL AND colour IS NULL AND same_as IS NULL"
    " AND reading NOT IN (SELECT same_as FROM people WHERE same_as IS NOT NULL)"
)
_SEATS = "SELECT game_id, seat FROM seats WHERE reading = ?"
_SIT_AS = "UPDATE seats SET person = ? WHERE reading = ?"
# Nobody sits twice at one table: which of two names somebody has there is found when it is counted.
_TWICE = (
    "UPDATE games SET counted = 0 WHERE deleted IS NULL AND id IN (SELECT game_id FROM seats"
    " WHERE reading <> '' AND (person = '' OR person = ?) GROUP BY game_id HAVING count(*) > 1)"
)
_FIND_ALONG = f"SELECT value FROM settings WHERE key = '{ALONG}'"
_DROP_ALONG = f"DELETE FROM settings WHERE key = '{ALONG}'"
_ADD_ALONG = f"INSERT INTO settings (key, value) VALUES ('{ALONG}', ?)"
_MET = (
    "SELECT DISTINCT other.person FROM seats AS one JOIN seats AS other"
    " ON other.game_id = one.game_id AND other.seat <> one.seat WHERE one.person = ? AND other.person <> ''"
)


@dataclass(frozen=True, slots=True)
class Renamed:
    """What became of names, and what takes it back."""

    names: NewNames
    changes: Changes


class People:
    """All that is told of them rests on games that were counted (see `counting`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- who there is ------------------------------------------------------------------------------------

    def all(self) -> tuple[Person, ...]:
        """By their names; those who have other names once."""
        rows = self._database.rows(_PEOPLE)
        aliases: Aliases = {reading: same for reading, *_, same in rows if same is not None}
        looks = {reading: (known_mark(mark), known_colour(colour)) for reading, _, mark, colour, _ in rows}
        seated = self._database.rows(_PLAYED)
        games = {person: games for person, *_, games in seated}
        last: dict[str, float] = dict(self._database.rows(_LAST))
        names = self._names({person: name for person, name, *_ in seated})
        others: dict[str, list[OtherName]] = {}
        for reading, name in names.items():
            if reading in aliases:
                others.setdefault(aliases[reading], []).append(OtherName(reading, name))
        people = (
            Person(
                reading,
                name,
                *looks.get(reading, (None, None)),
                tuple(sorted(others.get(reading, ()), key=lambda other: other.reading)),
                games.get(reading, 0),
                last.get(reading),
            )
            for reading, name in names.items()
            if reading not in aliases
        )
        return tuple(sorted(people, key=lambda person: person.reading))

    def _names(self, seated: dict[str, str]) -> dict[str, str]:
        """By their readings, as they are written: as somebody said, else as they were `seated` last, else as
        they are remembered."""
        found = {read_name(name): name for (name,) in self._database.rows(_REMEMBERED) if not unnamed(name)}
        return found | seated | {reading: name for reading, name, *_ in self._database.rows(_PEOPLE)}

    def find(self, name: str) -> Person | None:
        """Who is called so, by any of their names."""
        reading = read_name(name)
        return next((person for person in self.all() if reading in person.readings), None)

    def looks(self) -> dict[str, tuple[str | None, str | None]]:
        """Mark and colour of everybody who has any, by each of their readings."""
        rows = self._database.rows(_PEOPLE)
        own = {reading: (known_mark(mark), known_colour(colour)) for reading, _, mark, colour, _ in rows}
        looks = {reading: own.get(same or reading, (None, None)) for reading, *_, same in rows}
        return {reading: look for reading, look in looks.items() if look != (None, None)}

    # -- how they are shown ------------------------------------------------------------------------------

    def show_as(self, person: Person, mark: str | None, colour: str | None) -> None:
        if mark not in (None, *MARKS) or colour not in (None, *COLOURS):
            raise ValueError(f"nobody is shown as {mark} in {colour}")
        with self._database.step() as execute:
            execute(_KNOWN, (person.reading, person.name))
            execute(_LOOK, (mark, colour, person.reading))
            execute(_NO_MORE, (person.reading,))

    # -- two names of one person -------------------------------------------------------------------------

    def merge(self, one: Person, other: Person) -> None:
        """They are one, and the first is shown. Raises `ProblemError` if they sat at one table."""
        if other.reading in self.met(one):
            raise ProblemError(error("people.problem.together", names=(one.name, other.name)))
        before = self._aliases()
        with self._database.step() as execute:
            for reading, name in ((one.reading, one.name), (other.reading, other.name)):
                execute(_KNOWN, (reading, name))
            along = {**self._along(), other.reading: sorted(names_of(before, other.reading))}
            self._keep_along(execute, along)
            self._lead(execute, merged(before, one.reading, other.reading))

    def met(self, person: Person) -> frozenset[str]:
        """By their readings all who sat at a table with them, who are therefore somebody else."""
        return frozenset(other for (other,) in self._database.rows(_MET, (person.reading,)))

    def part(self, other: OtherName) -> None:
        """Somebody of their own again, with those of the names that they had when they were made one."""
        with self._database.step() as execute:
            before, along = self._aliases(), self._along()
            person = person_of(before, other.reading)
            self._lead(execute, parted(before, other.reading, along.pop(other.reading, ())))
            self._keep_along(execute, along)
            for reading in (other.reading, person):
                execute(_NO_MORE, (reading,))

    def _along(self) -> dict[str, list[str]]:
        """Which names came along with a name that became another one of somebody."""
        for (text,) in self._database.rows(_FIND_ALONG):
            with suppress(ValueError):
                found = from_text(text)
                if isinstance(found, dict):
                    return {name: along for name, along in found.items() if isinstance(along, list)}
        return {}

    def _keep_along(self, execute: Execute, along: dict[str, list[str]]) -> None:
        some = {name: names for name, names in along.items() if names}
        execute(_DROP_ALONG, ())
        if some:
            execute(_ADD_ALONG, (to_text(some),))

    def _aliases(self) -> Aliases:
        return {reading: same for reading, *_, same in self._database.rows(_PEOPLE) if same is not None}

    def _lead(self, execute: Execute, aliases: Aliases) -> None:
        """Have these names lead to these people, in all that was counted as well."""
        before = self._aliases()
        for reading in before.keys() | aliases.keys():
            if before.get(reading) == aliases.get(reading):
                continue
            execute(_SAME, (aliases.get(reading), reading))
            person = person_of(aliases, reading)
            execute(_SIT_AS, (person, reading))
            seats = self._database.rows(_SEATS, (reading,))
            follow_seats(self._database, [(person, game, seat) for game, seat in seats])
            execute(_TWICE, (person,))

    # -- called otherwise, or forgotten ------------------------------------------------------------------

    def rename(self, person: Person, typed: str) -> Renamed:
        """Everywhere; other names of theirs stay. Raises `ProblemError` for a name that nobody can have, or
        that somebody else has."""
        name = clean_name(typed)
        if name.isdecimal():
            raise ProblemError(error("app.problem.name_number"))
        problem = name_problem(name, ())
        if problem is not None:
            raise ProblemError(problem)
        known, new = known_names(self._database), read_name(name)
        if new in known and new not in person.readings:
            raise ProblemError(error("people.problem.taken", name=known[new]))
        return self._change(NewNames({person.reading: name}), person)

    def forget(self, person: Person) -> Renamed:
        """Everywhere, with all their names: games stay, and their seats have numbers. On disk it is so at
        once; `sweep` also clears what the file does not use any more."""
        return self._change(NewNames(dict.fromkeys(person.readings)), person)

    def _change(self, names: NewNames, person: Person) -> Renamed:
        changes = changes_of(self._database, names, person)
        self._make(changes)
        return Renamed(names, changes)

    def take_back(self, renamed: Renamed) -> None:
        """All as it was; what was changed otherwise since stays so."""
        self._make(taken_back(renamed.changes))

    def _make(self, changes: Changes) -> None:
        with self._database.step() as execute:
            words = words_of_moves(self._database, games_of(changes))
            make(execute, changes)
            follow(self._database, changes)
            tell_anew(self._database, words)

    def sweep(self) -> None:
        """It can no longer be taken back."""
        sweep(self._database)
