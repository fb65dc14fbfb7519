"""Which pieces a table of Avalon takes from its boxes, and which stay there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.core.definition import ComponentCount
from companion.games.avalon.box import COMPONENTS, COMPONENTS_BY_ID, role_component_id
from companion.games.avalon.lancelot import DECK, SWITCHES
from companion.games.avalon.roles import LANCELOT_EVIL, LANCELOT_GOOD, ROLES, RoleUse, Side
from companion.games.avalon.setup import Setup, deck, plot_deck_size

Counts = Mapping[str, int]

_LANCELOTS: Final = (
    role_component_id(LANCELOT_GOOD),
    role_component_id(LANCELOT_EVIL),
    "no_change_card",
    "switch_card",
)

# What goes back together. The last three came in boxes of their own.
PACKING_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "characters": tuple(
        role_component_id(role.id) for role in ROLES.values() if role.use is not RoleUse.PAIR
    ),
    "quest_cards": ("success_card", "fail_card"),
    "votes": ("approve_token", "reject_token"),
    "markers": ("team_token", "score_marker", "round_marker", "vote_marker", "leader_token"),
    "boards": ("score_board",),
    "lake": ("lady_token", "loyalty_good", "loyalty_evil"),
    "lancelots": _LANCELOTS,
    "sword": ("excalibur_card",),
    "plots": ("plot_card",),
}


def to_pieces(counts: Counts) -> tuple[ComponentCount, ...]:
    return tuple(ComponentCount(kind, count) for kind, count in counts.items() if count)


def box_counts(*kinds: str) -> dict[str, int]:
    """So many as the box has."""
    return {kind: COMPONENTS_BY_ID[kind].count or 0 for kind in kinds}


def piece_kinds_of(setup: Setup) -> tuple[str, ...]:
    """The kinds of pieces in the boxes that this table needs: the game itself, and its additions."""
    included = {
        **dict.fromkeys(_LANCELOTS, setup.lancelot is not None),
        "excalibur_card": setup.excalibur,
        "plot_card": plot_deck_size(setup) > 0,
    }
    return tuple(kind.id for kind in COMPONENTS if not kind.is_extra or included[kind.id])


def dealt_cards(setup: Setup, side: Side) -> dict[str, int]:
    """The characters of one side that are dealt, by their cards."""
    return {
        role_component_id(role): copies
        for role, copies in Counter(deck(setup)).items()
        if ROLES[role].side is side
    }


def undealt_cards(setup: Setup) -> dict[str, int]:
    """The characters' cards that are not dealt."""
    copies, kinds = Counter(deck(setup)), piece_kinds_of(setup)
    return {
        role_component_id(role.id): role.card_count - copies[role.id]
        for role in ROLES.values()
        if role_component_id(role.id) in kinds
    }


def switch_cards(setup: Setup) -> dict[str, int]:
    """The cards that may make the Lancelots change sides; in a variant without switches there are none."""
    if setup.lancelot is None or setup.lancelot not in DECK:
        return {}
    return {"no_change_card": DECK[setup.lancelot] - SWITCHES, "switch_card": SWITCHES}


def uses_loyalty_cards(setup: Setup) -> bool:
    """The Lady asks for a loyalty card, and so may a plot card."""
    return setup.lady or plot_deck_size(setup) > 0
