"""People across all games: looks, aliases, renaming and forgetting, with undo.

A rename is a list of `RowChange`s that covers every place where a player's name is stored (games, notes,
roster, people, campaigns, settings, seats). Inverting the list undoes the rename.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from companion.core.game import ProblemError, error
from companion.core.players import MAX_NAME_LENGTH, clean_name, is_unnamed, normalize_name, validate_name
from companion.statistics.person import (
    PERSON_COLOURS,
    PERSON_ICONS,
    Aliases,
    NameChanges,
    Person,
    PersonAlias,
    list_aliases,
    merge_people,
    parse_colour,
    parse_icon,
    resolve_alias,
    split_person,
)
from companion.storage.database import (
    SECURE_DELETE_KEY,
    Database,
    Execute,
    dump_json,
    load_json,
    secure_delete,
)
from companion.storage.statistics_index import load_move_words, refresh_search_words

# Pairs of column name and value.
Cells = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class RowChange:
    """A change of one row, found by its key. `before` and `after` have the same columns; None means no such
    row."""

    table_name: str
    key: Cells
    before: Cells | None
    after: Cells | None

    def invert(self) -> RowChange:
        return RowChange(self.table_name, self.key, self.after, self.before)


RowChanges = tuple[RowChange, ...]


def invert_changes(changes: RowChanges) -> RowChanges:
    """Return the changes that undo these."""
    return tuple(change.invert() for change in reversed(changes))


def apply_changes(execute: Execute, changes: Iterable[RowChange]) -> None:
    """Apply the changes inside a running transaction; rows that no longer match `before` are skipped."""
    for change in changes:
        if change.before is None:
            row = (*change.key, *(change.after or ()))
            columns, placeholders = ", ".join(name for name, _ in row), ", ".join("?" * len(row))
            sql = f"INSERT OR IGNORE INTO {change.table_name} ({columns}) VALUES ({placeholders})"
            execute(sql, _values(row))
            continue
        match_cells = (*change.key, *change.before)
        condition = " AND ".join(f"{name} IS ?" for name, _ in match_cells)
        if change.after is None:
            execute(f"DELETE FROM {change.table_name} WHERE {condition}", _values(match_cells))
        else:
            assignments = ", ".join(f"{name} = ?" for name, _ in change.after)
            sql = f"UPDATE {change.table_name} SET {assignments} WHERE {condition}"
            execute(sql, _values((*change.after, *match_cells)))


def _values(cells: Cells) -> list[Any]:
    return [value for _, value in cells]


_SEATED_NAMES_JSON = (
    "json_each(CASE WHEN json_valid(games.setup) THEN games.setup ELSE '{}' END, '$.players') AS seated"
)
_NAMES_IN_GAMES = f"SELECT DISTINCT seated.value FROM games, {_SEATED_NAMES_JSON} WHERE seated.type = 'text'"
_GAMES_WITH_NAMES = (
    f"SELECT games.id, games.setup FROM games WHERE EXISTS (SELECT 1 FROM {_SEATED_NAMES_JSON}"
    " WHERE seated.value IN (SELECT value FROM json_each(?)))"
)
_OTHER_NAMES = (
    "SELECT name FROM players UNION ALL SELECT name FROM group_players UNION ALL SELECT name FROM people"
)
_SEAT = (
    "SELECT game_id, seat, name, reading, person FROM seats"
    " WHERE person = ? OR reading IN (SELECT value FROM json_each(?))"
)
_UPDATE_METRIC_PERSON = "UPDATE facts SET person = ? WHERE game_id = ? AND seat = ?"

# Setting keys: those with this suffix hold lists of name keys; `MERGED_NAMES_KEY` holds the aliases that
# moved along when a person was merged into another.
_PEOPLE_KEY_SUFFIX: Final = ".people"
MERGED_NAMES_KEY: Final = "names.along"


def load_known_names(database: Database) -> dict[str, str]:
    """Return every name stored anywhere by its name key, recently deleted games included."""
    names = [name for (name,) in (*database.rows(_NAMES_IN_GAMES), *database.rows(_OTHER_NAMES))]
    return {normalize_name(name): name for name in names if not is_unnamed(name)}


def collect_changes(database: Database, name_changes: NameChanges, person: Person) -> RowChanges:
    """Collect all row changes of this rename, in an order that can be reversed. Raises `ProblemError` if two
    players of one game would get the same name."""
    return (
        *_game_changes(database, name_changes),
        *_note_changes(database, name_changes),
        *_player_changes(database, name_changes),
        *_group_changes(database, name_changes),
        *_people_changes(database, name_changes, person),
        *_map_changes(database, name_changes),
        *_setting_changes(database, name_changes),
        *_seat_changes(database, name_changes, person),
    )


def list_changed_games(changes: RowChanges) -> frozenset[int]:
    """Return the ids of the games that are changed."""
    keys = {("games", "id"), ("notes", "game_id"), ("seats", "game_id")}
    return frozenset(
        value for change in changes for name, value in change.key if (change.table_name, name) in keys
    )


def update_metric_people(database: Database, changes: RowChanges) -> None:
    """Assign seat metrics to the persons in the changed `seats` rows; must run inside a transaction."""
    seats = [
        (dict(change.after)["person"], dict(change.key)["game_id"], dict(change.key)["seat"])
        for change in changes
        if change.table_name == "seats" and change.after is not None
    ]
    database.connection.executemany(_UPDATE_METRIC_PERSON, seats)


# -- changes by table ---------------------------------------------------------------------------------------


def _game_changes(database: Database, name_changes: NameChanges) -> Iterator[RowChange]:
    game_names = [name for (name,) in database.rows(_NAMES_IN_GAMES) if name_changes.affects(name)]
    new = {normalize_name(name) for name in name_changes.new_names.values() if name is not None}

    def rename_setup(setup: Any) -> Any:
        renamed_setup = name_changes.rename_in_record(setup)
        name_keys = [normalize_name(name) for name in renamed_setup["players"]]
        if any(name_keys.count(name_key) > 1 for name_key in new):
            raise ProblemError(error("people.problem.same_table"))
        return renamed_setup

    for game_id, text in database.rows(_GAMES_WITH_NAMES, (dump_json(game_names),)):
        yield from _json_change("games", [("id", game_id)], "setup", text, rename_setup)
    drafts = database.rows("SELECT id, entry FROM games WHERE instr(entry, '\"players\"')")
    for game_id, text in drafts:
        yield from _json_change("games", [("id", game_id)], "entry", text, name_changes.rename_in_record)
    for game_id, title in database.rows("SELECT id, title FROM games WHERE title <> ''"):
        yield from _text_change("games", [("id", game_id)], "title", title, name_changes.redact)


def _note_changes(database: Database, name_changes: NameChanges) -> Iterator[RowChange]:
    for game_id, note_id, text in database.rows("SELECT game_id, number, text FROM notes"):
        key = [("game_id", game_id), ("number", note_id)]
        yield from _text_change("notes", key, "text", text, name_changes.redact)


def _player_changes(database: Database, name_changes: NameChanges) -> Iterator[RowChange]:
    rows = database.rows("SELECT id, name, last_used FROM players ORDER BY id DESC")
    remaining_keys = {normalize_name(name) for _, name, _ in rows if not name_changes.affects(name)}
    for player_id, name, last_used in rows:
        if not name_changes.affects(name):
            continue
        new_name = name_changes.new_names[normalize_name(name)]
        if new_name is None or normalize_name(new_name) in remaining_keys:
            yield RowChange("players", (("id", player_id),), (("name", name), ("last_used", last_used)), None)
        else:
            remaining_keys.add(normalize_name(new_name))
            yield _update_cell("players", [("id", player_id)], "name", name, new_name)


def _group_changes(database: Database, name_changes: NameChanges) -> Iterator[RowChange]:
    groups = database.rows("SELECT id, name, last_used FROM groups")
    group_keys = {normalize_name(name) for _, name, _ in groups}
    for group_id, name, last_used in groups:
        members = database.rows("SELECT seat, name FROM group_players WHERE group_id = ?", (group_id,))
        remaining_keys = {normalize_name(member) for _, member in members if not name_changes.affects(member)}
        has_named_members = any(not is_unnamed(name_key) for name_key in remaining_keys)
        for seat, member in members:
            is_affected = name_changes.affects(member)
            new_name = name_changes.new_names[normalize_name(member)] if is_affected else member
            key = (("group_id", group_id), ("seat", seat))
            if new_name is None or (new_name != member and normalize_name(new_name) in remaining_keys):
                yield RowChange("group_players", key, (("name", member),), None)
            elif new_name != member:
                remaining_keys.add(normalize_name(new_name))
                has_named_members = True
                yield _update_cell("group_players", key, "name", member, new_name)
        if not has_named_members and any(name_changes.affects(member) for _, member in members):
            for seat, member in members:
                if not name_changes.affects(member):
                    key = (("group_id", group_id), ("seat", seat))
                    yield RowChange("group_players", key, (("name", member),), None)
            yield RowChange("groups", (("id", group_id),), (("name", name), ("last_used", last_used)), None)
            continue
        renamed = (
            _find_free_name(name_changes.redact(name), group_keys)
            if name_changes.redact(name) != name
            else name
        )
        if renamed != name:
            group_keys.add(normalize_name(renamed))
            yield _update_cell("groups", [("id", group_id)], "name", name, renamed)


def _people_changes(database: Database, name_changes: NameChanges, person: Person) -> Iterator[RowChange]:
    name = name_changes.new_names[person.name_key]
    new_key = None if name is None else normalize_name(name)
    rows = database.rows("SELECT reading, name, mark, colour, same_as FROM people")
    for name_key, person_name, mark, colour, same_as in rows:
        look = (("mark", mark), ("colour", colour), ("same_as", same_as))
        row = RowChange("people", (("reading", name_key),), (("name", person_name), *look), None)
        if name_key in (person.name_key, new_key) or (new_key is None and name_key in person.name_keys):
            yield row
        elif same_as == person.name_key:
            yield _update_cell("people", [("reading", name_key)], "same_as", same_as, new_key)
    for name_key, _, mark, colour, _ in rows:
        if name_key == person.name_key and name is not None:
            after = (("name", name), ("mark", mark), ("colour", colour), ("same_as", None))
            yield RowChange("people", (("reading", new_key),), None, after)


def _map_changes(database: Database, name_changes: NameChanges) -> Iterator[RowChange]:
    def rename_campaign(campaign: Any) -> Any:
        new = name_changes.rename_in_record(campaign)
        if isinstance(new, dict) and isinstance(team := new.get("team"), str):
            team_name = name_changes.replace_names(team)
            new["team"] = team_name if len(team_name) <= MAX_NAME_LENGTH else team
        return new

    for id, text in database.rows("SELECT id, campaign FROM campaigns"):
        yield from _json_change("campaigns", [("id", id)], "campaign", text, rename_campaign)


def _setting_changes(database: Database, name_changes: NameChanges) -> Iterator[RowChange]:
    def rename_people_lists(setting: Any) -> Any:
        if not isinstance(setting, dict):
            return setting
        return {
            key: name_changes.rename_keys(item) if _is_text_list(item) else item
            for key, item in setting.items()
        }

    def rename_merged_names(setting: Any) -> Any:
        renamed = rename_people_lists(setting)
        if not isinstance(renamed, dict):
            return renamed
        return {new: renamed[key] for key in renamed for new in name_changes.rename_keys([key])}

    for key, text in database.rows("SELECT key, value FROM settings"):
        change: Callable[[Any], Any] = name_changes.rename_in_record
        if key == MERGED_NAMES_KEY:
            change = rename_merged_names
        elif key.endswith(_PEOPLE_KEY_SUFFIX):
            change = rename_people_lists
        yield from _json_change("settings", [("key", key)], "value", text, change)
    if None in name_changes.new_names.values():
        yield RowChange("settings", (("key", SECURE_DELETE_KEY),), None, (("value", dump_json(True)),))


def _seat_changes(database: Database, name_changes: NameChanges, person: Person) -> Iterator[RowChange]:
    new = name_changes.new_names[person.name_key]
    # With an alias the person may have had two seats in a game; then the alias's seat belongs to nobody.
    name_keys = person.name_keys if new is None else (person.name_key,)
    for game_id, seat, name, name_key, person_key in database.rows(
        _SEAT, (person.name_key, dump_json(sorted(name_keys)))
    ):
        key = (("game_id", game_id), ("seat", seat))
        before = (("name", name), ("reading", name_key), ("person", person_key))
        if new is None:
            after: Cells = (("name", str(seat + 1)), ("reading", ""), ("person", ""))
        elif name_key == person.name_key:
            after = (("name", new), ("reading", normalize_name(new)), ("person", normalize_name(new)))
        else:
            after = (("name", name), ("reading", name_key), ("person", normalize_name(new)))
        yield RowChange("seats", key, before, after)


# -- changes of one row -------------------------------------------------------------------------------------


def _update_cell(
    table_name: str, key: Iterable[tuple[str, Any]], column: str, before: Any, after: Any
) -> RowChange:
    return RowChange(table_name, tuple(key), ((column, before),), ((column, after),))


def _text_change(
    table_name: str, key: Iterable[tuple[str, Any]], column: str, text: str, rename: Callable[[str], str]
) -> Iterator[RowChange]:
    new = rename(text)
    if new != text:
        yield _update_cell(table_name, key, column, text, new)


def _json_change(
    table_name: str, key: Iterable[tuple[str, Any]], column: str, text: Any, rename: Callable[[Any], Any]
) -> Iterator[RowChange]:
    """Change a JSON cell; unreadable JSON is left alone, its reader reports it."""
    with suppress(ValueError, RecursionError, TypeError):
        before = load_json(text)
        after = rename(before)
        if after != before:
            yield _update_cell(table_name, key, column, text, dump_json(after))


def _is_text_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _find_free_name(name: str, used_keys: set[str]) -> str:
    """Return a unique name by appending a number."""
    candidate = clean_name(name)
    number = 2
    while normalize_name(candidate) in used_keys:
        candidate = f"{clean_name(name)} {number}"
        number += 1
    return candidate


_PEOPLE = "SELECT reading, name, mark, colour, same_as FROM people ORDER BY reading"
# Most recent spelling of every person. An imported game has a higher id than older local games, so the last
# time played comes from the start times (`_LAST_STARTED`), not from ids.
_SEATED_NAMES = "SELECT person, name, max(game_id), count(*) FROM seats WHERE person <> '' GROUP BY person"
_LAST_STARTED = (
    "SELECT person, max(started) FROM seats JOIN tallies USING (game_id) WHERE person <> '' GROUP BY person"
)
_REMEMBERED = "SELECT name FROM players UNION ALL SELECT name FROM group_players"
_ADD_PERSON = "INSERT OR IGNORE INTO people (reading, name) VALUES (?, ?)"
_SET_LOOK = "UPDATE people SET mark = ?, colour = ? WHERE reading = ?"
_SET_ALIAS = "UPDATE people SET same_as = ? WHERE reading = ?"
# Removes people without look or aliases.
_DELETE_PLAIN = (
    "DELETE FROM people WHERE reading = ? AND mark IS NULL AND colour IS NULL AND same_as IS NULL"
    " AND reading NOT IN (SELECT same_as FROM people WHERE same_as IS NOT NULL)"
)
_SEATS = "SELECT game_id, seat FROM seats WHERE reading = ?"
_SET_PERSON = "UPDATE seats SET person = ? WHERE reading = ?"
# Nobody has two seats in a game: indexing decides which of two names is the person.
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
    """The name changes and row changes of a rename; pass it to `undo_rename`."""

    name_changes: NameChanges
    row_changes: RowChanges


class People:
    """Repository of people. Their statistics depend on indexed games (see `statistics_index`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- list people -------------------------------------------------------------------------------------

    def list_people(self) -> tuple[Person, ...]:
        """List all people by name key; aliases are part of their person."""
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
        people = []
        for name_key, name in sorted(names.items()):
            if name_key not in aliases:
                look = looks.get(name_key, (None, None))
                person_aliases = sorted(others.get(name_key, ()), key=lambda other: other.name_key)
                played = games.get(name_key, 0), last.get(name_key)
                people.append(Person(name_key, name, *look, tuple(person_aliases), *played))
        return tuple(people)

    def _names(self, seated_names: dict[str, str]) -> dict[str, str]:
        """Return display names by name key. The name in `people` wins, then the last spelling in a game, then
        the roster's."""
        remembered = (name for (name,) in self._database.rows(_REMEMBERED))
        names = {normalize_name(name): name for name in remembered if not is_unnamed(name)}
        return names | seated_names | {name_key: name for name_key, name, *_ in self._database.rows(_PEOPLE)}

    def find(self, name: str) -> Person | None:
        """Find a person by any of their names."""
        name_key = normalize_name(name)
        return next((person for person in self.list_people() if name_key in person.name_keys), None)

    def load_looks(self) -> dict[str, tuple[str | None, str | None]]:
        """Return icon and colour by name key, aliases included; people without either are left out."""
        rows = self._database.rows(_PEOPLE)
        own_looks = {key: (parse_icon(mark), parse_colour(colour)) for key, _, mark, colour, _ in rows}
        looks = {name_key: own_looks.get(same or name_key, (None, None)) for name_key, *_, same in rows}
        return {name_key: look for name_key, look in looks.items() if look != (None, None)}

    # -- looks -------------------------------------------------------------------------------------------

    def set_look(self, person: Person, icon: str | None, colour: str | None) -> None:
        if icon not in (None, *PERSON_ICONS) or colour not in (None, *PERSON_COLOURS):
            raise ValueError(f"nobody is shown as {icon} in {colour}")
        with self._database.transaction() as execute:
            execute(_ADD_PERSON, (person.name_key, person.name))
            execute(_SET_LOOK, (icon, colour, person.name_key))
            execute(_DELETE_PLAIN, (person.name_key,))

    # -- merge and split ---------------------------------------------------------------------------------

    def merge(self, first: Person, second: Person) -> None:
        """Make `second` an alias of `first`. Raises `ProblemError` if both played in one game."""
        if second.name_key in self.list_co_players(first):
            raise ProblemError(error("people.problem.together", names=(first.name, second.name)))
        aliases = self._aliases()
        with self._database.transaction() as execute:
            for name_key, name in ((first.name_key, first.name), (second.name_key, second.name)):
                execute(_ADD_PERSON, (name_key, name))
            merged_names = self._load_merged_names()
            merged_names[second.name_key] = sorted(list_aliases(aliases, second.name_key))
            self._save_merged_names(execute, merged_names)
            self._update_aliases(execute, merge_people(aliases, first.name_key, second.name_key))

    def list_co_players(self, person: Person) -> frozenset[str]:
        """Return the keys of all who played in a game with this person; they cannot be merged."""
        return frozenset(other for (other,) in self._database.rows(_CO_PLAYERS, (person.name_key,)))

    def split(self, alias: PersonAlias) -> None:
        """Make an alias a person again, with the aliases it had when it was merged."""
        with self._database.transaction() as execute:
            aliases, merged_names = self._aliases(), self._load_merged_names()
            person, merged = resolve_alias(aliases, alias.name_key), merged_names.pop(alias.name_key, ())
            self._update_aliases(execute, split_person(aliases, alias.name_key, merged))
            self._save_merged_names(execute, merged_names)
            for name_key in (alias.name_key, person):
                execute(_DELETE_PLAIN, (name_key,))

    def _load_merged_names(self) -> dict[str, list[str]]:
        """Load the aliases that moved along with each merged name."""
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
        """Store the aliases and update all indexed seats and metrics."""
        previous = self._aliases()
        for name_key in previous.keys() | aliases.keys():
            if previous.get(name_key) == aliases.get(name_key):
                continue
            execute(_SET_ALIAS, (aliases.get(name_key), name_key))
            person = resolve_alias(aliases, name_key)
            execute(_SET_PERSON, (person, name_key))
            seats = [(person, *seat) for seat in self._database.rows(_SEATS, (name_key,))]
            self._database.connection.executemany(_UPDATE_METRIC_PERSON, seats)
            execute(_MARK_STALE, (person,))

    # -- rename and forget -------------------------------------------------------------------------------

    def rename(self, person: Person, new_name: str) -> RenameResult:
        """Rename the person everywhere; other aliases stay. Raises `ProblemError` if the name is invalid or
        taken by somebody else."""
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
        """Remove all names of the person everywhere; their games stay with numbered seats. `secure_delete`
        also clears unused pages of the file."""
        return self._apply_names(NameChanges(dict.fromkeys(person.name_keys)), person)

    def _apply_names(self, name_changes: NameChanges, person: Person) -> RenameResult:
        row_changes = collect_changes(self._database, name_changes, person)
        self._apply_changes(row_changes)
        return RenameResult(name_changes, row_changes)

    def undo_rename(self, result: RenameResult) -> None:
        """Undo a rename; rows that were changed otherwise since are left alone."""
        self._apply_changes(invert_changes(result.row_changes))

    def _apply_changes(self, row_changes: RowChanges) -> None:
        with self._database.transaction() as execute:
            words = load_move_words(self._database, list_changed_games(row_changes))
            apply_changes(execute, row_changes)
            update_metric_people(self._database, row_changes)
            refresh_search_words(self._database, words)

    def secure_delete(self) -> None:
        """Overwrite deleted data in the file; a rename can then no longer be undone."""
        secure_delete(self._database)
