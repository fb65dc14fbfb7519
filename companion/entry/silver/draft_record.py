"""Draft codec of Silver: a half-entered round survives closing the app."""

from __future__ import annotations

from companion.core.drafts import DraftCodec
from companion.core.session import AnySession
from companion.entry.silver.draft import RoundDraft, draft_from_move, new_draft
from companion.games.silver.state import State


def _empty_draft(session: AnySession) -> RoundDraft:
    players = len(session.setup.players)
    if session.undone_moves:
        return draft_from_move(session.undone_moves[0], players)
    return new_draft(players, draft_from_move(session.moves[-1], players) if session.moves else None)


def has_valid_seats(session: AnySession, draft: RoundDraft) -> bool:
    """Validate the seats of a stored draft, which may come from a damaged file.

    Invalid seats would cause errors later.
    """
    players = len(session.setup.players)
    stored_seats = (draft.seat, draft.caller, draft.kamikaze)
    return len(draft.villages) == players and all(
        seat is None or seat in range(players) for seat in stored_seats
    )


def _from_record(session: AnySession, draft: RoundDraft) -> RoundDraft | None:
    # An undone round starts at the first seat again.
    taken_back = bool(session.undone_moves) and draft.is_complete and draft.move == session.undone_moves[0]
    return draft if has_valid_seats(session, draft) and not taken_back else None


def _is_compatible(one: State, other: State) -> bool:
    """True if the phase is equal: the villages do not depend on earlier scores."""
    return one.phase == other.phase


DRAFT_CODEC: DraftCodec[RoundDraft] = DraftCodec(RoundDraft, _empty_draft, _from_record, _is_compatible)
