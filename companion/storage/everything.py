"""All games as one JSON file (docs/records.md), and such a file read in again, whole or not at all.

The same games give the same bytes. Neither way does memory grow with the number of games.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.file_problems import read_problem
from companion.games.files import Record, record_from, replay
from companion.games.game import Outcome, Problem, ProblemError, blocking, error
from companion.games.records import BadRecord, Json, decode, encode
from companion.games.seats import clean_name, name_problem, read_name, same_name
from companion.storage import maps
from companion.storage.all_games import each_game
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import SAVE, Kept, find, kept_of, row_of
from companion.storage.database import Database, Execute
from companion.storage.games import keep
from companion.storage.json_stream import JsonStream, NotThis, TooLong
from companion.storage.rosters import MOST_GROUPS, group_problems
from companion.storage.stepwise import to_the_end

FORMAT, VERSION = "table-companion-games", 1
# Many lives of playing; each is known by its name while the file is read.
MOST_GAMES: Final = 200_000
MOST_PEOPLE: Final = 10_000
_LONGEST_LOOK: Final = 40
_LISTS: Final = ("people", "groups", "maps", "games")

_PEOPLE = "SELECT name, mark, colour, same_as FROM people ORDER BY reading"
_GROUPS = (
    "SELECT groups.id, groups.name, last_used, group_players.name FROM groups"
    " LEFT JOIN group_players ON group_id = groups.id ORDER BY groups.name, groups.id, seat"
)
_MAPS = f"SELECT {MAP_COLUMNS} FROM campaigns ORDER BY id"
_ADD_PERSON = "INSERT OR IGNORE INTO people (reading, name, mark, colour, same_as) VALUES (?, ?, ?, ?, ?)"
# Who is another name of somebody is so directly: no chain, and no ring.
_SAME = (
    "UPDATE people SET same_as = NULL WHERE same_as IS NOT NULL AND"
    " (same_as = reading OR same_as IN (SELECT reading FROM people WHERE same_as IS NOT NULL))"
)
_COUNT_ANEW = "UPDATE games SET counted = 0 WHERE counted = 1"
_ADD_GROUP = "INSERT INTO groups (name, last_used) VALUES (?, ?)"
_ADD_MEMBER = "INSERT INTO group_players (group_id, seat, name) VALUES (?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Person:
    """How somebody is shown, and whose other name this is, by how that is read."""

    name: str
    mark: str | None = None
    colour: str | None = None
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    players: tuple[str, ...]
    last_used: float | int


@dataclass(frozen=True, slots=True)
class MapRow:
    game: str
    campaign: Any
    updated: float | int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played through to where it stands."""

    record: Record
    outcome: Outcome | None


Element = Person | Group | MapRow | Played


@dataclass(frozen=True, slots=True)
class Added:
    """How many games were in the file, how many of them brought something, and how many of those were here
    and went on or learnt a remark."""

    games: int
    new: int
    went_on: int = 0


# -- out ----------------------------------------------------------------------------------------------------


def write_everything(database: Database, file: BinaryIO, game: str | None = None) -> int:
    """All games, or those of one kind, with people, groups and maps; returns how many games. A line each."""
    written = 0

    def games() -> Iterator[dict[str, Any]]:
        nonlocal written
        for whole in each_game(database, game):
            written += 1
            yield whole.record

    lists: dict[str, Iterable[Any]] = {
        "people": _people(database),
        "groups": _groups(database),
        "maps": _maps(database, game),
        "games": games(),
    }
    file.write(f'{{"format":{json.dumps(FORMAT)},"version":{VERSION}'.encode())
    for name in _LISTS:
        file.write(f',\n"{name}":['.encode())
        for at, record in enumerate(lists[name]):
            file.write((",\n" if at else "\n").encode() + _line(record))
        file.write(b"\n]")
    file.write(b"}\n")
    return written


def _line(record: Any) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:
        # Half of a pair has no UTF-8; JSON can write it all the same.
        return json.dumps(record, separators=(",", ":"), allow_nan=False).encode()


def _people(database: Database) -> Iterator[dict[str, Any]]:
    for row in database.rows(_PEOPLE):
        person = Person(*row)
        if _person_problem(person) is None:
            yield encode(person)


