"""What is kept of a game beside its set-up and its moves: when it was played, what it is called, what was
noted on it. It travels with the record, so that a game is the same one on every device."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from companion.games.game import error
from companion.games.records import BadRecord, Json, decode

# In seconds since 1970. No game is played later (the year 2200): such a time is a mistake.
Moment = float | int
_LATEST: Final = 7_258_118_400
LONGEST_TITLE: Final = 200
LONGEST_NOTE: Final = 4_000
MOST_NOTES: Final = 500
_ID: Final = re.compile(r"[0-9a-f]{16}")
# What has no shape and no place in a text: controls, halves of pairs.
_UNSEEN: Final = frozenset({"Cc", "Cs"})


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
        "title": len(kept.title) <= LONGEST_TITLE and _one_line(kept.title) == kept.title,
        "notes": len(kept.notes) <= MOST_NOTES and all(_fits(note, moves) for note in kept.notes),
    }
    for place, sound in places.items():
        if not sound:
            raise BadRecord(error("app.problem.record_wrong_type", place=f"kept.{place}"))
    return kept


def shown_title(title: str) -> str:
    """The title as it may stand in a record."""
    return _one_line(title)[:LONGEST_TITLE].strip()


def shown_note(text: str) -> str:
    return "".join(char for char in text if char == "\n" or not _unseen(char))[:LONGEST_NOTE]


def _one_line(text: str) -> str:
    return "".join(char for char in text if not _unseen(char)).strip()


def _unseen(char: str) -> bool:
    return unicodedata.category(char) in _UNSEEN


def _sound(moment: Moment) -> bool:
    return math.isfinite(moment) and 0 <= moment <= _LATEST


def _fits(note: Note, moves: int) -> bool:
    return 0 <= note.at <= moves and bool(note.text) and shown_note(note.text) == note.text
