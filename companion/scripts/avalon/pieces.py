"""Which pieces a table of Avalon takes from its boxes, and which stay there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.games.avalon.box import BOX, KINDS, card
from companion.games.avalon.lancelot import DECK, SWITCHES
from companion.games.avalon.roles import LANCELOT_EVIL, LANCELOT_GOOD, ROLES, Side, Use
from companion.games.avalon.setup import Setup, deck, plot_deck
from companion.games.box import Piece

Counts = Mapping[str, int]

_LANCELOTS: Final = (card(LANCELOT_GOOD), card(LANCELOT_EVIL), "no_change_card", "switch_card")

# What goes back together. The last three came in boxes of their own.
PACKED: Final[Mapping[str, tuple[str, ...]]] = {
    "characters": tuple(card(role.id) for role in ROLES.values() if role.use is not Use.PAIR),
    "quest_cards": ("success_card", "fail_card"),
    "votes": ("approve_token", "reject_token"),
    "markers": ("team_token", "score_marker", "round_marker", "vote_marker", "leader_token"),
    "boards": ("score_board",),
    "lake": ("lady_token", "loyalty_good", "loyalty_evil"),
    "lancelots": _LANCELOTS,
    "sword": ("excalibur_card",),
    "plots": ("plot_card",),
}


def pieces(counts: Counts) -> tuple[Piece, ...]:
    return tuple(Piece(kind, count) for kind, count in counts.items() if count)


def all_of(*kinds: str) -> dict[str, int]:
    """So many as the box has."""
    return {kind: KINDS[kind].count or 0 for kind in kinds}


def opened(setup: Setup) -> tuple[str, ...]:
    """The kinds of pieces in the boxes that this table needs: the game itself, and its additions."""
    added = {
        **dict.fromkeys(_LANCELOTS, setup.lancelot is not None),
        "excalibur_card": setup.excalibur,
        "plot_card": plot_deck(setup) > 0,
    }
    return tuple(kind.id for kind in BOX if not kind.extra or added[kind.id])


def dealt(setup: Setup, side: Side) -> dict[str, int]:
    """The characters of one side that are dealt, by their cards."""
    return {card(role): copies for role, copies in Counter(deck(setup)).items() if ROLES[role].side is side}


def left_out(setup: Setup) -> dict[str, int]:
    """The characters' cards that are not dealt."""
    copies, there = Counter(deck(setup)), opened(setup)
    return {card(role.id): role.cards - copies[role.id] for role in ROLES.values() if card(role.id) in there}


def changes(setup: Setup) -> dict[str, int]:
    """The cards that may make the Lancelots change sides; in a variant without switches there are none."""
    if setup.lancelot is None or setup.lancelot not in DECK:
        return {}
    return {"no_change_card": DECK[setup.lancelot] - SWITCHES, "switch_card": SWITCHES}


def loyalty_used(setup: Setup) -> bool:
    """The Lady asks for a loyalty card, and so may a plot card."""
    return setup.lady or plot_deck(setup) > 0
