"""Everybody who plays here, across the games: with a mark, a colour and other names; called otherwise
everywhere, or forgotten everywhere."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from companion.games.game import ProblemError, error
from companion.games.seats import clean_name, is_unnamed, normalize_name, validate_name
from companion.past.new_names import NameChanges
from companion.past.people import (
    PERSON_COLOURS,
    PERSON_ICONS,
    Aliases,
    Person,
    PersonAlias,
    list_aliases,
    merge_people,
    parse_colour,
    parse_icon,
    resolve_alias,
    split_person,
)
from companion.storage.changed_rows import RowChanges, apply_changes, invert_changes
from companion.storage.counting import load_move_words, refresh_search_words
from companion.storage.database import Database, Execute, dump_json, load_json
from companion.storage.places_of_names import (
    MERGED_NAMES_KEY,
    collect_changes,
    list_changed_games,
    load_known_names,
    update_metric_people,
    update_seat_metrics,
)
from companion.storage.sweeping import secure_delete

_PEOPLE = "SELECT reading, name, mark, colour, same_as FROM people ORDER BY reading"
# Everybody as they were written last. A game that came with a backup is counted after those that are here, so
# when they played last is asked of the games themselves.
_SEATED_NAMES = "SELECT person, name, max(game_id), count(*) FROM seats WHERE person <> '' GROUP BY person"
_LAST_STARTED = (
    "SELECT person, max(started) FROM seats JOIN tallies USING (game_id) WHERE person <> '' GROUP BY person"
)
_REMEMBERED = "SELECT name FROM players UNION ALL SELECT name FROM group_players"
_ADD_PERSON = "INSERT OR IGNORE INTO people (reading, name) VALUES (?, ?)"
_SET_LOOK = "UPDATE people SET mark = ?, colour = ? WHERE reading = ?"
_SET_ALIAS = "UPDATE people SET same_as = ? WHERE reading = ?"
# Of whom no more is known than a name.
_DELETE_PLAIN = (
    "DELETE FROM people WHERE reading = ? AND mark IS NULL AND colour IS NULL AND same_as IS NULL"
    " AND reading NOT IN (SELECT same_as FROM people WHERE same_as IS NOT NULL)"
)
_SEATS = "SELECT game_id, seat FROM seats WHERE reading = ?"
_SET_PERSON = "UPDATE seats SET person = ? WHERE reading = ?"
# Nobody sits twice at one table: which of two names somebody has there is found when it is counted.
_MARK_STALE = (
    "UPDATE games SET counted = 0 WHERE deleted IS NULL AND id IN (SELECT game_id FROM seats"
    " WHERE reading <> '' AND (person = '' OR person = ?) GROUP BY game_id HAVING count(*) > 1)"
)
_LOAD_MERGED = f"SELECT value FROM settings WHERE key = '{MERGED_NAMES_KEY}'"
_DELETE_MERGED = f"DELETE FROM settings WHERE key = '{MERGED_NAMES_KEY}'"
_INSERT_MERGED = f"INSERT INTO settings (key, value) VALUES ('{MERGED_NAMES_KEY}', ?)"
_CO_PLAYERS = (
    "SELECT DISTINCT other.person FROM seats AS one JOIN seats AS other"
    " ON other.game_id = one.game_id AND other.seat <> one.seat WHERE one.person = ? AND other.person <> ''"
)


@dataclass(frozen=True, slots=True)
class RenameResult:
    """What became of names, and what takes it back."""

    name_changes: NameChanges
    row_changes: RowChanges


class People:
    """All that is told of them rests on games that were counted (see `counting`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- who there is ------------------------------------------------------------------------------------

    def list_people(self) -> tuple[Person, ...]:
        """By their names; those who have other names once."""
        rows = self._database.rows(_PEOPLE)
        aliases: Aliases = {name_key: same for name_key, *_, same in rows if same is not None}
        looks = {name_key: (parse_icon(mark), parse_colour(colour)) for name_key, _, mark, colour, _ in rows}
        seated = self._database.rows(_SEATED_NAMES)
        games = {person: games for person, *_, games in seated}
        last: dict[str, float] = dict(self._database.rows(_LAST_STARTED))
        names = self._names({person: name for person, name, *_ in seated})
        others: dict[str, list[PersonAlias]] = {}
        for name_key, name in names.items():
            if name_key in aliases:
                others.setdefault(aliases[name_key], []).append(PersonAlias(name_key, name))
        people = (
            Person(
                name_key,
                name,
                *looks.get(name_key, (None, None)),
                tuple(sorted(others.get(name_key, ()), key=lambda other: other.name_key)),
                games.get(name_key, 0),
                last.get(name_key),
            )
            for name_key, name in names.items()
            if name_key not in aliases
        )
        return tuple(sorted(people, key=lambda person: person.name_key))

    def _names(self, seated_names: dict[str, str]) -> dict[str, str]:
        """By their readings, as they are written: as somebody said, else as they were `seated_names` last,
        else as they are remembered."""
        names = {
            normalize_name(name): name for (name,) in self._database.rows(_REMEMBERED) if not is_unnamed(name)
        }
        return names | seated_names | {name_key: name for name_key, name, *_ in self._database.rows(_PEOPLE)}

    def find(self, name: str) -> Person | None:
        """Who is called so, by any of their names."""
        name_key = normalize_name(name)
        return next((person for person in self.list_people() if name_key in person.name_keys), None)

    def load_looks(self) -> dict[str, tuple[str | None, str | None]]:
        """Mark and colour of everybody who has any, by each of their readings."""
        rows = self._database.rows(_PEOPLE)
        own_looks = {
            name_key: (parse_icon(mark), parse_colour(colour)) for name_key, _, mark, colour, _ in rows
        }
        looks = {name_key: own_looks.get(same or name_key, (None, None)) for name_key, *_, same in rows}
        return {name_key: look for name_key, look in looks.items() if look != (None, None)}

    # -- how they are shown ------------------------------------------------------------------------------

    def set_look(self, person: Person, icon: str | None, colour: str | None) -> None:
        if icon not in (None, *PERSON_ICONS) or colour not in (None, *PERSON_COLOURS):
            raise ValueError(f"nobody is shown as {icon} in {colour}")
        with self._database.transaction() as execute:
            execute(_ADD_PERSON, (person.name_key, person.name))
            execute(_SET_LOOK, (icon, colour, person.name_key))
            execute(_DELETE_PLAIN, (person.name_key,))

    # -- two names of one person -------------------------------------------------------------------------

    def merge(self, first: Person, second: Person) -> None:
        """They are one, and the first is shown. Raises `ProblemError` if they sat at one table."""
        if second.name_key in self.list_co_players(first):
            raise ProblemError(error("people.problem.together", names=(first.name, second.name)))
        aliases = self._aliases()
        with self._database.transaction() as execute:
            for name_key, name in ((first.name_key, first.name), (second.name_key, second.name)):
                execute(_ADD_PERSON, (name_key, name))
            merged_names = {
                **self._load_merged_names(),
                second.name_key: sorted(list_aliases(aliases, second.name_key)),
            }
            self._save_merged_names(execute, merged_names)
            self._update_aliases(execute, merge_people(aliases, first.name_key, second.name_key))

    def list_co_players(self, person: Person) -> frozenset[str]:
        """By their readings all who sat at a table with them, who are therefore somebody else."""
        return frozenset(other for (other,) in self._database.rows(_CO_PLAYERS, (person.name_key,)))

    def split(self, alias: PersonAlias) -> None:
        """Somebody of their own again, with those of the names that they had when they were made one."""
        with self._database.transaction() as execute:
            aliases, merged_names = self._aliases(), self._load_merged_names()
            person = resolve_alias(aliases, alias.name_key)
            self._update_aliases(
                execute, split_person(aliases, alias.name_key, merged_names.pop(alias.name_key, ()))
            )
            self._save_merged_names(execute, merged_names)
            for name_key in (alias.name_key, person):
                execute(_DELETE_PLAIN, (name_key,))

    def _load_merged_names(self) -> dict[str, list[str]]:
        """Which names came along with a name that became another one of somebody."""
        for (text,) in self._database.rows(_LOAD_MERGED):
            with suppress(ValueError):
                by_name = load_json(text)
                if isinstance(by_name, dict):
                    return {name: names for name, names in by_name.items() if isinstance(names, list)}
        return {}

    def _save_merged_names(self, execute: Execute, merged_names: dict[str, list[str]]) -> None:
        by_name = {name: names for name, names in merged_names.items() if names}
        execute(_DELETE_MERGED, ())
        if by_name:
            execute(_INSERT_MERGED, (dump_json(by_name),))

    def _aliases(self) -> Aliases:
        return {name_key: same for name_key, *_, same in self._database.rows(_PEOPLE) if same is not None}

    def _update_aliases(self, execute: Execute, aliases: Aliases) -> None:
        """Have these names lead to these people, in all that was counted as well."""
        previous = self._aliases()
        for name_key in previous.keys() | aliases.keys():
            if previous.get(name_key) == aliases.get(name_key):
                continue
            execute(_SET_ALIAS, (aliases.get(name_key), name_key))
            person = resolve_alias(aliases, name_key)
            execute(_SET_PERSON, (person, name_key))
            seats = self._database.rows(_SEATS, (name_key,))
            update_seat_metrics(self._database, [(person, game, seat) for game, seat in seats])
            execute(_MARK_STALE, (person,))

    # -- called otherwise, or forgotten ------------------------------------------------------------------

    def rename(self, person: Person, new_name: str) -> RenameResult:
        """Everywhere; other names of theirs stay. Raises `ProblemError` for a name that nobody can have, or
        that somebody else has."""
        name = clean_name(new_name)
        if name.isdecimal():
            raise ProblemError(error("app.problem.name_number"))
        problem = validate_name(name, ())
        if problem is not None:
            raise ProblemError(problem)
        known_names_by_key, new_key = load_known_names(self._database), normalize_name(name)
        if new_key in known_names_by_key and new_key not in person.name_keys:
            raise ProblemError(error("people.problem.taken", name=known_names_by_key[new_key]))
        return self._apply_names(NameChanges({person.name_key: name}), person)

    def forget(self, person: Person) -> RenameResult:
        """Everywhere, with all their names: games stay, and their seats have numbers. On disk it is so at
        once; `secure_delete` also clears what the file does not use any more."""
        return self._apply_names(NameChanges(dict.fromkeys(person.name_keys)), person)

    def _apply_names(self, name_changes: NameChanges, person: Person) -> RenameResult:
        row_changes = collect_changes(self._database, name_changes, person)
        self._apply_changes(row_changes)
        return RenameResult(name_changes, row_changes)

    def undo_rename(self, result: RenameResult) -> None:
        """All as it was; what was changed otherwise since stays so."""
        self._apply_changes(invert_changes(result.row_changes))

    def _apply_changes(self, row_changes: RowChanges) -> None:
        with self._database.transaction() as execute:
            words = load_move_words(self._database, list_changed_games(row_changes))
            apply_changes(execute, row_changes)
            update_metric_people(self._database, row_changes)
            refresh_search_words(self._database, words)

    def secure_delete(self) -> None:
        """It can no longer be taken back."""
        secure_delete(self._database)
