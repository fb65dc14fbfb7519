"""A round of the past while it is being changed, as it is kept: it outlives its screen and the app."""

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
    """What the move of this `number` should have been; `asking`: who called is being told anew."""

    number: int
    draft: RoundDraft
    removed: bool = False
    asking: bool = False


def start_edit(session: AnySession, move_index: int, seat: int) -> EntryEdit:
    """The round as it was recorded, this seat to be typed next."""
    return EntryEdit(
        move_index, draft_from_move(session.moves[move_index], len(session.setup.players)).with_seat(seat)
    )


def restore_saved(session: AnySession, saved: Mapping[str, Any]) -> EntryEdit | None:
    """What was being changed at this table, if it can be read and is still there to be changed."""
    try:
        edit = decode(EntryEdit, saved)
    except ProblemError:
        return None
    fits = edit.number in range(len(session.moves)) and has_valid_seats(session, edit.draft)
    return edit if fits else None
