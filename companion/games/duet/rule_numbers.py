"""Constants of Duet's rules, by their placeholder names in catalogue messages."""

from __future__ import annotations

from typing import Final

from companion.core.game import RuleNumbers
from companion.games.duet.setup import (
    AGENTS,
    BOX_TOKENS,
    BYSTANDER_CHECKS,
    KEY_AGENTS,
    MAX_CLUES_IN_A_ROW,
    SCORED_TOKENS,
    WORDS,
    WORDS_BY_BOTH_FACES,
    WORDS_PER_FACE,
    WordKind,
)
from companion.games.duet.state import (
    CHECK_POINTS,
    EXCELLENT_POINTS,
    GOOD_POINTS,
    MAP_POINTS,
    SUDDEN_DEATH_POINTS,
    TOKEN_POINTS,
)

RULE_NUMBERS: Final[RuleNumbers] = {
    "words": WORDS,
    "agents": AGENTS,
    "key_agents": KEY_AGENTS,
    "key_assassins": WORDS_PER_FACE[WordKind.ASSASSIN],
    "key_neutral": WORDS_PER_FACE[WordKind.BYSTANDER],
    "shared": WORDS_BY_BOTH_FACES[WordKind.AGENT, WordKind.AGENT],
    "tokens": SCORED_TOKENS,
    "box_tokens": BOX_TOKENS,
    "bystander_checks": BYSTANDER_CHECKS,
    "in_a_row": MAX_CLUES_IN_A_ROW,
    "token_points": TOKEN_POINTS,
    "check_points": CHECK_POINTS,
    "lost_points": -SUDDEN_DEATH_POINTS,
    "good": GOOD_POINTS,
    "excellent": EXCELLENT_POINTS,
    "map": MAP_POINTS,
}
