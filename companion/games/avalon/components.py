"""Components of Avalon, and constants of its rules by their placeholder names in catalogue messages."""

from __future__ import annotations

from typing import Final

from companion.core.definition import Component
from companion.core.game import RuleNumbers
from companion.games.avalon.rules import DECK, FIRST_FLIP_ROUND, LADY_AFTER_QUESTS, SWITCHES
from companion.games.avalon.setup import (
    DEFAULT_PLOT_CARDS,
    DEFAULT_PLOT_CARDS_MIN_PLAYERS,
    MAX_PLOT_CARDS,
    MAX_PLOT_CARDS_MIN_PLAYERS,
    MIN_PLOT_CARDS,
    NUMBERS,
    PLOT_DECK,
    ROLES,
    Lancelot,
    Role,
    RoleUse,
)
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, QUESTS_BEFORE_LAST, QUESTS_TO_WIN


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


_FAILS: Final = {players: max(numbers.fails) for players, numbers in NUMBERS.items()}

RULE_NUMBERS: Final[RuleNumbers] = {
    "quests": QUESTS,
    "won": QUESTS_TO_WIN,
    "attempts": MAX_ATTEMPTS,
    "before_last": QUESTS_BEFORE_LAST,
    "fails": max(_FAILS.values()),
    "fails_from": min(players for players, fails in _FAILS.items() if fails > 1),
    "lady_quests": LADY_AFTER_QUESTS,
    "first_flip": FIRST_FLIP_ROUND,
    "flips": tuple(range(FIRST_FLIP_ROUND, QUESTS + 1)),
    "switches": SWITCHES,
    "hidden_deck": DECK[Lancelot.V1],
    "open_deck": DECK[Lancelot.V2],
    "row": QUESTS,
    "plot_least": MIN_PLOT_CARDS,
    "plot_usual": DEFAULT_PLOT_CARDS,
    "plot_usual_from": DEFAULT_PLOT_CARDS_MIN_PLAYERS,
    "plot_most": MAX_PLOT_CARDS,
    "plot_most_from": MAX_PLOT_CARDS_MIN_PLAYERS,
}
