"""The draft as it is kept."""

from __future__ import annotations

from typing import Any

from companion.entry.drafts import Drafts
from companion.table import Table
from pebble_house.entry.pebbles.draft import TakeDraft


def _fresh(table: Table[Any, Any, Any]) -> TakeDraft:
    return TakeDraft(table.undone[0].pebbles) if table.undone else TakeDraft()


def _restored(table: Table[Any, Any, Any], draft: TakeDraft) -> TakeDraft | None:
    return draft if 0 <= draft.pebbles <= table.state.left else None


DRAFTS: Drafts[TakeDraft] = Drafts(
    TakeDraft, _fresh, lambda draft: draft, _restored, lambda one, other: bool(one.left == other.left)
)
