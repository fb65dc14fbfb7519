"""What is kept of a game beside its set-up and its moves: when it was played, what it is called, what was
noted on it. It travels with the record, so that a game is the same one on every device."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

from companion.games.game import error
from companion.games.records import BadRecord, Json, decode
from companion.games.seats import clean_name

# In seconds since 1970. No game is played later (the year 2200): such a time is a mistake.
Timestamp = float | int
_MAX_TIMESTAMP: Final = 7_258_118_400
MAX_TITLE_LENGTH: Final = 200
MAX_NOTE_LENGTH: Final = 4_000
MAX_NOTES: Final = 500
_ID: Final = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class GameNote:
    """`at` is after how many moves it was written."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class GameMetadata:
    """`times` say when each move was made, `night` how many seconds the night took, `evening` when the first
    game of the same evening began."""

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
    """What is kept of a game of so many moves. Raises `BadRecord`, with the place that is wrong."""
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
    """The title as it may stand in a record: cleaned as a name is, and no longer than it may be."""
    return clean_name(clean_name(title)[:MAX_TITLE_LENGTH])


def clean_note(text: str) -> str:
    """The same for a note, line by line: it may have several."""
    return _clean_lines(_clean_lines(text[: 2 * MAX_NOTE_LENGTH])[:MAX_NOTE_LENGTH])


def _clean_lines(text: str) -> str:
    return "\n".join(map(clean_name, text.splitlines())).strip("\n")


def _is_valid_timestamp(timestamp: Timestamp) -> bool:
    return math.isfinite(timestamp) and 0 <= timestamp <= _MAX_TIMESTAMP


def _is_valid_note(note: GameNote, move_count: int) -> bool:
    return 0 <= note.at <= move_count and bool(note.text) and clean_note(note.text) == note.text
