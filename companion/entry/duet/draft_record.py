"""Draft codec of Codenames Duet: a half-entered clue survives closing the app."""

from __future__ import annotations

from dataclasses import replace

from companion.core.drafts import DraftCodec
from companion.core.session import AnySession
from companion.entry.duet.draft import TurnDraft, draft_from_move, validate_place
from companion.games.duet.setup import KEY_AGENTS, MAX_CLUE_LENGTH, WORDS
from companion.games.duet.state import PhaseKind, State


def _empty_draft(session: AnySession) -> TurnDraft:
    return draft_from_move(session.undone_moves[0]) if session.undone_moves else TurnDraft()


def _from_record(session: AnySession, draft: TurnDraft) -> TurnDraft | None:
    """Return the stored draft without the parts that do not fit the state; None if it is invalid.

    It may come from a damaged file, and moves recorded with `keep_draft` may have made parts of it
    obsolete.
    """
    if not _is_valid(draft):
        return None
    state: State = session.state
    if state.phase.what is not PhaseKind.GUESS or state.clue is not None:
        draft = draft.without_clue()
    players = range(len(state.setup.players))
    if draft.by is not None and (draft.by not in players or state.setup.side_of(draft.by) is not state.giver):
        draft = replace(draft, by=None)
    if not state.setup.has_grid:
        return replace(draft, place=None).with_card(None)
    if draft.place is not None and validate_place(state, draft.place) is not None:
        draft = replace(draft, place=None)
    return draft


def _is_valid(draft: TurnDraft) -> bool:
    number = draft.number
    return (
        len(draft.word) <= MAX_CLUE_LENGTH
        and len(draft.typed) <= MAX_CLUE_LENGTH
        and (not isinstance(number, int) or 0 <= number <= KEY_AGENTS)
        and all(place is None or place in range(WORDS) for place in (draft.place, draft.card))
    )


def _is_compatible(one: State, other: State) -> bool:
    """True if the same side gives a clue; words that are no longer open are dropped on decoding."""
    return one.phase == other.phase and (one.clue is None) == (other.clue is None)


DRAFT_CODEC: DraftCodec[TurnDraft] = DraftCodec(TurnDraft, _empty_draft, _from_record, _is_compatible)
