"""Maps that teams play their missions on: each kept whole, known by an id that no other device gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.storage.database import Database, Row, from_text, to_text

# What `kept_of` reads, and `row_of` writes.
COLUMNS = "id, game, campaign, updated"
SAVE = (
    f"INSERT INTO main.campaigns ({COLUMNS}) VALUES (?, ?, ?, ?) ON CONFLICT (id)"
    " DO UPDATE SET game = excluded.game, campaign = excluded.campaign, updated = excluded.updated"
)
_ALL = f"SELECT {COLUMNS} FROM campaigns WHERE game = ? ORDER BY updated DESC, id"
_ONE = f"SELECT {COLUMNS} FROM main.campaigns WHERE id = ?"
_DELETE = "DELETE FROM campaigns WHERE id = ?"


class Kept(NamedTuple):
    """A map as it lies in the file; what its record means is its game's affair."""

    id: str
    game: str
    record: dict[str, Any]
    updated: float


class Campaigns:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def all(self, game: str) -> tuple[Kept, ...]:
        """Those of this game, changed last first; rows that are no map stay where they are, unseen."""
        found = map(kept_of, self._database.rows(_ALL, (game,)))
        return tuple(kept for kept in found if kept is not None)

    def find(self, id: str) -> Kept | None:
        return find(self._database, id)

    def save(self, game: str, id: str, record: dict[str, Any]) -> None:
        """Keep it, in the place of the one with this id if there is one."""
        row = row_of(Kept(id, game, record, self._clock()))
        with self._database.step() as execute:
            execute(SAVE, row)

    def delete(self, id: str) -> None:
        """For good: whoever may want it back holds its record and saves it again."""
        with self._database.step() as execute:
            execute(_DELETE, (id,))


def find(database: Database, id: str) -> Kept | None:
    return next(map(kept_of, database.rows(_ONE, (id,))), None)


def kept_of(row: Row) -> Kept | None:
    """None for a row that is no map."""
    id, game, text, updated = row
    try:
        record = from_text(text)
    except ValueError:
        return None
    sound = isinstance(id, str) and isinstance(game, str) and isinstance(updated, float)
    return Kept(id, game, record, updated) if sound and isinstance(record, dict) else None


def row_of(kept: Kept) -> Row:
    return kept.id, kept.game, to_text(kept.record), kept.updated
