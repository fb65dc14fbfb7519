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

from companion.games.files import parse_json
from companion.games.kept import MAX_NOTES, clean_note, clean_title
from companion.games.records import BadRecord
from companion.games.seats import clean_name, is_unnamed, normalize_name, validate_name
from companion.storage.backup import MAX_TIMESTAMP
from companion.storage.campaigns import CampaignRow
from companion.storage.database import Row
from companion.storage.games import COLUMNS, parse_stored_game
from companion.storage.maps import validate_map

# More than anybody remembers: beyond that lie mistakes, and files that are made to fill a screen.
MAX_MARKS: Final = 2_000
MAX_MARK_CHARS: Final = 40
# No night takes a day.
_MAX_NIGHT_SECONDS: Final = 86_400.0
_UID: Final = re.compile(r"[0-9a-f]{16}")
_COLUMN_INDEX: Final = {name.strip(): place for place, name in enumerate(COLUMNS.split(","))}


def validate_game(game_id: int, row: Row, moves: Sequence[Row]) -> Row | None:
    """The columns of a game as they can be kept here; None for rows that no screen can show, be the game one
    of this version or of none."""
    columns = list(row)
    for name, clean in (
        ("title", _clean_title),
        ("starred", lambda value: int(value == 1)),
        ("evening", lambda value: value if is_timestamp(value) else None),
        ("night", _clean_night),
    ):
        columns[_COLUMN_INDEX[name]] = clean(columns[_COLUMN_INDEX[name]])
    try:
        stored = parse_stored_game(
            game_id, tuple(columns), [(move_index, text) for move_index, text, _ in moves]
        )
    except (ValueError, BadRecord):
        return None
    players = stored.setup.get("players", [])
    times = (stored.started, stored.updated, *(() if stored.ended is None else (stored.ended,)))
    is_valid = (
        isinstance(players, list)
        and all(is_clean_text(player) for player in players)
        and all(0 <= time <= MAX_TIMESTAMP for time in times)
        and all(isinstance(move_index, float) for _, _, move_index in moves)
    )
    if not is_valid:
        return None
    uid = columns[_COLUMN_INDEX["uid"]]
    if not (isinstance(uid, str) and _UID.fullmatch(uid)):
        columns[_COLUMN_INDEX["uid"]] = _derive_uid(stored.game, stored.started, stored.setup)
    return tuple(columns)


def _derive_uid(game: str, started: float, setup: dict[str, Any]) -> str:
    """For a game that has no name for all devices: the same on each of them."""
    setup_without_names = {key: value for key, value in setup.items() if key != "players"}
    return hashlib.sha256(
        json.dumps([game, started, setup_without_names], sort_keys=True).encode()
    ).hexdigest()[:16]


def _clean_title(value: Any) -> str:
    return clean_title(value) if isinstance(value, str) else ""


def _clean_night(value: Any) -> float | None:
    return value if isinstance(value, float) and 0 <= value <= _MAX_NIGHT_SECONDS else None


def validate_notes(rows: Iterable[Row]) -> list[Row]:
    """Position, text and time of each that says something, in their order."""
    valid_notes = []
    for move_count, text, written_at in rows:
        clean_text = clean_note(text) if isinstance(text, str) else ""
        if clean_text and type(move_count) is int and move_count >= 0 and is_timestamp(written_at):
            valid_notes.append((move_count, clean_text, written_at))
    return valid_notes[:MAX_NOTES]


def validate_marks(rows: Iterable[Row]) -> list[Row]:
    """Seat, position and mark of each."""
    valid_marks = [
        (seat, move_count, mark)
        for seat, move_count, mark in rows
        if type(seat) is int
        and type(move_count) is int
        and seat >= 0
        and move_count >= 0
        and _is_short_text(mark)
    ]
    return valid_marks[:MAX_MARKS]


def validate_person(row: Row) -> Row | None:
    """Somebody's looks and other names; None for somebody who cannot be called so."""
    name_key, name, mark, colour, same_as = row
    if not is_valid_name(name) or normalize_name(name) != name_key:
        return None
    alias_of = same_as if isinstance(same_as, str) and _is_name_key(same_as) and same_as != name_key else None
    return (
        name_key,
        name,
        mark if _is_short_text(mark) else None,
        colour if _is_short_text(colour) else None,
        alias_of,
    )


def _is_name_key(text: str) -> bool:
    return is_valid_name(text) and normalize_name(text) == text


def _is_short_text(text: Any) -> bool:
    return is_clean_text(text) and 0 < len(text) <= MAX_MARK_CHARS


def validate_map_row(id: Any, game: Any, text: Any, updated: Any) -> CampaignRow | None:
    if not (isinstance(game, str) and isinstance(text, str) and is_timestamp(updated)):
        return None
    try:
        valid_map = validate_map(game, parse_json(text))
    except BadRecord:
        return None
    return CampaignRow(valid_map.id, game, valid_map.record, updated) if valid_map.id == id else None


def is_valid_name(name: Any) -> bool:
    return is_clean_text(name) and validate_name(name, ()) is None and not is_unnamed(name)


def is_clean_text(name: Any) -> bool:
    """Whether it is written as every name here is: another would turn lines round, or fill a screen."""
    return isinstance(name, str) and clean_name(name) == name


def is_timestamp(value: Any) -> bool:
    return isinstance(value, float) and 0 <= value <= MAX_TIMESTAMP
