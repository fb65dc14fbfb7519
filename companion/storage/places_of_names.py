"""Every place where the name of somebody who plays is kept, and what other names change there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from companion.games.game import ProblemError, error
from companion.games.seats import LONGEST_NAME, clean_name, read_name, unnamed
from companion.past.new_names import NewNames
from companion.past.people import Person
from companion.storage.changed_rows import Cells, Changed, Changes
from companion.storage.database import Database, from_text, to_text
from companion.storage.sweeping import SWEEP

_SEATED = "json_each(CASE WHEN json_valid(games.setup) THEN games.setup ELSE '{}' END, '$.players') AS seated"
_AT_TABLES = f"SELECT DISTINCT seated.value FROM games, {_SEATED} WHERE seated.type = 'text'"
_TABLES_OF = (
    f"SELECT games.id, games.setup FROM games WHERE EXISTS (SELECT 1 FROM {_SEATED}"
    " WHERE seated.value IN (SELECT value FROM json_each(?)))"
)
_ELSEWHERE = (
    "SELECT name FROM players UNION ALL SELECT name FROM group_players UNION ALL SELECT name FROM people"
)
_SEAT = (
    "SELECT game_id, seat, name, reading, person FROM seats"
    " WHERE person = ? OR reading IN (SELECT value FROM json_each(?))"
)
_FOLLOW = "UPDATE facts SET person = ? WHERE game_id = ? AND seat = ?"

# Under which readings are remembered: of whom something was asked, and which names came along with one that
# became another name of somebody.
_ASKED_OF: Final = ".people"
ALONG: Final = "names.along"


def known_names(database: Database) -> dict[str, str]:
    """Everybody who is named anywhere, by their reading: also at tables that were deleted a moment ago."""
    found = [name for (name,) in (*database.rows(_AT_TABLES), *database.rows(_ELSEWHERE))]
    return {read_name(name): name for name in found if not unnamed(name)}


def changes_of(database: Database, names: NewNames, person: Person) -> Changes:
    """All that is to be written for these names, which are this person's, in an order that can be reversed.
    Raises `ProblemError` where two of a table would be called the same."""
    return (
        *_tables(database, names),
        *_notes(database, names),
        *_players(database, names),
        *_groups(database, names),
        *_people(database, names, person),
        *_maps(database, names),
        *_settings(database, names),
        *_counted(database, names, person),
    )


def games_of(changes: Changes) -> frozenset[int]:
    """The games in which something is changed."""
    keys = {("games", "id"), ("notes", "game_id"), ("seats", "game_id")}
    return frozenset(
        value for change in changes for name, value in change.key if (change.table, name) in keys
    )


def follow(database: Database, changes: Changes) -> None:
    """What was counted of seats is that of whoever sits there by now; inside a step that somebody has
    begun."""
    follow_seats(
        database,
        [
            (dict(change.after)["person"], dict(change.key)["game_id"], dict(change.key)["seat"])
            for change in changes
            if change.table == "seats" and change.after is not None
        ],
    )


def follow_seats(database: Database, seats: Iterable[tuple[str, int, int]]) -> None:
    """What was counted of a seat is that of whoever sits there: person, game and seat of each."""
    database.connection.executemany(_FOLLOW, seats)


# -- place by place -----------------------------------------------------------------------------------------


def _tables(database: Database, names: NewNames) -> Iterator[Changed]:
    written = [name for (name,) in database.rows(_AT_TABLES) if names.changes(name)]
    new = {read_name(name) for name in names.of.values() if name is not None}

    def seated(setup: Any) -> Any:
        named = names.record(setup)
        readings = [read_name(name) for name in named["players"]]
        if any(readings.count(reading) > 1 for reading in new):
            raise ProblemError(error("people.problem.same_table"))
        return named

    for number, text in database.rows(_TABLES_OF, (to_text(written),)):
        yield from _record("games", [("id", number)], "setup", text, seated)
    drafts = database.rows("SELECT id, entry FROM games WHERE instr(entry, '\"players\"')")
    for number, text in drafts:
        yield from _record("games", [("id", number)], "entry", text, names.record)
    for number, title in database.rows("SELECT id, title FROM games WHERE title <> ''"):
        yield from _text("games", [("id", number)], "title", title, names.without)


def _notes(database: Database, names: NewNames) -> Iterator[Changed]:
    for game, number, text in database.rows("SELECT game_id, number, text FROM notes"):
        yield from _text("notes", [("game_id", game), ("number", number)], "text", text, names.without)


def _players(database: Database, names: NewNames) -> Iterator[Changed]:
    rows = database.rows("SELECT id, name, last_used FROM players ORDER BY id DESC")
    kept = {read_name(name) for _, name, _ in rows if not names.changes(name)}
    for number, name, used in rows:
        if not names.changes(name):
            continue
        new = names.of[read_name(name)]
        if new is None or read_name(new) in kept:
            yield Changed("players", (("id", number),), (("name", name), ("last_used", used)), None)
        else:
            kept.add(read_name(new))
            yield _update("players", [("id", number)], "name", name, new)


def _groups(database: Database, names: NewNames) -> Iterator[Changed]:
    groups = database.rows("SELECT id, name, last_used FROM groups")
    called = {read_name(name) for _, name, _ in groups}
    for number, name, used in groups:
        members = database.rows("SELECT seat, name FROM group_players WHERE group_id = ?", (number,))
        left = {read_name(member) for _, member in members if not names.changes(member)}
        stay = any(not unnamed(reading) for reading in left)
        for seat, member in members:
            new = names.of[read_name(member)] if names.changes(member) else member
            key = (("group_id", number), ("seat", seat))
            if new is None or (new != member and read_name(new) in left):
                yield Changed("group_players", key, (("name", member),), None)
            elif new != member:
                left.add(read_name(new))
                stay = True
                yield _update("group_players", key, "name", member, new)
        if not stay and any(names.changes(member) for _, member in members):
            for seat, member in members:
                if not names.changes(member):
                    key = (("group_id", number), ("seat", seat))
                    yield Changed("group_players", key, (("name", member),), None)
            yield Changed("groups", (("id", number),), (("name", name), ("last_used", used)), None)
            continue
        renamed = _free(names.without(name), called) if names.without(name) != name else name
        if renamed != name:
            called.add(read_name(renamed))
            yield _update("groups", [("id", number)], "name", name, renamed)


def _people(database: Database, names: NewNames, person: Person) -> Iterator[Changed]:
    name = names.of[person.reading]
    new = None if name is None else read_name(name)
    rows = database.rows("SELECT reading, name, mark, colour, same_as FROM people")
    for reading, called, mark, colour, same_as in rows:
        look = (("mark", mark), ("colour", colour), ("same_as", same_as))
        row = Changed("people", (("reading", reading),), (("name", called), *look), None)
        if reading in (person.reading, new) or (new is None and reading in person.readings):
            yield row
        elif same_as == person.reading:
            yield _update("people", [("reading", reading)], "same_as", same_as, new)
    for reading, _, mark, colour, _ in rows:
        if reading == person.reading and name is not None:
            after = (("name", name), ("mark", mark), ("colour", colour), ("same_as", None))
            yield Changed("people", (("reading", new),), None, after)


def _maps(database: Database, names: NewNames) -> Iterator[Changed]:
    def renamed(campaign: Any) -> Any:
        new = names.record(campaign)
        if isinstance(new, dict) and isinstance(team := new.get("team"), str):
            called = names.within(team)
            new["team"] = called if len(called) <= LONGEST_NAME else team
        return new

    for id, text in database.rows("SELECT id, campaign FROM campaigns"):
        yield from _record("campaigns", [("id", id)], "campaign", text, renamed)


def _settings(database: Database, names: NewNames) -> Iterator[Changed]:
    def asked_of(kept: Any) -> Any:
        if not isinstance(kept, dict):
            return kept
        return {key: names.readings(held) if _are_words(held) else held for key, held in kept.items()}

    def along(kept: Any) -> Any:
        found = asked_of(kept)
        if not isinstance(found, dict):
            return found
        return {new: found[key] for key in found for new in names.readings([key])}

    for key, text in database.rows("SELECT key, value FROM settings"):
        change = along if key == ALONG else asked_of if key.endswith(_ASKED_OF) else names.record
        yield from _record("settings", [("key", key)], "value", text, change)
    if None in names.of.values():
        yield Changed("settings", (("key", SWEEP),), None, (("value", to_text(True)),))


def _counted(database: Database, names: NewNames, person: Person) -> Iterator[Changed]:
    new = names.of[person.reading]
    # By another name they may have sat beside themselves, and then that seat is nobody's.
    readings = person.readings if new is None else (person.reading,)
    for game, seat, name, reading, who in database.rows(_SEAT, (person.reading, to_text(sorted(readings)))):
        key = (("game_id", game), ("seat", seat))
        before = (("name", name), ("reading", reading), ("person", who))
        if new is None:
            after: Cells = (("name", str(seat + 1)), ("reading", ""), ("person", ""))
        elif reading == person.reading:
            after = (("name", new), ("reading", read_name(new)), ("person", read_name(new)))
        else:
            after = (("name", name), ("reading", reading), ("person", read_name(new)))
        yield Changed("seats", key, before, after)


# -- row by row ---------------------------------------------------------------------------------------------


def _update(table: str, key: Iterable[tuple[str, Any]], column: str, before: Any, after: Any) -> Changed:
    return Changed(table, tuple(key), ((column, before),), ((column, after),))


def _text(
    table: str, key: Iterable[tuple[str, Any]], column: str, text: str, change: Callable[[str], str]
) -> Iterator[Changed]:
    new = change(text)
    if new != text:
        yield _update(table, key, column, text, new)


def _record(
    table: str, key: Iterable[tuple[str, Any]], column: str, text: Any, change: Callable[[Any], Any]
) -> Iterator[Changed]:
    """What cannot be read stays as it is: whoever reads it next says so."""
    with suppress(ValueError, RecursionError, TypeError):
        before = from_text(text)
        after = change(before)
        if after != before:
            yield _update(table, key, column, text, to_text(after))


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _free(name: str, taken: set[str]) -> str:
    """A name that no other has; nothing that could be seen is left of one that was only a name."""
    called = clean_name(name)
    number = 2
    while read_name(called) in taken:
        called = f"{clean_name(name)} {number}"
        number += 1
    return called
