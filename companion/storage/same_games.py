"""Which game here is the one that comes, by a link, in a file or in a backup: decided here for all three.

A game is known by its `uid` on every device, and by the moment it began: one that went another way here and
there is two games, and both devices may come to have both under either name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.storage.database import Database, Execute, Row, from_text

_LIKE_IT: Final = "SELECT id, position, updated, setup FROM main.games WHERE {known} AND game = ? AND id <= ?"
_BY_UID: Final = _LIKE_IT.format(known="uid = ? AND deleted IS NULL")
_BY_START: Final = _LIKE_IT.format(known="started = ? AND uid IS NOT ? AND deleted IS NULL")
_DELETED: Final = _LIKE_IT.format(known="uid = ? AND deleted IS NOT NULL")
_MOVES: Final = "SELECT number, move FROM main.moves WHERE game_id = ?"
_TAKEN: Final = "SELECT 1 FROM main.games WHERE uid = ?"
# One that was deleted a moment ago gives its name up: should it be brought back, it is another game.
_FREE_UID: Final = (
    "UPDATE main.games SET uid = lower(hex(randomblob(8))) WHERE uid = ? AND deleted IS NOT NULL"
)
# Beyond every number that a game has.
ANY: Final = 2**63 - 1


class Kin(Enum):
    """What a game that comes is to those that are here."""

    NEW = "new"
    HERE = "here"
    GOES_ON = "goes on"


@dataclass(frozen=True, slots=True)
class Coming:
    """A game that comes: its set-up and those of its moves that count, as they are stored. `updated` is when
    it was last played, None where nobody says so."""

    uid: str
    game: str
    setup: str
    started: float
    moves: Callable[[], Sequence[str]]
    updated: float | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """`ours` is the game here that holds it, or that goes on with its moves after the first `counts`. A new
    one has `parted` if it began as one that is here."""

    kin: Kin
    ours: int = 0
    counts: int = 0
    parted: bool = False


def find_same(database: Database, coming: Coming, last: int = ANY, *, deleted: bool = False) -> Found:
    """With ours up to the number `last`: no two that come together are the same. A link also finds what was
    deleted a moment ago."""
    rows = database.rows(_BY_UID, (coming.uid, coming.game, last))
    rows += database.rows(_BY_START, (coming.started, coming.uid, coming.game, last))
    if deleted:
        rows += database.rows(_DELETED, (coming.uid, coming.game, last))
    found: Found | None = None
    alike = [row for row in rows if _is_sound(row) and _unnamed(row[3]) == _unnamed(coming.setup)]
    theirs = coming.moves() if alike else ()
    for ours, counts, changed, _ in alike:
        parting = _parting(dict(database.rows(_MOVES, (ours,))), theirs)
        # Undone here since it was saved, it can be redone here; undone here before, it was played on there.
        newer = coming.updated is not None and coming.updated > changed
        if parting is None and (len(theirs) <= counts or not newer):
            return Found(Kin.HERE, ours, counts)
        if found is None and len(theirs) > counts and (parting is None or parting >= counts):
            found = Found(Kin.GOES_ON, ours, counts)
    return found or Found(Kin.NEW, parted=bool(alike))


def is_taken(database: Database, uid: str) -> bool:
    """Whether any game here has this name."""
    return bool(database.rows(_TAKEN, (uid,)))


def own_uid(database: Database, execute: Execute, uid: str, moves: Sequence[str]) -> str:
    """What a game that is new here is known by: one that went another way here and there is two from then on.
    It follows from what was played, so that every device calls it the same."""
    execute(_FREE_UID, (uid,))
    if not is_taken(database, uid):
        return uid
    other = hashlib.sha256("\n".join((uid, *moves)).encode()).hexdigest()[:16]
    return own_uid(database, execute, other, moves)


def _is_sound(row: Row) -> bool:
    return type(row[1]) is int and type(row[2]) is float


def _unnamed(setup: Any) -> Any:
    """A set-up without the names: they are given, changed and taken away at any time, and no rule asks for
    them. One that is damaged is compared as it lies there."""
    try:
        told = from_text(setup)
    except ValueError:
        return setup
    return {name: told[name] for name in told if name != "players"} if isinstance(told, dict) else told


def _parting(ours: dict[int, Any], theirs: Sequence[str]) -> int | None:
    """The first move that counts there and is another here, or none here."""
    for number, move in enumerate(theirs):
        if not _alike(ours.get(number), move):
            return number
    return None


def _alike(ours: Any, theirs: str) -> bool:
    """The same move may be written in another order."""
    if ours == theirs:
        return True
    try:
        return bool(from_text(ours) == from_text(theirs))
    except ValueError:
        return False
