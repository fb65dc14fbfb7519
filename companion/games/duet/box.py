"""What lies in the box of Codenames Duet."""

from __future__ import annotations

from typing import Final

from companion.games.box import Kind
from companion.games.duet.setup import AGENTS, BOX_TOKENS, SCORED_TOKENS

ASSASSINS: Final = 1
BLUE_TOKENS: Final = BOX_TOKENS - SCORED_TOKENS

BOX: Final = (
    Kind("word_card", None, "CARD", "sand"),
    Kind("key_card", None, "KEY_CARD", "teal"),
    Kind("stand", 1, "KEY_CARD", "ink_2"),
    Kind("agent", AGENTS, "HAT", "teal"),
    Kind("assassin", ASSASSINS, "SKULL", "brick"),
    Kind("token", SCORED_TOKENS, "BYSTANDER", "sand"),
    Kind("blue_token", BLUE_TOKENS, "BYSTANDER", "good"),
)
