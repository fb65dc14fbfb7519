"""Export all games as one JSON file (docs/records.md), and import such a file, completely or not at all.

The export is deterministic: the same games give the same bytes. Reading is a streaming parser that holds
one value at a time, so memory does not grow with the number of games. Import is a generator that yields
its progress and can be stopped by closing it.
"""

from __future__ import annotations

import codecs
import json
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

from companion.core.game import Outcome, Problem, ProblemError, error, filter_blocking
from companion.core.players import clean_name, is_same_name, normalize_name, validate_name
from companion.core.serialization import BadRecord, Json, decode, encode
from companion.files.safe_zip import read_problem
from companion.games.game_file import GameRecord, make_json_decoder, record_from_json, replay
from companion.storage import campaign_files
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import UPSERT, CampaignRow, find_campaign, parse_campaign, to_row
from companion.storage.database import Database, Execute
from companion.storage.game_files import iterate_games
from companion.storage.games import import_game
from companion.storage.rosters import MAX_GROUPS, group_problems

# In characters: limit for one value, and for the whitespace between two.
MAX_VALUE_CHARS: Final = 2_000_000
_CHUNK_BYTES: Final = 1 << 16
_WHITESPACE: Final = " \t\r\n"


class JsonStreamError(ValueError):
    """Invalid JSON or UTF-8, a truncated file, or too deep nesting."""


class JsonValueTooLong(ValueError):
    """One value exceeds `MAX_VALUE_CHARS`."""


class JsonStream:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("strict").decode
        self._decode_value = make_json_decoder().raw_decode
        self._text = ""
        self._offset = 0
        self._is_eof = False

    def iterate_fields(self) -> Iterator[str]:
        """Yield the field names of an object; the caller must read the value after each."""
        yield from (self._read_name() for _ in self._iterate_container("{", "}"))

    def iterate_items(self) -> Iterator[None]:
        """Yield once for each item of a list; the caller must read the item."""
        return self._iterate_container("[", "]")

    def read_value(self) -> Json:
        """Read the next value as a whole. Raises `BadRecord` for a duplicate field in it."""
        self._peek()
        size = _CHUNK_BYTES
        while True:
            try:
                parsed_value, end = self._decode_value(self._text, self._offset)
                # A number at the end of the buffer may continue in the next chunk.
                if end < len(self._text) or self._is_eof or isinstance(parsed_value, dict | list | str):
                    if end - self._offset > MAX_VALUE_CHARS:
                        raise JsonValueTooLong
                    self._offset = end
                    return parsed_value
            except JsonValueTooLong:
                raise
            except RecursionError as wrong:
                raise JsonStreamError(str(wrong)) from wrong
            except ValueError as wrong:
                if self._is_eof:
                    raise JsonStreamError(str(wrong)) from wrong
            if len(self._text) - self._offset > MAX_VALUE_CHARS:
                raise JsonValueTooLong
            self._read_more(size)
            size *= 2

    def expect_end(self) -> None:
        if self._peek():
            raise JsonStreamError("something follows")

    def _iterate_container(self, opening: str, closing: str) -> Iterator[None]:
        self._expect(opening)
        if self._peek() == closing:
            self._offset += 1
            return
        while True:
            yield None
            if self._peek() == closing:
                self._offset += 1
                return
            self._expect(",")

    def _read_name(self) -> str:
        if self._peek() != '"':
            raise JsonStreamError("no name")
        name = self.read_value()
        self._expect(":")
        return str(name)

    def _expect(self, char: str) -> None:
        if self._peek() != char:
            raise JsonStreamError(f"no {char}")
        self._offset += 1

    def _peek(self) -> str:
        """Return the next non-blank character without consuming it; empty at the end of the file."""
        skipped = 0
        while True:
            while self._offset < len(self._text):
                char = self._text[self._offset]
                if char not in _WHITESPACE:
                    return char
                self._offset += 1
                skipped += 1
            if self._is_eof:
                return ""
            if skipped > MAX_VALUE_CHARS:
                raise JsonValueTooLong
            self._read_more(_CHUNK_BYTES)

    def _read_more(self, size: int) -> None:
        data = self._file.read(size)
        try:
            text = self._decode(data, final=not data)
        except UnicodeDecodeError as wrong:
            raise JsonStreamError(str(wrong)) from wrong
        self._is_eof = not data
        self._text = self._text[self._offset :] + text
        self._offset = 0


