"""Maps as files (docs/storage.md): out to another device, and in again, where two copies of one become one.

What a map is, and what a copy of it knows more, is said by its game's own part `campaign`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from companion.games.files import parsed
from companion.games.game import ProblemError, blocking, error
from companion.games.records import BadRecord, Json, decode, encode
from companion.games.shelf import game_of
from companion.storage.campaigns import Campaigns, Kept
from companion.storage.outbox import Parcel, file_name

FORMAT, VERSION = "table-companion-map", 1
_FIELDS: Final = {"format", "version", "game", "campaign"}


@dataclass(frozen=True, slots=True)
class MapFile:
    """A map that came with a file and was found sound."""

    id: str
    game: str
    record: dict[str, Any]

    @property
    def team(self) -> str:
        return str(self.record.get("team", ""))


@dataclass(frozen=True, slots=True)
class Taken:
    """A map that is kept now as it says, and as what it was kept before; None if it was not here."""

    now: MapFile
    before: dict[str, Any] | None


def parcel_of(kept: Kept, now: float) -> Parcel:
    """A map as a file to be sent or saved."""
    data = {"format": FORMAT, "version": VERSION, "game": kept.game, "campaign": kept.record}
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    team = str(kept.record.get("team", ""))
    day = datetime.fromtimestamp(now).strftime("%Y-%m-%d")
    # Of a name in other letters nothing would be left, and every such map would be called the same.
    name = file_name("json", "map", team if team.isascii() else kept.id[:8], day)

    def write(path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    return Parcel(name, "application/json", write)


def is_map(data: bytes) -> bool:
    """Whether it says of itself that it is one: a game's record counts its format."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("format") == FORMAT


def read_map(data: bytes, name: str) -> MapFile:
    """Read a map file strictly; `name` is what people call it. Raises `ProblemError`."""
    damaged = ProblemError(error("app.files.problem.damaged", file=name))
    try:
        found = parsed(data)
    except BadRecord as wrong:
        raise damaged from wrong
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ProblemError(error("app.files.problem.unknown", file=name))
    # The version comes first: what a later one adds is no reason to call the file damaged.
    version = found.get("version")
    if type(version) is not int or version < 1:
        raise damaged
    if version > VERSION:
        raise ProblemError(error("app.files.problem.newer", file=name))
    game = found.get("game")
    if found.keys() != _FIELDS or not isinstance(game, str):
        raise damaged
    if _part(game) is None:
        raise ProblemError(error("app.files.problem.map_game", file=name, game=game))
    try:
        return sound(game, found["campaign"])
    except BadRecord as wrong:
        raise damaged from wrong


def sound(game: str, record: Json) -> MapFile:
    """A map as its game reads it. Raises `BadRecord` for what is none, or none that could be played on."""
    part = _part(game)
    if part is None:
        raise BadRecord(error("app.problem.record_unknown_game", game=game))
    campaign = decode(part.Campaign, record, "campaign")
    wrong = blocking(part.problems(campaign))
    if wrong:
        raise BadRecord(wrong[0])
    return MapFile(campaign.id, game, encode(campaign))


def together(ours: Kept | None, came: MapFile) -> dict[str, Any] | None:
    """What is to be kept of a map that came and ours of its id; None where it brings nothing."""
    if ours is None:
        return came.record
    part = _part(ours.game)
    if part is None or ours.game != came.game:
        return None
    try:
        mine = decode(part.Campaign, ours.record, "campaign")
    except BadRecord:
        # Nobody could open it any more.
        return came.record
    both = part.joined(mine, decode(part.Campaign, came.record, "campaign"))
    # With itself, for the same may stand in another order.
    if both == part.joined(mine, mine) or blocking(part.problems(both)):
        return None
    return _encoded(both)


def take_in(came: MapFile, campaigns: Campaigns) -> Taken | None:
    """Keep a map from a file, joined with ours if it is here; None if it is, and knows no more than ours."""
    ours = campaigns.find(came.id)
    record = together(ours, came)
    if record is None:
        return None
    campaigns.save(came.game, came.id, record)
    return Taken(MapFile(came.id, came.game, record), None if ours is None else ours.record)


def take_back(taken: Taken, campaigns: Campaigns) -> None:
    """As it was before, unless something was written on it since."""
    kept = campaigns.find(taken.now.id)
    if kept is None or kept.record != taken.now.record:
        return
    if taken.before is None:
        campaigns.delete(kept.id)
    else:
        campaigns.save(kept.game, kept.id, taken.before)


def _part(game: str) -> Any:
    """What the game says of its maps; None where there is no such game, or it has none."""
    try:
        return game_of(game).find("games", "campaign")
    except KeyError:
        return None


def _encoded(campaign: Any) -> dict[str, Any]:
    record: dict[str, Any] = encode(campaign)
    return record
