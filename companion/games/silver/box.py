"""What lies in Silver's box. How many reference cards there are is not known: at least one for everybody."""

from __future__ import annotations

from typing import Final

from companion.games.box import Kind
from companion.games.silver.cards import BOX_CARDS

CARD, REFERENCE, AMULET, PAD = "card", "reference", "amulet", "pad"

BOX: Final = (
    Kind(CARD, BOX_CARDS, "MOON", "moon"),
    Kind(REFERENCE, None, "BOOK_OPEN", "candle"),
    Kind(AMULET, 1, "AMULET", "moon"),
    Kind(PAD, 1, "PENCIL", "sand"),
)
