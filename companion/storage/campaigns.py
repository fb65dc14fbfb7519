"""Campaigns: a team's mission maps, each stored as one record under an id that is unique across devices.

Maps are exported, imported and merged as files too (docs/storage.md). The game's own module `campaign`
defines and merges them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.core.definition import CampaignDefinition
from companion.core.game import ProblemError, error, filter_blocking
from companion.core.serialization import BadRecord, Json, decode, encode
from companion.games.registry import get_game
from companion.storage.database import Database, Row, dump_json, load_json

if TYPE_CHECKING:
    # Imported for type checking only: the home page exports no maps.
    from companion.files.outgoing import OutgoingFile

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


# -- map files ----------------------------------------------------------------------------------------------

FORMAT, VERSION = "table-companion-map", 1
_FIELDS: Final = {"format", "version", "game", "campaign"}


@dataclass(frozen=True, slots=True)
class MapFile:
    """A validated map from a file."""

    id: str
    game: str
    record: dict[str, Any]

    @property
    def team(self) -> str:
        return str(self.record.get("team", ""))


@dataclass(frozen=True, slots=True)
class MapImport:
    """An imported map, and the record it replaced (None if it is new); pass it to `undo_import`."""

    current: MapFile
    previous: dict[str, Any] | None


def export_map(campaign: CampaignRow, now: float) -> OutgoingFile:
    """Export a map as a file."""
    from companion.files.outgoing import OutgoingFile, build_file_name

    data = {"format": FORMAT, "version": VERSION, "game": campaign.game, "campaign": campaign.record}
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    team = str(campaign.record.get("team", ""))
    day = datetime.fromtimestamp(now).strftime("%Y-%m-%d")
    # File names are ASCII: a name in another script would be stripped, and all such files would be called the
    # same.
    name = build_file_name("json", "map", team if team.isascii() else campaign.id[:8], day)

    return OutgoingFile(name, "application/json", lambda path: path.write_text(text, encoding="utf-8"))


def is_map(data: bytes) -> bool:
    """True if the data is a map file by its format field."""
    try:
        data_object = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return isinstance(data_object, dict) and data_object.get("format") == FORMAT


def read_map(data: bytes, name: str) -> MapFile:
    """Parse a map file strictly; `name` is the file name shown to the user. Raises `ProblemError`."""
    from companion.games.game_file import parse_json

    damaged_error = ProblemError(error("app.files.problem.damaged", file=name))
    try:
        content = parse_json(data)
    except BadRecord as wrong:
        raise damaged_error from wrong
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ProblemError(error("app.files.problem.unknown", file=name))
    # The version is checked first, so that a file of a later version is not reported as damaged.
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise damaged_error
    if version > VERSION:
        raise ProblemError(error("app.files.problem.newer", file=name))
    game = content.get("game")
    if content.keys() != _FIELDS or not isinstance(game, str):
        raise damaged_error
    if _find_definition(game) is None:
        raise ProblemError(error("app.files.problem.map_game", file=name, game=game))
    try:
        return validate_map(game, content["campaign"])
    except BadRecord as wrong:
        raise damaged_error from wrong


def validate_map(game: str, record: Json) -> MapFile:
    """Validate a map by its game's rules. Raises `BadRecord` if it is invalid or could not be played on."""
    definition = _find_definition(game)
    if definition is None:
        raise BadRecord(error("app.problem.record_unknown_game", game=game))
    campaign = decode(definition.campaign_type, record, "campaign")
    blocking_problems = filter_blocking(definition.validate(campaign))
    if blocking_problems:
        raise BadRecord(blocking_problems[0])
    return MapFile(campaign.id, game, encode(campaign))


def merge_maps(local: CampaignRow | None, incoming: MapFile) -> dict[str, Any] | None:
    """Merge an incoming map with the local one; None if nothing is new."""
    if local is None:
        return incoming.record
    definition = _find_definition(local.game)
    if definition is None or local.game != incoming.game:
        return None
    try:
        local_campaign = decode(definition.campaign_type, local.record, "campaign")
    except BadRecord:
        # The local record is unreadable: replace it.
        return incoming.record
    merged = definition.merge(local_campaign, decode(definition.campaign_type, incoming.record, "campaign"))
    # Merging a map with itself normalises the order, so that only real changes count.
    if merged == definition.merge(local_campaign, local_campaign) or filter_blocking(
        definition.validate(merged)
    ):
        return None
    record: dict[str, Any] = encode(merged)
    return record


def import_map(incoming: MapFile, campaigns: Campaigns) -> MapImport | None:
    """Save an imported map, merged with the local one; None if nothing is new."""
    local = campaigns.find(incoming.id)
    record = merge_maps(local, incoming)
    if record is None:
        return None
    campaigns.save(incoming.game, incoming.id, record)
    return MapImport(MapFile(incoming.id, incoming.game, record), None if local is None else local.record)


def undo_import(map_import: MapImport, campaigns: Campaigns) -> None:
    """Undo an import, unless the map has changed since."""
    campaign = campaigns.find(map_import.current.id)
    if campaign is None or campaign.record != map_import.current.record:
        return
    if map_import.previous is None:
        campaigns.delete(campaign.id)
    else:
        campaigns.save(campaign.game, campaign.id, map_import.previous)


def _find_definition(game: str) -> CampaignDefinition | None:
    """Return the campaign of a game; None if there is no such game or it has none."""
    try:
        return get_game(game).find_part(CampaignDefinition)
    except KeyError:
        return None
