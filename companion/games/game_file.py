"""Game records: a whole game as JSON text, decoded strictly and replayed move by move.

A record may include metadata (`GameMetadata`): id, times, title and notes, so that a game keeps its
identity on every device.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.core.game import (
    BadSetup,
    Game,
    IllegalMove,
    Problem,
    ProblemError,
    error,
    filter_blocking,
)
from companion.core.players import clean_name
from companion.core.serialization import BadRecord, Json, decode, decode_move, decode_setup
from companion.games.registry import find_game_by_name

# Latest valid time (the year 2200), in seconds since 1970; a later one is an error.
Timestamp = float | int
_MAX_TIMESTAMP: Final = 7_258_118_400
MAX_TITLE_LENGTH: Final = 200
MAX_NOTE_LENGTH: Final = 4_000
MAX_NOTES: Final = 500
_ID: Final = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class GameNote:
    """A note of the user; `at` is its move count."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class GameMetadata:
    """Metadata of a stored game.

    `times` are the times of the moves, `night` is the length of the night in seconds, and `evening` the
    start of the first game of the same game night.
    """

    id: str
    started: Timestamp
    updated: Timestamp
    ended: Timestamp | None = None
    times: tuple[Timestamp, ...] = ()
    title: str = ""
    starred: bool = False
    night: Timestamp | None = None
    evening: Timestamp | None = None
    notes: tuple[GameNote, ...] = ()


def parse_metadata(data: Json, move_count: int) -> GameMetadata:
    """Decode and validate the metadata of a game with `move_count` moves.

    Raises `BadRecord` with the invalid field.
    """
    metadata = decode(GameMetadata, data, "kept")
    timestamps = (metadata.started, metadata.updated, metadata.ended, metadata.evening, metadata.night)
    checks = {
        "id": _ID.fullmatch(metadata.id) is not None,
        "started": all(timestamp is None or _is_valid_timestamp(timestamp) for timestamp in timestamps),
        "times": len(metadata.times) == move_count and all(map(_is_valid_timestamp, metadata.times)),
        "title": clean_title(metadata.title) == metadata.title,
        "notes": len(metadata.notes) <= MAX_NOTES
        and all(_is_valid_note(note, move_count) for note in metadata.notes),
    }
    for place, is_valid in checks.items():
        if not is_valid:
            raise BadRecord(error("app.problem.record_wrong_type", place=f"kept.{place}"))
    return metadata


def clean_title(title: str) -> str:
    """Clean a title as `clean_name` does and truncate it to `MAX_TITLE_LENGTH`."""
    return clean_name(clean_name(title)[:MAX_TITLE_LENGTH])


def clean_note(text: str) -> str:
    """Clean and truncate a note line by line; it may have several lines."""
    return _clean_lines(_clean_lines(text[: 2 * MAX_NOTE_LENGTH])[:MAX_NOTE_LENGTH])


def _clean_lines(text: str) -> str:
    return "\n".join(map(clean_name, text.splitlines())).strip("\n")


def _is_valid_timestamp(timestamp: Timestamp) -> bool:
    return math.isfinite(timestamp) and 0 <= timestamp <= _MAX_TIMESTAMP


def _is_valid_note(note: GameNote, move_count: int) -> bool:
    return 0 <= note.at <= move_count and bool(note.text) and clean_note(note.text) == note.text


FORMAT = 1
# More digits than any valid number has; a float can represent all such integers.
_MAX_DIGITS = 15
# Far above the longest real game: all moves are replayed when a game is opened and by every screen.
MAX_MOVES = 2_000
_REQUIRED_FIELDS = ("format", "game", "setup", "moves")
# Only present in records of stored games.
_METADATA_FIELD = "kept"


