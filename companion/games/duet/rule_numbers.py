"""The numbers of Duet's rules, by the names that sentences call them."""

from __future__ import annotations

from typing import Final

from companion.games.duet.setup import (
    AGENTS,
    BOX_TOKENS,
    BYSTANDER_CHECKS,
    IN_A_ROW,
    KEY_AGENTS,
    SCORED_TOKENS,
)
from companion.games.duet.state import EXCELLENT, GOOD, MAP, SUDDEN_DEATH_POINTS, TOKEN_POINTS
from companion.games.game import Told

WORDS: Final = 25
KEY_ASSASSINS: Final = 3

RULE_NUMBERS: Final[Told] = {
    "words": WORDS,
    "agents": AGENTS,
    "key_agents": KEY_AGENTS,
    "key_assassins": KEY_ASSASSINS,
    "key_neutral": WORDS - KEY_AGENTS - KEY_ASSASSINS,
    # Each side of the key has its own; so many fewer than both together are all the agents there are.
    "shared": 2 * KEY_AGENTS - AGENTS,
    "tokens": SCORED_TOKENS,
    "box_tokens": BOX_TOKENS,
    "bystander_checks": BYSTANDER_CHECKS,
    "in_a_row": IN_A_ROW,
    "token_points": TOKEN_POINTS,
    "lost_points": -SUDDEN_DEATH_POINTS,
    "good": GOOD,
    "excellent": EXCELLENT,
    "map": MAP,
}
