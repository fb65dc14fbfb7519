"""Components of Codenames Duet."""

from __future__ import annotations

from typing import Final

from companion.core.definition import Component
from companion.games.duet.setup import AGENTS, BOX_TOKENS, SCORED_TOKENS

ASSASSINS: Final = 1
BLUE_TOKENS: Final = BOX_TOKENS - SCORED_TOKENS

COMPONENTS: Final = (
    Component("word_card", None, "CARD", "sand"),
    Component("key_card", None, "KEY_CARD", "teal"),
    Component("stand", 1, "KEY_CARD", "ink_2"),
    Component("agent", AGENTS, "HAT", "teal"),
    Component("assassin", ASSASSINS, "SKULL", "brick"),
    Component("token", SCORED_TOKENS, "BYSTANDER", "sand"),
    Component("blue_token", BLUE_TOKENS, "BYSTANDER", "good"),
)
