"""The numbers of Duet's rules, by the names that sentences call them."""

from __future__ import annotations

from typing import Final

from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, IN_A_ROW, KEY_AGENTS, SCORED_TOKENS
from companion.games.duet.state import FOR_CHECK, FOR_SUDDEN_DEATH, FOR_TOKEN
from companion.games.game import Told

RULE_NUMBERS: Final[Told] = {
    "all_agents": AGENTS,
    "words": KEY_AGENTS,
    "bystander_checks": BYSTANDER_CHECKS,
    "in_a_row": IN_A_ROW,
    "scored_tokens": SCORED_TOKENS,
    "for_token": FOR_TOKEN,
    "for_check": FOR_CHECK,
    "less": -FOR_SUDDEN_DEATH,
}