def _groups(database: Database) -> Iterator[dict[str, Any]]:
    found: dict[int, tuple[str, float, list[str]]] = {}
    for number, name, last_used, player in database.rows(_GROUPS):
        found.setdefault(number, (name, last_used, []))[2].append(player)
    for name, last_used, players in found.values():
        group = Group(name, tuple(player for player in players if player is not None), last_used)
        if not group_problems(group.name, group.players, ()):
            yield encode(group)


def _maps(database: Database, game: str | None) -> Iterator[dict[str, Any]]:
    for kept in map(kept_of, database.rows(_MAPS)):
        if kept is None or game not in (None, kept.game):
            continue
        try:
            record = maps.sound(kept.game, kept.record).record
        except BadRecord:
            continue
        yield {"game": kept.game, "campaign": record, "updated": kept.updated}


# -- in -----------------------------------------------------------------------------------------------------


def is_everything(head: bytes) -> bool:
    """Whether a file that begins so says of itself that it is one."""
    plain = b"".join(head.removeprefix(b"\xef\xbb\xbf").split())
    return plain.startswith(f'{{"format":"{FORMAT}"'.encode())


def take_everything(database: Database, path: Path, name: str) -> Generator[float, None, Added]:
    """Take such a file in, in one step: each `next` reads on a little and yields how much of it was read so
    far, from 0 to 1. Closed before the end, or refused, it has changed nothing. `name` is what people call
    the file.

    A game that is here is not doubled, and people, groups and maps that are here stay as they are; a map
    learns what the other knows more. Raises `ProblemError`."""
    with database.step() as execute:
        return (yield from _taking(database, execute, path, name))


def foresee_everything(database: Database, path: Path, name: str) -> Added:
    """What `take_everything` would tell now; nothing is changed. Raises `ProblemError`."""
    added = Added(0, 0)
    with suppress(_OnlyLooked), database.step() as execute:
        added = to_the_end(_taking(database, execute, path, name))
        raise _OnlyLooked
    return added


class _OnlyLooked(Exception):
    """Takes back what was done to look at it."""


def _taking(database: Database, execute: Execute, path: Path, name: str) -> Generator[float, None, Added]:
    aliases = False
    games = new = went_on = 0
    ((last,),) = database.rows("SELECT ifnull(max(id), 0) FROM games")
    groups = [group for (group,) in database.rows("SELECT name FROM groups")]
    for part, element in read_everything(path, name):
        match element:
            case Played():
                games += 1
                number = _take_game(database, execute, element, last)
                new += number is not None
                went_on += number is not None and number <= last
            case Person():
                added = execute(_ADD_PERSON, _person_row(element)).rowcount
                aliases = aliases or (added > 0 and element.same_as is not None)
            case Group():
                _take_group(execute, element, groups)
            case MapRow():
                _take_map(database, execute, element)
        yield part
    if aliases:
        execute(_SAME, ())
        execute(_COUNT_ANEW, ())
    return Added(games, new, went_on)


def read_everything(path: Path, name: str) -> Iterator[tuple[float, Element]]:
    """All that is in the file, each part found sound, with how much of the file was read by then. Raises
    `ProblemError` at the first that is not."""
    try:
        size = max(1, path.stat().st_size)
        with path.open("rb") as file:
            for element in _elements(JsonStream(file), name):
                yield min(1.0, file.tell() / size), element
    except TooLong as wrong:
        raise ProblemError(error("app.files.problem.big", file=name)) from wrong
    except NotThis as wrong:
        raise ProblemError(error("app.files.problem.damaged", file=name)) from wrong
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


def _elements(stream: JsonStream, file: str) -> Iterator[Element]:
    seen: set[str] = set()
    for field in stream.fields():
        if field in seen:
            raise BadRecord(error("app.problem.record_field_twice", place=field))
        seen.add(field)
        # These two come first: what a later version adds is no reason to call the file damaged.
        if len(seen) == 1:
            if field != "format" or stream.value() != FORMAT:
                raise ProblemError(error("app.files.problem.unknown", file=file))
        elif len(seen) == 2:
            _check_version(stream.value() if field == "version" else None, file)
        elif field in _LISTS:
            yield from _list(stream, field, file)
        else:
            raise BadRecord(error("app.problem.record_unknown_field", place=field))
    for field in ("format", "version", *_LISTS):
        if field not in seen:
            raise BadRecord(error("app.problem.record_missing_field", place=field))
    stream.end()


