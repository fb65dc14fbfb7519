"""Campaigns: a team's mission maps, each stored as one record under an id that is unique across devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.storage.database import Database, Row, dump_json, load_json

# The columns that `parse_campaign` reads and `to_row` writes.
COLUMNS = "id, game, campaign, updated"
UPSERT = (
    f"INSERT INTO main.campaigns ({COLUMNS}) VALUES (?, ?, ?, ?) ON CONFLICT (id)"
    " DO UPDATE SET game = excluded.game, campaign = excluded.campaign, updated = excluded.updated"
)
_ALL = f"SELECT {COLUMNS} FROM campaigns WHERE game = ? ORDER BY updated DESC, id"
_ONE = f"SELECT {COLUMNS} FROM main.campaigns WHERE id = ?"
_DELETE = "DELETE FROM campaigns WHERE id = ?"


class CampaignRow(NamedTuple):
    """A stored campaign; its game defines the meaning of the record."""

    id: str
    game: str
    record: dict[str, Any]
    updated: float


class Campaigns:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def list_campaigns(self, game: str) -> tuple[CampaignRow, ...]:
        """List the campaigns of a game, latest change first; invalid rows are skipped."""
        rows = map(parse_campaign, self._database.rows(_ALL, (game,)))
        return tuple(row for row in rows if row is not None)

    def find(self, id: str) -> CampaignRow | None:
        return find_campaign(self._database, id)

    def save(self, game: str, id: str, record: dict[str, Any]) -> None:
        """Insert the campaign, or replace the one with this id."""
        row = to_row(CampaignRow(id, game, record, self._clock()))
        with self._database.transaction() as execute:
            execute(UPSERT, row)

    def delete(self, id: str) -> None:
        """Delete permanently; to undo, save the record again."""
        with self._database.transaction() as execute:
            execute(_DELETE, (id,))


def find_campaign(database: Database, id: str) -> CampaignRow | None:
    return next(map(parse_campaign, database.rows(_ONE, (id,))), None)


def parse_campaign(row: Row) -> CampaignRow | None:
    """Parse a row; None if it is invalid."""
    id, game, text, updated = row
    try:
        record = load_json(text)
    except ValueError:
        return None
    is_valid = isinstance(id, str) and isinstance(game, str) and isinstance(updated, float)
    return CampaignRow(id, game, record, updated) if is_valid and isinstance(record, dict) else None


def to_row(campaign: CampaignRow) -> Row:
    return campaign.id, campaign.game, dump_json(campaign.record), campaign.updated
