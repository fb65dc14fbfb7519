"""Maps that teams play their missions on: each kept whole, known by an id that no other device gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.storage.database import Database, Row, dump_json, load_json

# What `parse_campaign` reads, and `to_row` writes.
COLUMNS = "id, game, campaign, updated"
UPSERT = (
    f"INSERT INTO main.campaigns ({COLUMNS}) VALUES (?, ?, ?, ?) ON CONFLICT (id)"
    " DO UPDATE SET game = excluded.game, campaign = excluded.campaign, updated = excluded.updated"
)
_ALL = f"SELECT {COLUMNS} FROM campaigns WHERE game = ? ORDER BY updated DESC, id"
_ONE = f"SELECT {COLUMNS} FROM main.campaigns WHERE id = ?"
_DELETE = "DELETE FROM campaigns WHERE id = ?"


class CampaignRow(NamedTuple):
    """A map as it lies in the file; what its record means is its game's affair."""

    id: str
    game: str
    record: dict[str, Any]
    updated: float


class Campaigns:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def list_campaigns(self, game: str) -> tuple[CampaignRow, ...]:
        """Those of this game, changed last first; rows that are no map stay where they are, unseen."""
        rows = map(parse_campaign, self._database.rows(_ALL, (game,)))
        return tuple(row for row in rows if row is not None)

    def find(self, id: str) -> CampaignRow | None:
        return find_campaign(self._database, id)

    def save(self, game: str, id: str, record: dict[str, Any]) -> None:
        """Keep it, in the place of the one with this id if there is one."""
        row = to_row(CampaignRow(id, game, record, self._clock()))
        with self._database.transaction() as execute:
            execute(UPSERT, row)

    def delete(self, id: str) -> None:
        """For good: whoever may want it back holds its record and saves it again."""
        with self._database.transaction() as execute:
            execute(_DELETE, (id,))


def find_campaign(database: Database, id: str) -> CampaignRow | None:
    return next(map(parse_campaign, database.rows(_ONE, (id,))), None)


def parse_campaign(row: Row) -> CampaignRow | None:
    """None for a row that is no map."""
    id, game, text, updated = row
    try:
        record = load_json(text)
    except ValueError:
        return None
    is_valid = isinstance(id, str) and isinstance(game, str) and isinstance(updated, float)
    return CampaignRow(id, game, record, updated) if is_valid and isinstance(record, dict) else None


def to_row(campaign: CampaignRow) -> Row:
    return campaign.id, campaign.game, dump_json(campaign.record), campaign.updated