T = TypeVar("T")


def run_to_completion(steps: Generator[float, None, T]) -> T:
    """Run a generator to its end and return its result, ignoring progress."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


FORMAT, VERSION = "table-companion-games", 1
# Far more than anybody plays; the ids of all games are held in memory while the file is read.
MAX_GAMES: Final = 200_000
MAX_PEOPLE: Final = 10_000
_MAX_LOOK_CHARS: Final = 40
_LISTS: Final = ("people", "groups", "maps", "games")

_PEOPLE = "SELECT name, mark, colour, same_as FROM people ORDER BY reading"
_GROUPS = (
    "SELECT groups.id, groups.name, last_used, group_players.name FROM groups"
    " LEFT JOIN group_players ON group_id = groups.id ORDER BY groups.name, groups.id, seat"
)
_MAPS = f"SELECT {MAP_COLUMNS} FROM campaigns ORDER BY id"
_ADD_PERSON = "INSERT OR IGNORE INTO people (reading, name, mark, colour, same_as) VALUES (?, ?, ?, ?, ?)"
# An alias points directly to its person: no chains, no cycles.
_FLATTEN_ALIASES = (
    "UPDATE people SET same_as = NULL WHERE same_as IS NOT NULL AND"
    " (same_as = reading OR same_as IN (SELECT reading FROM people WHERE same_as IS NOT NULL))"
)
_MARK_ALL_STALE = "UPDATE games SET counted = 0 WHERE counted = 1"
_ADD_GROUP = "INSERT INTO groups (name, last_used) VALUES (?, ?)"
_ADD_MEMBER = "INSERT INTO group_players (group_id, seat, name) VALUES (?, ?, ?)"


@dataclass(frozen=True, slots=True)
class ExportedPerson:
    """Look and alias of a person; `same_as` is the name key of the person this one is an alias of."""

    name: str
    mark: str | None = None
    colour: str | None = None
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class ExportedGroup:
    name: str
    players: tuple[str, ...]
    last_used: float | int


@dataclass(frozen=True, slots=True)
class ExportedMap:
    game: str
    campaign: Any
    updated: float | int


@dataclass(frozen=True, slots=True)
class ValidatedGame:
    """A game that was replayed without errors."""

    record: GameRecord
    outcome: Outcome | None


ExportElement = ExportedPerson | ExportedGroup | ExportedMap | ValidatedGame


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Number of games in the file, of new or changed ones, and of local games that were changed."""

    game_count: int
    new_count: int
    extended_count: int = 0


# -- export -------------------------------------------------------------------------------------------------


def export_json(database: Database, file: BinaryIO, game: str | None = None) -> int:
    """Write all games, or those of one kind, with people, groups and maps; return the number of games.

    Each record is on a line of its own.
    """
    game_count = 0

    def games() -> Iterator[dict[str, Any]]:
        nonlocal game_count
        for replayed_game in iterate_games(database, game):
            game_count += 1
            yield replayed_game.record

    lists: dict[str, Iterable[Any]] = {
        "people": _iterate_people(database),
        "groups": _iterate_groups(database),
        "maps": _iterate_maps(database, game),
        "games": games(),
    }
    file.write(f'{{"format":{json.dumps(FORMAT)},"version":{VERSION}'.encode())
    for name in _LISTS:
        file.write(f',\n"{name}":['.encode())
        for index, record in enumerate(lists[name]):
            file.write((",\n" if index else "\n").encode() + _dump_line(record))
        file.write(b"\n]")
    file.write(b"}\n")
    return game_count


def _dump_line(record: Any) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:
        # A lone surrogate cannot be encoded as UTF-8, but JSON can escape it.
        return json.dumps(record, separators=(",", ":"), allow_nan=False).encode()


def _iterate_people(database: Database) -> Iterator[dict[str, Any]]:
    for row in database.rows(_PEOPLE):
        person = ExportedPerson(*row)
        if _find_person_problem(person) is None:
            yield encode(person)


def _iterate_groups(database: Database) -> Iterator[dict[str, Any]]:
    by_id: dict[int, tuple[str, float, list[str]]] = {}
    for group_id, name, last_used, player in database.rows(_GROUPS):
        by_id.setdefault(group_id, (name, last_used, []))[2].append(player)
    for name, last_used, players in by_id.values():
        group = ExportedGroup(name, tuple(player for player in players if player is not None), last_used)
        if not group_problems(group.name, group.players, ()):
            yield encode(group)


