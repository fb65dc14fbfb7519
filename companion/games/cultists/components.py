"""Components of Among Cultists with icon and colour, and the numbers of its rules that messages name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.definition import Component
from companion.core.game import RuleNumbers
from companion.games.cultists import setup, state
from companion.games.cultists.actions import BOOKS, CARDS_TO_EXPLORE, SHELF_POINTS
from companion.games.cultists.setup import CULTIST, NUMBERS, ROLES, ROUNDS, Knife, Role, Side
from companion.games.cultists.state import CULTIST_TOKENS

# Icon and colour by kind of card.
_CARD_LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "alive": ("BYSTANDER", "sea"),
    "dead": ("SKULL", "evil"),
    "success": ("CHECK", "good"),
    "failure": ("CROSS", "ember"),
    "sabotage": ("BROKEN_LINK", "evil"),
    "route": ("MAP", "candle"),
}
_ROLE_ICONS: Final[Mapping[str, str]] = {
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
_EVENT_ICONS: Final[Mapping[str, str]] = {
    state.LIGHTNING: "LIGHTNING_OFF",
    state.SECRET_ENTRANCES: "DOOR",
    state.NO_CONNECTION: "BROKEN_LINK",
    state.EVIL_EYES: "EYE",
    state.MORALE_BOOST: "FLAME",
    state.UNLISTED: "CARD",
    state.GATE_OPENS: "GATE",
    state.BROKEN_GLASS: "WINDOW_BROKEN",
    state.HANDHELD_CAMERA: "CAMERA",
}
_SIDE_COLORS: Final[Mapping[Side | None, str]] = {
    Side.INVESTIGATORS: "good",
    Side.CULTISTS: "evil",
    None: "sea",
}

MAP_PARTS: Final = 6
CHARACTERS: Final = 10
ENVELOPES: Final = 8


def role_component_id(role: str) -> str:
    return f"role_{role}"


def event_component_id(event: str) -> str:
    return f"event_{event}"


def _role_color(role: Role) -> str:
    """Return the colour of the side that a role helps."""
    return _SIDE_COLORS[Side.CULTISTS if role.id == CULTIST else role.loyalty_side]


COMPONENTS: Final = (
    *(Component(kind, getattr(setup.BOX_CARDS, kind), *_CARD_LOOKS[kind]) for kind in setup.CARD_KINDS),
    Component("divider", None, "CARD"),
    Component("envelope", ENVELOPES, "LOCK", "sand"),
    *(
        Component(role_component_id(role.id), role.tokens, _ROLE_ICONS[role.id], _role_color(role))
        for role in ROLES.values()
    ),
    Component("character", CHARACTERS, "PERSON", "sea"),
    Component("disc", CHARACTERS, "BYSTANDER", "sea"),
    Component("map_part", MAP_PARTS, "GRID_TABLE"),
    # Each room needs one token, so the box holds the maximum of each sort over all player counts.
    Component("room_plain", max(table.plain_rooms for table in setup.NUMBERS.values()), "DOOR", "sea"),
    Component("room_hazard", max(table.hazard_rooms for table in setup.NUMBERS.values()), "WARNING", "ember"),
    Component("book", BOOKS, "BOOK", "candle"),
    Component("cultist_token", CULTIST_TOKENS, "CULTIST", "evil"),
    Component("fishman", 1, "FISHMAN", "teal"),
    Component("broken_window", 1, "WINDOW_BROKEN", "ember"),
    Component("vote_token", 1, "FIST", "good"),
    Component("electricity_token", 1, "LIGHTNING", "candle"),
    Component("bag", 1, "SHUFFLE", "sand"),
    *(
        Component(event_component_id(token.id), token.copies, _EVENT_ICONS[token.id])
        for token in state.EVENTS.values()
    ),
    Component("clock", 1, "TIMER", "candle"),
    Component("points_marker", 1, "STAR", "good"),
    Component("finger", 1, "POINTING_FINGER", "candle"),
    Component("knife", 1, "KNIFE", "evil"),
    Component("phase_marker", 1, "FORWARD"),
    Component("gate", 1, "GATE", "sea"),
)
COMPONENTS_BY_ID: Final[Mapping[str, Component]] = {kind.id: kind for kind in COMPONENTS}


_CHANGES: Final = [seats for seats, numbers in NUMBERS.items() if numbers.knife is Knife.CHANGE]
_DOUBLES: Final = [seats for seats, numbers in NUMBERS.items() if numbers.knife is Knife.DOUBLE]

RULE_NUMBERS: Final[RuleNumbers] = {
    "rounds": ROUNDS,
    "cultists": max(numbers.cultists for numbers in NUMBERS.values()),
    "knife_changes": max(_CHANGES),
    "knife_doubles": min(_DOUBLES),
    "explored_at": CARDS_TO_EXPLORE,
    "shelf_least": SHELF_POINTS[0],
    "shelf_most": SHELF_POINTS[-1],
}
