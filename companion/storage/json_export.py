"""Stored games as JSON (docs/records.md): one game as a record or file, and all games as one file.

The export is deterministic: the same games give the same bytes. Reading is a streaming parser that holds
one value at a time, so memory does not grow with the number of games.
"""

from __future__ import annotations

import codecs
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.core.game import ProblemError, error
from companion.core.players import clean_name
from companion.core.serialization import BadRecord, Json, decode_move, encode, replay_or_none
from companion.files.outgoing import OutgoingFile, build_file_name
from companion.files.safe_zip import read_problem
from companion.files.share_link import SharedGame
from companion.games.game_file import FORMAT as RECORD_FORMAT
from companion.games.game_file import GameMetadata, make_json_decoder, record_from_json, replay
from companion.games.registry import get_game
from companion.statistics.metrics import GameMetrics, find_metrics_function
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import parse_campaign, validate_map
from companion.storage.database import Database
from companion.storage.journal import StoredGame, load_metadata, load_stored_game
from companion.storage.rosters import MAX_GROUPS, group_problems
from companion.storage.validation import (
    MAX_GAMES,
    ExportedGroup,
    ExportedPerson,
    ExportElement,
    find_person_problem,
    parse_export_element,
)

# -- one game -----------------------------------------------------------------------------------------------


def to_record(stored: StoredGame, metadata: GameMetadata | None = None) -> dict[str, Any]:
    """Return the documented form of a game (docs/records.md), without undone moves."""
    record = {
        "format": RECORD_FORMAT,
        "game": stored.game,
        "setup": stored.setup,
        "moves": list(stored.moves[: stored.move_count]),
    }
    return record if metadata is None else {**record, "kept": encode(metadata)}


def to_shared_game(stored: StoredGame) -> SharedGame:
    """Return the form in which a game is shared with another device."""
    moves = stored.moves[: stored.move_count]
    # An invalid game night must not prevent sharing.
    is_valid = stored.game_night is not None and stored.game_night <= stored.started
    game_night, title = stored.game_night if is_valid else None, clean_name(stored.title)[:80].strip()
    return SharedGame(stored.uid, stored.game, stored.setup, moves, stored.started, game_night, title)


def export_game(stored: StoredGame, metadata: GameMetadata | None = None) -> OutgoingFile:
    """Export a game as a file."""
    day = datetime.fromtimestamp(stored.started, UTC).strftime("%Y-%m-%d")
    text = json.dumps(to_record(stored, metadata), ensure_ascii=False, indent=1) + "\n"
    name = build_file_name("json", stored.game, day, str(stored.id))
    return OutgoingFile(name, "application/json", lambda path: path.write_text(text, encoding="utf-8"))


# The same games in the same order, in whatever order they were imported.
_ALL: Final = "SELECT id FROM games WHERE deleted IS NULL AND game = ifnull(?, game) ORDER BY started, uid"


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A stored game with its record, and the states before each move and after the last."""

    stored: StoredGame
    metadata: GameMetadata
    record: dict[str, Any]
    states: tuple[Any, ...]

    @property
    def is_over(self) -> bool:
        return self.stored.ended is not None

    def compute_metrics(self) -> GameMetrics:
        manifest = get_game(self.stored.game)
        moves = [decode_move(manifest.rules, move) for move in self.record["moves"]]
        return find_metrics_function(manifest)(self.states, moves)


def iterate_games(database: Database, game: str | None = None) -> Iterator[ReplayedGame]:
    """Yield all games, or those of one kind. Games that cannot be read or replayed are skipped: a reader of
    the export would reject the whole file."""
    for (game_id,) in database.rows(_ALL, (game,)):
        replayed_game = load_replayed_game(database, game_id)
        if replayed_game is not None:
            yield replayed_game


def load_replayed_game(database: Database, game_id: int) -> ReplayedGame | None:
    """Load and replay a game; None if it cannot be read or has no uid."""

    def load() -> ReplayedGame | None:
        stored = load_stored_game(database, game_id)
        metadata = load_metadata(database, stored)
        if metadata is None:
            return None
        record = to_record(stored, metadata)
        return ReplayedGame(stored, metadata, record, tuple(replay(record_from_json(record))))

    return replay_or_none(load)


@contextmanager
def open_copy(copy: Path) -> Iterator[Database]:
    """Open a copy of the database, for use on another thread."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        yield Database(connection, None)


# -- all games ----------------------------------------------------------------------------------------------


FORMAT, VERSION = "table-companion-games", 1
_LISTS: Final = ("people", "groups", "maps", "games")

_PEOPLE = "SELECT name, mark, colour, same_as FROM people ORDER BY reading"
_GROUPS = (
    "SELECT groups.id, groups.name, last_used, group_players.name FROM groups"
    " LEFT JOIN group_players ON group_id = groups.id ORDER BY groups.name, groups.id, seat"
)
_MAPS = f"SELECT {MAP_COLUMNS} FROM campaigns ORDER BY id"


def export_json(database: Database, file: BinaryIO, game: str | None = None) -> int:
    """Write all games, or those of one kind, with people, groups and maps; return the number of games. Each
    record is on a line of its own."""
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
        if find_person_problem(person) is None:
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
            record = validate_map(campaign.game, campaign.record).record
        except BadRecord:
            continue
        yield {"game": campaign.game, "campaign": record, "updated": campaign.updated}


# -- reading ------------------------------------------------------------------------------------------------

_MAX_EXPORTED_PEOPLE: Final = 10_000
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


def is_json_export(head: bytes) -> bool:
    """True if the head of a file has the format field of a JSON export."""
    compact = b"".join(head.removeprefix(b"\xef\xbb\xbf").split())
    return compact.startswith(f'{{"format":"{FORMAT}"'.encode())


def read_json_export(path: Path, name: str) -> Iterator[tuple[float, ExportElement]]:
    """Yield the progress and each validated element of the file. Raises `ProblemError` at the first invalid
    one."""
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
    limit = {"games": MAX_GAMES, "people": _MAX_EXPORTED_PEOPLE}.get(field, MAX_GROUPS)
    ids: set[str] = set()
    for index, _ in enumerate(stream.iterate_items()):
        place = f"{field}[{index}]"
        if index >= limit:
            raise ProblemError(error("app.files.problem.big", file=file))
        id, element = parse_export_element(field, stream.read_value(), place)
        if id in ids:
            raise ProblemError(error("share.problem.twice", file=file, place=place))
        ids.add(id)
        yield element