class ReplayError(ProblemError):
    """Move `move_number` (counted from 1) of a record is invalid or illegal."""

    def __init__(self, move_number: int, problem: Problem) -> None:
        super().__init__(problem)
        self.move_number = move_number


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A decoded game record. Its moves are still JSON; each is decoded when it is replayed."""

    game: Game[Any, Any, Any]
    setup: Any
    moves: tuple[Json, ...]
    metadata: GameMetadata | None = None


def parse_record(text: str | bytes) -> GameRecord:
    """Parse a record file. Raises `BadRecord` if it is not one, `BadSetup` if its set-up is invalid."""
    return record_from_json(parse_json(text))


def record_from_json(data: Json) -> GameRecord:
    """Decode a record from JSON. Raises as `parse_record` does."""
    if not isinstance(data, dict):
        raise BadRecord(error("app.problem.record_shape", place="record"))
    # Check the version first: unknown fields of a later format must not be reported as malformed.
    if "format" not in data:
        raise BadRecord(error("app.problem.record_missing_field", place="format"))
    version = data["format"]
    if type(version) is not int:
        raise BadRecord(error("app.problem.record_wrong_type", place="format"))
    if version != FORMAT:
        raise BadRecord(error("app.problem.record_format", found=str(version), known=FORMAT))
    for name in data:
        if name not in (*_REQUIRED_FIELDS, _METADATA_FIELD):
            raise BadRecord(error("app.problem.record_unknown_field", place=name))
    for name in _REQUIRED_FIELDS:
        if name not in data:
            raise BadRecord(error("app.problem.record_missing_field", place=name))
    if not isinstance(data["moves"], list):
        raise BadRecord(error("app.problem.record_wrong_type", place="moves"))
    if len(data["moves"]) > MAX_MOVES:
        raise BadRecord(error("app.problem.record_long", moves=len(data["moves"]), most=MAX_MOVES))
    game = _find_rules(data["game"])
    setup = decode_setup(game, data["setup"])
    errors = filter_blocking(game.problems(setup))
    if errors:
        raise BadSetup(errors[0])
    metadata_json = data.get(_METADATA_FIELD)
    metadata = None if metadata_json is None else parse_metadata(metadata_json, len(data["moves"]))
    return GameRecord(game, setup, tuple(data["moves"]), metadata)


def replay(record: GameRecord) -> Iterator[Any]:
    """Yield the initial state and the state after each move.

    Raises `ReplayError` at the first invalid move.
    """
    state = record.game.start(record.setup)
    yield state
    for move_number, move in enumerate(record.moves, start=1):
        try:
            state = record.game.apply(state, decode_move(record.game, move))
        except (BadRecord, IllegalMove) as exc:
            raise ReplayError(move_number, exc.problem) from exc
        yield state


def parse_json(text: str | bytes) -> Json:
    """Parse JSON strictly: no duplicate fields, no integers that are too long. Raises `BadRecord`."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(
            text,
            object_pairs_hook=_object_without_duplicates,
            parse_int=_parse_integer,
            parse_constant=_reject_constant,
        )
    except (ValueError, RecursionError) as exc:
        raise BadRecord(error("app.problem.record_not_json", line=getattr(exc, "lineno", 1))) from exc


def make_json_decoder() -> json.JSONDecoder:
    """Return a decoder with the same rules as `parse_json`, for one value at a time."""
    return json.JSONDecoder(
        object_pairs_hook=_object_without_duplicates,
        parse_int=_parse_integer,
        parse_constant=_reject_constant,
    )


def _object_without_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result: dict[str, Json] = {}
    for name, value in pairs:
        if name in result:
            raise BadRecord(error("app.problem.record_field_twice", place=name))
        result[name] = value
    return result


def _parse_integer(digits: str) -> int | float:
    """Parse an integer; too long a number becomes a float.

    No field accepts a float, so the error names its place.
    """
    return int(digits) if len(digits) <= _MAX_DIGITS else float(digits)


def _reject_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _find_rules(name: Json) -> Game[Any, Any, Any]:
    game = find_game_by_name(name) if isinstance(name, str) else None
    if game is None:
        raise BadRecord(error("app.problem.record_unknown_game", game=str(name)))
    return game.rules
