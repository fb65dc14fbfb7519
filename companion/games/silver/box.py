"""Components of Silver. The number of reference cards is unknown: at least one per player."""

from __future__ import annotations

from typing import Final

from companion.core.definition import Component
from companion.games.silver.setup import BOX_CARDS

CARD, REFERENCE, AMULET, PAD = "card", "reference", "amulet", "pad"

COMPONENTS: Final = (
    Component(CARD, BOX_CARDS, "MOON", "moon"),
    Component(REFERENCE, None, "BOOK_OPEN", "candle"),
    Component(AMULET, 1, "AMULET", "moon"),
    Component(PAD, 1, "PENCIL", "sand"),
)
