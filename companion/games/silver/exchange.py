"""Exchanging cards of the own village: what it makes of it. Done at the table, not entered in the app."""

from __future__ import annotations

from typing import Final

# So many cards that turn out not to match cost another one from the deck.
PENALTY_MIN_CARDS: Final = 3


def village_size_after(cards: int, tried: int, *, matching: bool) -> int:
    """How many cards a village has once so many of its own were to go for a new one."""
    if matching:
        return cards - tried + 1
    return cards + 1 + (tried >= PENALTY_MIN_CARDS)