def _iterate_maps(database: Database, game: str | None) -> Iterator[dict[str, Any]]:
    for campaign in map(parse_campaign, database.rows(_MAPS)):
        if campaign is None or game not in (None, campaign.game):
            continue
        try:
            record = campaign_files.validate_map(campaign.game, campaign.record).record
        except BadRecord:
            continue
        yield {"game": campaign.game, "campaign": record, "updated": campaign.updated}


# -- import -------------------------------------------------------------------------------------------------


def is_json_export(head: bytes) -> bool:
    """True if the head of a file has the format field of a JSON export."""
    compact = b"".join(head.removeprefix(b"\xef\xbb\xbf").split())
    return compact.startswith(f'{{"format":"{FORMAT}"'.encode())


def import_json(database: Database, path: Path, name: str) -> Generator[float, None, ImportCounts]:
    """Import a JSON export in one transaction, yielding the progress from 0 to 1.

    Closing the generator early, or an error, rolls everything back. `name` is the file name shown to the
    user. Duplicate games are skipped, local people and groups are left alone, and maps are merged. Raises
    `ProblemError`.
    """
    with database.transaction() as execute:
        return (yield from _import_elements(database, execute, path, name))


def preview_json_import(database: Database, path: Path, name: str) -> ImportCounts:
    """Dry run of `import_json`: run it in a transaction and roll back. Raises `ProblemError`."""
    counts = ImportCounts(0, 0)
    with suppress(_DryRun), database.transaction() as execute:
        counts = run_to_completion(_import_elements(database, execute, path, name))
        raise _DryRun
    return counts


class _DryRun(Exception):
    """Rolls back the transaction of a dry run."""


def _import_elements(
    database: Database, execute: Execute, path: Path, name: str
) -> Generator[float, None, ImportCounts]:
    has_new_aliases = False
    game_count = new_count = extended_count = 0
    ((max_id,),) = database.rows("SELECT ifnull(max(id), 0) FROM games")
    groups = [group for (group,) in database.rows("SELECT name FROM groups")]
    for progress, element in read_json_export(path, name):
        match element:
            case ValidatedGame():
                game_count += 1
                game_id = _import_game(database, execute, element, max_id)
                new_count += game_id is not None
                extended_count += game_id is not None and game_id <= max_id
            case ExportedPerson():
                added = execute(_ADD_PERSON, _person_row(element)).rowcount
                has_new_aliases = has_new_aliases or (added > 0 and element.same_as is not None)
            case ExportedGroup():
                _import_group(execute, element, groups)
            case ExportedMap():
                _import_map(database, execute, element)
        yield progress
    if has_new_aliases:
        execute(_FLATTEN_ALIASES, ())
        execute(_MARK_ALL_STALE, ())
    return ImportCounts(game_count, new_count, extended_count)


def read_json_export(path: Path, name: str) -> Iterator[tuple[float, ExportElement]]:
    """Yield the progress and each validated element of the file.

    Raises `ProblemError` at the first invalid one.
    """
    try:
        size = max(1, path.stat().st_size)
        with path.open("rb") as file:
            for element in _iterate_elements(JsonStream(file), name):
                yield min(1.0, file.tell() / size), element
    except JsonValueTooLong as wrong:
        raise ProblemError(error("app.files.problem.big", file=name)) from wrong
    except JsonStreamError as wrong:
        raise ProblemError(error("app.files.problem.damaged", file=name)) from wrong
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


def _iterate_elements(stream: JsonStream, file: str) -> Iterator[ExportElement]:
    found_fields: set[str] = set()
    for field in stream.iterate_fields():
        if field in found_fields:
            raise BadRecord(error("app.problem.record_field_twice", place=field))
        found_fields.add(field)
        # These two are checked first, so that a file of a later version is not reported as damaged.
        if len(found_fields) == 1:
            if field != "format" or stream.read_value() != FORMAT:
                raise ProblemError(error("app.files.problem.unknown", file=file))
        elif len(found_fields) == 2:
            _check_version(stream.read_value() if field == "version" else None, file)
        elif field in _LISTS:
            yield from _read_list(stream, field, file)
        else:
            raise BadRecord(error("app.problem.record_unknown_field", place=field))
    for field in ("format", "version", *_LISTS):
        if field not in found_fields:
            raise BadRecord(error("app.problem.record_missing_field", place=field))
    stream.expect_end()


