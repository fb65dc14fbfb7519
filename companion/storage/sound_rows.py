"""Rows that came from elsewhere: whether they can be kept, and what of them.

A game whose rows do not fit together is left out whole. What people added to it is made to fit: a remark that
is too long is cut, as a field would have cut it, and loses what cannot be seen.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.games.files import parsed
from companion.games.kept import MOST_NOTES, shown_note, shown_title
from companion.games.records import BadRecord
from companion.games.seats import clean_name, name_problem, read_name, unnamed
from companion.storage.backup import LATEST
from companion.storage.campaigns import Kept
from companion.storage.database import Row
from companion.storage.games import COLUMNS, stored_of
from companion.storage.maps import sound

# More than anybody remembers: beyond that lie mistakes, and files that are made to fill a screen.
MOST_MARKS: Final = 2_000
LONGEST_MARK: Final = 40
# No night takes a day.
_LONGEST_NIGHT: Final = 86_400.0
_UID: Final = re.compile(r"[0-9a-f]{16}")
_AT: Final = {name.strip(): place for place, name in enumerate(COLUMNS.split(","))}


def sound_game(number: int, row: Row, moves: Sequence[Row]) -> Row | None:
    """The columns of a game as they can be kept here; None for rows that no screen can show, be the game one
    of this version or of none."""
    made = list(row)
    for name, clean in (
        ("title", _title),
        ("starred", lambda value: int(value == 1)),
        ("evening", lambda value: value if is_moment(value) else None),
        ("night", _night),
    ):
        made[_AT[name]] = clean(made[_AT[name]])
    try:
        stored = stored_of(number, tuple(made), [(at, text) for at, text, _ in moves])
    except (ValueError, BadRecord):
        return None
    players = stored.setup.get("players", [])
    times = (stored.started, stored.updated, *(() if stored.ended is None else (stored.ended,)))
    fits = (
        isinstance(players, list)
        and all(is_clean(player) for player in players)
        and all(0 <= moment <= LATEST for moment in times)
        and all(isinstance(at, float) for _, _, at in moves)
    )
    if not fits:
        return None
    uid = made[_AT["uid"]]
    if not (isinstance(uid, str) and _UID.fullmatch(uid)):
        made[_AT["uid"]] = _uid_of(stored.game, stored.started, stored.setup)
    return tuple(made)


def _uid_of(game: str, started: float, setup: dict[str, Any]) -> str:
    """For a game that has no name for all devices: the same on each of them."""
    told = {key: value for key, value in setup.items() if key != "players"}
    return hashlib.sha256(json.dumps([game, started, told], sort_keys=True).encode()).hexdigest()[:16]


def _title(value: Any) -> str:
    return shown_title(value) if isinstance(value, str) else ""


def _night(value: Any) -> float | None:
    return value if isinstance(value, float) and 0 <= value <= _LONGEST_NIGHT else None


def sound_notes(rows: Iterable[Row]) -> list[Row]:
    """Position, text and time of each that says something, in their order."""
    found = []
    for position, text, at in rows:
        said = shown_note(text) if isinstance(text, str) else ""
        if said and type(position) is int and position >= 0 and is_moment(at):
            found.append((position, said, at))
    return found[:MOST_NOTES]


def sound_marks(rows: Iterable[Row]) -> list[Row]:
    """Seat, position and mark of each."""
    found = [
        (seat, position, mark)
        for seat, position, mark in rows
        if type(seat) is int and type(position) is int and seat >= 0 and position >= 0 and _short(mark)
    ]
    return found[:MOST_MARKS]


def sound_person(row: Row) -> Row | None:
    """Somebody's looks and other names; None for somebody who cannot be called so."""
    reading, name, mark, colour, same_as = row
    if not can_be_kept(name) or read_name(name) != reading:
        return None
    other = same_as if isinstance(same_as, str) and _reading(same_as) and same_as != reading else None
    return (reading, name, mark if _short(mark) else None, colour if _short(colour) else None, other)


def _reading(text: str) -> bool:
    return can_be_kept(text) and read_name(text) == text


def _short(text: Any) -> bool:
    return is_clean(text) and 0 < len(text) <= LONGEST_MARK


def sound_map(id: Any, game: Any, text: Any, updated: Any) -> Kept | None:
    if not (isinstance(game, str) and isinstance(text, str) and is_moment(updated)):
        return None
    try:
        came = sound(game, parsed(text))
    except BadRecord:
        return None
    return Kept(came.id, game, came.record, updated) if came.id == id else None


def can_be_kept(name: Any) -> bool:
    return is_clean(name) and name_problem(name, ()) is None and not unnamed(name)


def is_clean(name: Any) -> bool:
    """Whether it is written as every name here is: another would turn lines round, or fill a screen."""
    return isinstance(name, str) and clean_name(name) == name


def is_moment(value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= LATEST
