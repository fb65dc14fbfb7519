"""Edit of a round of Silver, in a form that is saved and survives closing the app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import ProblemError
from companion.core.serialization import decode
from companion.core.session import AnySession
from companion.entry.silver.draft import RoundDraft, draft_from_move
from companion.entry.silver.draft_record import has_valid_seats


@dataclass(frozen=True, slots=True)
class EntryEdit:
    """Edit of the move of index `number`; `asking` while the caller is being entered again."""

    number: int
    draft: RoundDraft
    removed: bool = False
    asking: bool = False


def start_edit(session: AnySession, move_index: int, seat: int) -> EntryEdit:
    """Return an edit of the recorded round, with this seat to be entered first."""
    return EntryEdit(
        move_index, draft_from_move(session.moves[move_index], len(session.setup.players)).with_seat(seat)
    )


def restore_saved(session: AnySession, saved: Mapping[str, Any]) -> EntryEdit | None:
    """Decode a saved edit; None if it is invalid or its round no longer exists."""
    try:
        edit = decode(EntryEdit, saved)
    except ProblemError:
        return None
    fits = edit.number in range(len(session.moves)) and has_valid_seats(session, edit.draft)
    return edit if fits else None