def _check_version(version: Json, file: str) -> None:
    if type(version) is not int or version < 1:
        raise ProblemError(error("app.files.problem.damaged", file=file))
    if version > VERSION:
        raise ProblemError(error("app.files.problem.newer", file=file))


def _read_list(stream: JsonStream, field: str, file: str) -> Iterator[ExportElement]:
    limit = {"games": MAX_GAMES, "people": MAX_PEOPLE}.get(field, MAX_GROUPS)
    ids: set[str] = set()
    for index, _ in enumerate(stream.iterate_items()):
        place = f"{field}[{index}]"
        if index >= limit:
            raise ProblemError(error("app.files.problem.big", file=file))
        id, element = _read_element(field, stream.read_value(), place)
        if id in ids:
            raise ProblemError(error("share.problem.twice", file=file, place=place))
        ids.add(id)
        yield element


def _read_element(field: str, data: Json, place: str) -> tuple[str, ExportElement]:
    """Return the key that must be unique in its list, and the element."""
    if field == "people":
        person = decode(ExportedPerson, data, place)
        _raise_first(_find_person_problem(person))
        return normalize_name(person.name), person
    if field == "groups":
        group = decode(ExportedGroup, data, place)
        _raise_first(*filter_blocking(group_problems(group.name, group.players, ())))
        if clean_name(group.name) != group.name or not 0 <= group.last_used < float("inf"):
            raise BadRecord(error("app.problem.record_wrong_type", place=place))
        return normalize_name(group.name), group
    if field == "maps":
        row = decode(ExportedMap, data, place)
        if not 0 <= row.updated < float("inf"):
            raise BadRecord(error("app.problem.record_wrong_type", place=place))
        return campaign_files.validate_map(row.game, row.campaign).id, row
    validated = _validate_game(data, place)
    return validated.record.metadata.id if validated.record.metadata else "", validated


def _validate_game(data: Json, place: str) -> ValidatedGame:
    record = record_from_json(data)
    if record.metadata is None:
        raise BadRecord(error("app.problem.record_missing_field", place=f"{place}.kept"))
    try:
        state = deque(replay(record), maxlen=1).pop()
        outcome: Outcome | None = record.game.outcome(state)
    except (LookupError, TypeError, ValueError, ArithmeticError) as wrong:
        # The rules trust their types; a damaged record can hold an invalid seat.
        raise BadRecord(error("app.problem.record_wrong_type", place=place)) from wrong
    return ValidatedGame(record, outcome)


def _find_person_problem(person: ExportedPerson) -> Problem | None:
    if clean_name(person.name) != person.name:
        return error("app.problem.name_unclean", name=clean_name(person.name))
    for look in (person.mark, person.colour, person.same_as):
        if look is not None and (clean_name(look) != look or not 0 < len(look) <= _MAX_LOOK_CHARS):
            return error("app.problem.record_wrong_type", place="people")
    return validate_name(person.name, ())


def _raise_first(*problems: Problem | None) -> None:
    for problem in problems:
        if problem is not None:
            raise BadRecord(problem)


def _person_row(person: ExportedPerson) -> Sequence[Any]:
    return (normalize_name(person.name), person.name, person.mark, person.colour, person.same_as)


def _import_game(database: Database, execute: Execute, validated: ValidatedGame, max_id: int) -> int | None:
    """Return the id of the stored game; None if nothing is new."""
    record, metadata = validated.record, validated.record.metadata
    if metadata is None:
        return None
    setup = encode(record.setup)
    return import_game(
        database, execute, record.game.id, setup, record.moves, validated.outcome, metadata, max_id
    )


def _import_group(execute: Execute, group: ExportedGroup, group_names: list[str]) -> None:
    if len(group_names) >= MAX_GROUPS or any(is_same_name(group.name, other) for other in group_names):
        return
    group_id = execute(_ADD_GROUP, (group.name, float(group.last_used))).lastrowid
    for seat, player in enumerate(group.players):
        execute(_ADD_MEMBER, (group_id, seat, clean_name(player)))
    group_names.append(group.name)


def _import_map(database: Database, execute: Execute, row: ExportedMap) -> None:
    incoming = campaign_files.validate_map(row.game, row.campaign)
    record = campaign_files.merge_maps(find_campaign(database, incoming.id), incoming)
    if record is not None:
        execute(UPSERT, to_row(CampaignRow(incoming.id, incoming.game, record, float(row.updated))))
