"""Villages typed into a draft."""

from __future__ import annotations

from typing import Any


def typed(draft: Any, **villages: tuple[int, ...]) -> Any:
    """The draft with these villages, by seat: `s0=(1, 2)`."""
    for seat, cards in villages.items():
        draft = draft.with_seat(int(seat[1:]))
        for card in cards:
            draft = draft.type_number(card)
    return draft
