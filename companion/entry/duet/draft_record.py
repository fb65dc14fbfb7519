"""A turn that is being told, as it is kept: it outlives the app, and a kill loses not even half a clue."""

from __future__ import annotations

from dataclasses import replace

from companion.entry.drafts import Drafts
from companion.entry.duet.draft import TurnDraft, draft_of, refused_place
from companion.games.duet.clues import LONGEST_CLUE
from companion.games.duet.key import WORDS
from companion.games.duet.setup import KEY_AGENTS
from companion.games.duet.state import State, What
from companion.table import AnyTable


def _fresh(table: AnyTable) -> TurnDraft:
    return draft_of(table.undone[0]) if table.undone else TurnDraft()


def _record(draft: TurnDraft) -> TurnDraft:
    """It is plain data as it stands."""
    return draft


def _restored(table: AnyTable, draft: TurnDraft) -> TurnDraft | None:
    """A record may come from a damaged file. What was only noted on the side leaves the draft as it was: here
    that loses what has become a move meanwhile, or is not asked any more."""
    if not _sound(draft):
        return None
    state: State = table.state
    if state.awaits.what is not What.GUESS or state.clue is not None:
        draft = draft.without_clue()
    players = range(len(state.setup.players))
    if draft.by is not None and (draft.by not in players or state.setup.side_of(draft.by) is not state.giver):
        draft = replace(draft, by=None)
    if not state.setup.has_grid:
        return replace(draft, place=None).reading(None)
    if draft.place is not None and refused_place(state, draft.place) is not None:
        draft = replace(draft, place=None)
    return draft


def _sound(draft: TurnDraft) -> bool:
    number = draft.number
    return (
        len(draft.word) <= LONGEST_CLUE
        and len(draft.typed) <= LONGEST_CLUE
        and (not isinstance(number, int) or 0 <= number <= KEY_AGENTS)
        and all(place is None or place in range(WORDS) for place in (draft.place, draft.card))
    )


def _alike(one: State, other: State) -> bool:
    """The clue is that of whoever gives it now; a word that is no longer open is lost when it is read."""
    return one.awaits == other.awaits and (one.clue is None) == (other.clue is None)


DRAFTS: Drafts[TurnDraft] = Drafts(TurnDraft, _fresh, _record, _restored, _alike)
