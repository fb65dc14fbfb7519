"""The draft as it is kept."""

from __future__ import annotations

from typing import Any

from companion.core.drafts import DraftCodec
from companion.core.session import GameSession
from pebble_house.entry.pebbles.draft import TakeDraft


def _fresh(session: GameSession[Any, Any, Any]) -> TakeDraft:
    return TakeDraft(session.undone_moves[0].pebbles) if session.undone_moves else TakeDraft()


def _restored(session: GameSession[Any, Any, Any], draft: TakeDraft) -> TakeDraft | None:
    return draft if 0 <= draft.pebbles <= session.state.left else None


DRAFT_CODEC: DraftCodec[TakeDraft] = DraftCodec(
    TakeDraft, _fresh, _restored, lambda one, other: bool(one.left == other.left)
)
