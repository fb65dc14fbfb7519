"""A turn that is being told, as it is kept: it outlives the app, and a kill loses not even half a clue."""

from __future__ import annotations

from dataclasses import replace

from companion.core.session import AnySession
from companion.core.session_controller import DraftCodec
from companion.entry.duet.draft import TurnDraft, draft_from_move, validate_place
from companion.games.duet.setup import KEY_AGENTS, MAX_CLUE_LENGTH, WORDS
from companion.games.duet.state import PhaseKind, State


def _empty_draft(session: AnySession) -> TurnDraft:
    return draft_from_move(session.undone_moves[0]) if session.undone_moves else TurnDraft()


def _to_record(draft: TurnDraft) -> TurnDraft:
    """It is plain data as it stands."""
    return draft


def _from_record(session: AnySession, draft: TurnDraft) -> TurnDraft | None:
    """A record may come from a damaged file. What was only noted on the side leaves the draft as it was: here
    that loses what has become a move meanwhile, or is not asked any more."""
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
    """The clue is that of whoever gives it now; a word that is no longer open is lost when it is read."""
    return one.phase == other.phase and (one.clue is None) == (other.clue is None)


DRAFT_CODEC: DraftCodec[TurnDraft] = DraftCodec(
    TurnDraft, _empty_draft, _to_record, _from_record, _is_compatible
)
