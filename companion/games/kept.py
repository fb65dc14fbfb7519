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
Moment = float | int
_LATEST: Final = 7_258_118_400
LONGEST_TITLE: Final = 200
LONGEST_NOTE: Final = 4_000
MOST_NOTES: Final = 500
_ID: Final = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Note:
    """`at` is after how many moves it was written."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Kept:
    """`times` say when each move was made, `night` how many seconds the night took, `evening` when the first
    game of the same evening began."""

    id: str
    started: Moment
    updated: Moment
    ended: Moment | None = None
    times: tuple[Moment, ...] = ()
    title: str = ""
    starred: bool = False
    night: Moment | None = None
    evening: Moment | None = None
    notes: tuple[Note, ...] = ()


def read_kept(data: Json, moves: int) -> Kept:
    """What is kept of a game of so many moves. Raises `BadRecord`, with the place that is wrong."""
    kept = decode(Kept, data, "kept")
    moments = (kept.started, kept.updated, kept.ended, kept.evening, kept.night)
    places = {
        "id": _ID.fullmatch(kept.id) is not None,
        "started": all(moment is None or _sound(moment) for moment in moments),
        "times": len(kept.times) == moves and all(map(_sound, kept.times)),
        "title": shown_title(kept.title) == kept.title,
        "notes": len(kept.notes) <= MOST_NOTES and all(_fits(note, moves) for note in kept.notes),
    }
    for place, sound in places.items():
        if not sound:
            raise BadRecord(error("app.problem.record_wrong_type", place=f"kept.{place}"))
    return kept


def shown_title(title: str) -> str:
    """The title as it may stand in a record: cleaned as a name is, and no longer than it may be."""
    return clean_name(clean_name(title)[:LONGEST_TITLE])


def shown_note(text: str) -> str:
    """The same for a note, line by line: it may have several."""
    return _lines(_lines(text[: 2 * LONGEST_NOTE])[:LONGEST_NOTE])


def _lines(text: str) -> str:
    return "\n".join(map(clean_name, text.splitlines())).strip("\n")


def _sound(moment: Moment) -> bool:
    return math.isfinite(moment) and 0 <= moment <= _LATEST


def _fits(note: Note, moves: int) -> bool:
    return 0 <= note.at <= moves and bool(note.text) and shown_note(note.text) == note.text
