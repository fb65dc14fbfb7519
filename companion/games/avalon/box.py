"""Components of Avalon, including those of separate boxes."""

from __future__ import annotations

from typing import Final

from companion.core.definition import Component
from companion.games.avalon.lancelot import DECK, SWITCHES
from companion.games.avalon.setup import PLOT_DECK, ROLES, Lancelot, Role, RoleUse


def role_component_id(role: str) -> str:
    """Return the component id of a character's card."""
    return f"role_{role}"


def _role_component(role: Role) -> Component:
    pair = role.use is RoleUse.PAIR
    return Component(
        role_component_id(role.id),
        role.card_count,
        "LANCELOT" if pair else role.id.upper(),
        role.side.value,
        pair,
    )


COMPONENTS: Final[tuple[Component, ...]] = (
    *map(_role_component, ROLES.values()),
    Component("success_card", 5, "CHECK", "good"),
    Component("fail_card", 5, "CROSS", "evil"),
    Component("approve_token", 10, "CHECK", "ink"),
    Component("reject_token", 10, "CROSS", "ink"),
    Component("team_token", 5, "SHIELD", "candle"),
    Component("score_marker", 5, "SUN", "good"),
    Component("round_marker", 1, "RING", "candle"),
    Component("vote_marker", 1, "STAR", "candle"),
    Component("leader_token", 1, "CROWN", "candle"),
    # Double-sided: one face per number of players.
    Component("score_board", 3, "MAP", "candle"),
    Component("lady_token", 1, "LADY", "teal"),
    Component("loyalty_good", 1, "SUN", "good"),
    Component("loyalty_evil", 1, "DAGGER", "evil"),
    Component("no_change_card", DECK[Lancelot.V2] - SWITCHES, "LOYALTY", "moon", is_extra=True),
    Component("switch_card", SWITCHES, "REPEAT", "ember", is_extra=True),
    Component("excalibur_card", 1, "SWORD", "candle", is_extra=True),
    Component("plot_card", PLOT_DECK, "PLOT", "brick", is_extra=True),
)
COMPONENTS_BY_ID: Final = {kind.id: kind for kind in COMPONENTS}
