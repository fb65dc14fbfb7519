"""What lies in the box of Avalon, and what comes in boxes of its own."""

from __future__ import annotations

from typing import Final

from companion.games.avalon.lancelot import DECK, SWITCHES
from companion.games.avalon.roles import ROLES, Role, Use
from companion.games.avalon.setup import PLOT_DECK, Lancelot
from companion.games.box import Kind


def card(role: str) -> str:
    """The kind of piece that a character's card is."""
    return f"role_{role}"


def _character(role: Role) -> Kind:
    pair = role.use is Use.PAIR
    return Kind(card(role.id), role.cards, "LANCELOT" if pair else role.id.upper(), role.side.value, pair)


BOX: Final[tuple[Kind, ...]] = (
    *map(_character, ROLES.values()),
    Kind("success_card", 5, "CHECK", "good"),
    Kind("fail_card", 5, "CROSS", "evil"),
    Kind("approve_token", 10, "CHECK", "ink"),
    Kind("reject_token", 10, "CROSS", "ink"),
    Kind("team_token", 5, "SHIELD", "candle"),
    Kind("score_marker", 5, "SUN", "good"),
    Kind("round_marker", 1, "RING", "candle"),
    Kind("vote_marker", 1, "STAR", "candle"),
    Kind("leader_token", 1, "CROWN", "candle"),
    # Two faces each: one for every number of players.
    Kind("score_board", 3, "MAP", "candle"),
    Kind("lady_token", 1, "LADY", "teal"),
    Kind("loyalty_good", 1, "SUN", "good"),
    Kind("loyalty_evil", 1, "DAGGER", "evil"),
    Kind("no_change_card", DECK[Lancelot.V2] - SWITCHES, "LOYALTY", "moon", extra=True),
    Kind("switch_card", SWITCHES, "REPEAT", "ember", extra=True),
    Kind("excalibur_card", 1, "SWORD", "candle", extra=True),
    Kind("plot_card", PLOT_DECK, "PLOT", "brick", extra=True),
)
KINDS: Final = {kind.id: kind for kind in BOX}