def _check_version(version: Json, file: str) -> None:
    if type(version) is not int or version < 1:
        raise ProblemError(error("app.files.problem.damaged", file=file))
    if version > VERSION:
        raise ProblemError(error("app.files.problem.newer", file=file))


def _list(stream: JsonStream, field: str, file: str) -> Iterator[Element]:
    most = {"games": MOST_GAMES, "people": MOST_PEOPLE}.get(field, MOST_GROUPS)
    ids: set[str] = set()
    for at, _ in enumerate(stream.items()):
        place = f"{field}[{at}]"
        if at >= most:
            raise ProblemError(error("app.files.problem.big", file=file))
        id, element = _read(field, stream.value(), place)
        if id in ids:
            raise ProblemError(error("share.problem.twice", file=file, place=place))
        ids.add(id)
        yield element


def _read(field: str, data: Json, place: str) -> tuple[str, Element]:
    """An element with what no other of its list may have."""
    if field == "people":
        person = decode(Person, data, place)
        _refuse(_person_problem(person))
        return read_name(person.name), person
    if field == "groups":
        group = decode(Group, data, place)
        _refuse(*blocking(group_problems(group.name, group.players, ())))
        if clean_name(group.name) != group.name or not 0 <= group.last_used < float("inf"):
            raise BadRecord(error("app.problem.record_wrong_type", place=place))
        return read_name(group.name), group
    if field == "maps":
        row = decode(MapRow, data, place)
        if not 0 <= row.updated < float("inf"):
            raise BadRecord(error("app.problem.record_wrong_type", place=place))
        return maps.sound(row.game, row.campaign).id, row
    played = _played(data, place)
    return played.record.kept.id if played.record.kept else "", played


def _played(data: Json, place: str) -> Played:
    record = record_from(data)
    if record.kept is None:
        raise BadRecord(error("app.problem.record_missing_field", place=f"{place}.kept"))
    try:
        state = deque(replay(record), maxlen=1).pop()
        outcome: Outcome | None = record.game.outcome(state)
    except (LookupError, TypeError, ValueError, ArithmeticError) as wrong:
        # Rules trust their types; a damaged record can hold a seat that nobody has.
        raise BadRecord(error("app.problem.record_wrong_type", place=place)) from wrong
    return Played(record, outcome)


def _person_problem(person: Person) -> Problem | None:
    if clean_name(person.name) != person.name:
        return error("app.problem.name_unclean", name=clean_name(person.name))
    for look in (person.mark, person.colour, person.same_as):
        if look is not None and (clean_name(look) != look or not 0 < len(look) <= _LONGEST_LOOK):
            return error("app.problem.record_wrong_type", place="people")
    return name_problem(person.name, ())


def _refuse(*problems: Problem | None) -> None:
    for problem in problems:
        if problem is not None:
            raise BadRecord(problem)


def _person_row(person: Person) -> Sequence[Any]:
    return (read_name(person.name), person.name, person.mark, person.colour, person.same_as)


def _take_game(database: Database, execute: Execute, played: Played, last: int) -> int | None:
    """Its number here; None if it brings nothing."""
    record, kept = played.record, played.record.kept
    if kept is None:
        return None
    setup = encode(record.setup)
    return keep(database, execute, record.game.id, setup, record.moves, played.outcome, kept, last)


def _take_group(execute: Execute, group: Group, known: list[str]) -> None:
    if len(known) >= MOST_GROUPS or any(same_name(group.name, other) for other in known):
        return
    number = execute(_ADD_GROUP, (group.name, float(group.last_used))).lastrowid
    for seat, player in enumerate(group.players):
        execute(_ADD_MEMBER, (number, seat, clean_name(player)))
    known.append(group.name)


def _take_map(database: Database, execute: Execute, row: MapRow) -> None:
    came = maps.sound(row.game, row.campaign)
    record = maps.together(find(database, came.id), came)
    if record is not None:
        execute(SAVE, row_of(Kept(came.id, came.game, record, float(row.updated))))
