"""Campaigns (Codenames Duet maps) as files (docs/storage.md): export, import and merge two copies.

The game's `CampaignDefinition` validates and merges them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from companion.core.definition import CampaignDefinition
from companion.core.game import ProblemError, error, filter_blocking
from companion.core.serialization import BadRecord, Json, decode, encode
from companion.files.outgoing import OutgoingFile, build_file_name
from companion.games.game_file import parse_json
from companion.games.registry import get_game
from companion.storage.campaigns import CampaignRow, Campaigns

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
    data = {"format": FORMAT, "version": VERSION, "game": campaign.game, "campaign": campaign.record}
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    team = str(campaign.record.get("team", ""))
    day = datetime.fromtimestamp(now).strftime("%Y-%m-%d")
    # File names are ASCII: a name in another script would be stripped, and all such files would be called the
    # same.
    name = build_file_name("json", "map", team if team.isascii() else campaign.id[:8], day)

    def write(path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    return OutgoingFile(name, "application/json", write)


def is_map(data: bytes) -> bool:
    """True if the data is a map file by its format field."""
    try:
        data_object = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return isinstance(data_object, dict) and data_object.get("format") == FORMAT


def read_map(data: bytes, name: str) -> MapFile:
    """Parse a map file strictly; `name` is the file name shown to the user. Raises `ProblemError`."""
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
    return _encode_campaign(merged)


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


def _encode_campaign(campaign: Any) -> dict[str, Any]:
    record: dict[str, Any] = encode(campaign)
    return record
