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
from companion.games.duet.state import EXCELLENT, FOR_CHECK, FOR_SUDDEN_DEATH, FOR_TOKEN, GOOD, MAP
from companion.games.game import Told

WORD_CARDS: Final = 25
KEY_ASSASSINS: Final = 3

RULE_NUMBERS: Final[Told] = {
    "word_cards": WORD_CARDS,
    "all_agents": AGENTS,
    # Of one face of the key.
    "words": KEY_AGENTS,
    "key_assassins": KEY_ASSASSINS,
    "key_neutral": WORD_CARDS - KEY_AGENTS - KEY_ASSASSINS,
    # Each face has its own; so many fewer than both together are all the agents there are.
    "shared": 2 * KEY_AGENTS - AGENTS,
    "scored_tokens": SCORED_TOKENS,
    "box_tokens": BOX_TOKENS,
    "bystander_checks": BYSTANDER_CHECKS,
    "in_a_row": IN_A_ROW,
    "for_token": FOR_TOKEN,
    "for_check": FOR_CHECK,
    "less": -FOR_SUDDEN_DEATH,
    "good": GOOD,
    "excellent": EXCELLENT,
    "map": MAP,
}
