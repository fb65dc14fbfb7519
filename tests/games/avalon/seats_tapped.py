"""Seats tapped in what a table is asked for."""

from __future__ import annotations

from typing import Any

from companion.games.avalon.drafts import make_draft


def tapped(state: Any, *seats: int) -> Any:
    draft = make_draft(state)
    assert draft is not None
    for seat in seats:
        draft = draft.tap(seat)
    return draft
