"""The numbers of Duet's rules, by the names that sentences call them."""

from __future__ import annotations

from typing import Final

from companion.games.duet.key import BOTH_FACES, ON_A_FACE, WORDS, Word
from companion.games.duet.setup import (
    AGENTS,
    BOX_TOKENS,
    BYSTANDER_CHECKS,
    IN_A_ROW,
    KEY_AGENTS,
    SCORED_TOKENS,
)
from companion.games.duet.state import CHECK_POINTS, EXCELLENT, GOOD, MAP, SUDDEN_DEATH_POINTS, TOKEN_POINTS
from companion.games.game import Told

RULE_NUMBERS: Final[Told] = {
    "words": WORDS,
    "agents": AGENTS,
    "key_agents": KEY_AGENTS,
    "key_assassins": ON_A_FACE[Word.ASSASSIN],
    "key_neutral": ON_A_FACE[Word.BYSTANDER],
    "shared": BOTH_FACES[Word.AGENT, Word.AGENT],
    "tokens": SCORED_TOKENS,
    "box_tokens": BOX_TOKENS,
    "bystander_checks": BYSTANDER_CHECKS,
    "in_a_row": IN_A_ROW,
    "token_points": TOKEN_POINTS,
    "check_points": CHECK_POINTS,
    "lost_points": -SUDDEN_DEATH_POINTS,
    "good": GOOD,
    "excellent": EXCELLENT,
    "map": MAP,
}
