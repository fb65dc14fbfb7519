"""Every place where the name of somebody who plays is kept, and what other names change there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from companion.games.game import ProblemError, error
from companion.games.seats import MAX_NAME_LENGTH, clean_name, is_unnamed, normalize_name
from companion.past.new_names import NameChanges
from companion.past.people import Person
from companion.storage.changed_rows import Cells, RowChange, RowChanges
from companion.storage.database import Database, dump_json, load_json
from companion.storage.sweeping import SECURE_DELETE_KEY

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

# Under which readings are remembered: of whom something was asked, and which names came along with one that
# became another name of somebody.
_PEOPLE_KEY_SUFFIX: Final = ".people"
MERGED_NAMES_KEY: Final = "names.along"


def load_known_names(database: Database) -> dict[str, str]:
    """Everybody who is named anywhere, by their reading: also at tables that were deleted a moment ago."""
    names = [name for (name,) in (*database.rows(_NAMES_IN_GAMES), *database.rows(_OTHER_NAMES))]
    return {normalize_name(name): name for name in names if not is_unnamed(name)}


def collect_changes(database: Database, name_changes: NameChanges, person: Person) -> RowChanges:
    """All that is to be written for these names, which are this person's, in an order that can be reversed.
    Raises `ProblemError` where two of a table would be called the same."""
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
    """The games in which something is changed."""
    keys = {("games", "id"), ("notes", "game_id"), ("seats", "game_id")}
    return frozenset(
        value for change in changes for name, value in change.key if (change.table_name, name) in keys
    )


def update_metric_people(database: Database, changes: RowChanges) -> None:
    """What was counted of seats is that of whoever sits there by now; inside a step that somebody has
    begun."""
    update_seat_metrics(
        database,
        [
            (dict(change.after)["person"], dict(change.key)["game_id"], dict(change.key)["seat"])
            for change in changes
            if change.table_name == "seats" and change.after is not None
        ],
    )


def update_seat_metrics(database: Database, seats: Iterable[tuple[str, int, int]]) -> None:
    """What was counted of a seat is that of whoever sits there: person, game and seat of each."""
    database.connection.executemany(_UPDATE_METRIC_PERSON, seats)


# -- place by place -----------------------------------------------------------------------------------------


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
        yield from _text_change(
            "notes", [("game_id", game_id), ("number", note_id)], "text", text, name_changes.redact
        )


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
            new_name = (
                name_changes.new_names[normalize_name(member)] if name_changes.affects(member) else member
            )
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
        change = (
            rename_merged_names
            if key == MERGED_NAMES_KEY
            else rename_people_lists
            if key.endswith(_PEOPLE_KEY_SUFFIX)
            else name_changes.rename_in_record
        )
        yield from _json_change("settings", [("key", key)], "value", text, change)
    if None in name_changes.new_names.values():
        yield RowChange("settings", (("key", SECURE_DELETE_KEY),), None, (("value", dump_json(True)),))


def _seat_changes(database: Database, name_changes: NameChanges, person: Person) -> Iterator[RowChange]:
    new = name_changes.new_names[person.name_key]
    # By another name they may have sat beside themselves, and then that seat is nobody's.
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


# -- row by row ---------------------------------------------------------------------------------------------


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
    """What cannot be read stays as it is: whoever reads it next says so."""
    with suppress(ValueError, RecursionError, TypeError):
        before = load_json(text)
        after = rename(before)
        if after != before:
            yield _update_cell(table_name, key, column, text, dump_json(after))


def _is_text_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _find_free_name(name: str, used_keys: set[str]) -> str:
    """A name that no other has; nothing that could be seen is left of one that was only a name."""
    candidate = clean_name(name)
    number = 2
    while normalize_name(candidate) in used_keys:
        candidate = f"{clean_name(name)} {number}"
        number += 1
    return candidate
