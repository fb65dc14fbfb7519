"""What lies in the box of Among Cultists, and how each kind of piece is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.box import Kind
from companion.games.cultists import decks, events
from companion.games.cultists.building import BOOKS
from companion.games.cultists.roles import CULTIST, ROLES, Role, Side
from companion.games.cultists.state import CULTIST_TOKENS

# Cards by kind: mark and colour.
_CARDS: Final[Mapping[str, tuple[str, str]]] = {
    "alive": ("BYSTANDER", "sea"),
    "dead": ("SKULL", "evil"),
    "success": ("CHECK", "good"),
    "failure": ("CROSS", "ember"),
    "sabotage": ("BROKEN_LINK", "evil"),
    "route": ("MAP", "candle"),
}
_ROLES: Final[Mapping[str, str]] = {
    "cultist": "CULTIST",
    "investigator": "HAT",
    "seer": "SEER",
    "engineer": "ENGINEER",
    "firestarter": "FLAME",
    "assassin": "ASSASSIN",
    "fish": "FISHMAN",
    "beast": "BEAST",
    "chicken": "CHICKEN",
    "doll": "DOLL",
    "zombie": "SKULL",
    "superghost": "GHOST",
}
_EVENTS: Final[Mapping[str, str]] = {
    events.LIGHTNING: "LIGHTNING_OFF",
    events.SECRET_ENTRANCES: "DOOR",
    events.NO_CONNECTION: "BROKEN_LINK",
    events.EVIL_EYES: "EYE",
    events.MORALE_BOOST: "FLAME",
    events.UNLISTED: "CARD",
    events.GATE_OPENS: "GATE",
    events.BROKEN_GLASS: "WINDOW_BROKEN",
    events.HANDHELD_CAMERA: "CAMERA",
}
_HUES: Final[Mapping[Side | None, str]] = {Side.INVESTIGATORS: "good", Side.CULTISTS: "evil", None: "sea"}

MAP_PARTS: Final = 6
CHARACTERS: Final = 10
ENVELOPES: Final = 8


def role_piece(role: str) -> str:
    return f"role_{role}"


def event_piece(event: str) -> str:
    return f"event_{event}"


def _hue(role: Role) -> str:
    """The colour of the side that a role helps."""
    return _HUES[Side.CULTISTS if role.id == CULTIST else role.leans]


BOX: Final = (
    *(Kind(kind, getattr(decks.BOX, kind), *_CARDS[kind]) for kind in decks.KINDS),
    Kind("divider", None, "CARD"),
    Kind("envelope", ENVELOPES, "LOCK", "sand"),
    *(Kind(role_piece(role.id), role.tokens, _ROLES[role.id], _hue(role)) for role in ROLES.values()),
    Kind("character", CHARACTERS, "PERSON", "sea"),
    Kind("disc", CHARACTERS, "BYSTANDER", "sea"),
    Kind("map_part", MAP_PARTS, "GRID_TABLE"),
    # Every table needs one room token a room. The most that any table needs of each sort are all there are.
    Kind("room_plain", max(table.plain_rooms for table in decks.NUMBERS.values()), "DOOR", "sea"),
    Kind("room_hazard", max(table.hazard_rooms for table in decks.NUMBERS.values()), "WARNING", "ember"),
    Kind("book", BOOKS, "BOOK", "candle"),
    Kind("cultist_token", CULTIST_TOKENS, "CULTIST", "evil"),
    Kind("fishman", 1, "FISHMAN", "teal"),
    Kind("broken_window", 1, "WINDOW_BROKEN", "ember"),
    Kind("vote_token", 1, "FIST", "good"),
    Kind("electricity_token", 1, "LIGHTNING", "candle"),
    Kind("bag", 1, "SHUFFLE", "sand"),
    *(Kind(event_piece(token.id), token.copies, _EVENTS[token.id]) for token in events.EVENTS.values()),
    Kind("clock", 1, "TIMER", "candle"),
    Kind("points_marker", 1, "STAR", "good"),
    Kind("finger", 1, "POINTING_FINGER", "candle"),
    Kind("knife", 1, "KNIFE", "evil"),
    Kind("phase_marker", 1, "FORWARD"),
    Kind("gate", 1, "GATE", "sea"),
)
KINDS: Final[Mapping[str, Kind]] = {kind.id: kind for kind in BOX}
