"""A round that is being typed, as it is kept: it outlives the app, and a kill loses not even half of it."""

from __future__ import annotations

from companion.entry.drafts import Drafts
from companion.entry.silver.draft import RoundDraft, draft_of, new_draft
from companion.games.silver.state import State
from companion.table import AnyTable


def _fresh(table: AnyTable) -> RoundDraft:
    players = len(table.setup.players)
    if table.undone:
        return draft_of(table.undone[0], players)
    return new_draft(players, draft_of(table.moves[-1], players) if table.moves else None)


def _record(draft: RoundDraft) -> RoundDraft:
    """It is plain data as it stands."""
    return draft


def seats_fit(table: AnyTable, draft: RoundDraft) -> bool:
    """A record may come from a damaged file; a seat that nobody has would be met later."""
    players = len(table.setup.players)
    told = (draft.seat, draft.caller, draft.kamikaze)
    return len(draft.villages) == players and all(seat is None or seat in range(players) for seat in told)


def _restored(table: AnyTable, draft: RoundDraft) -> RoundDraft | None:
    # A round that was taken back begins at the first seat again.
    taken_back = bool(table.undone) and draft.complete and draft.move == table.undone[0]
    return draft if seats_fit(table, draft) and not taken_back else None


def _alike(one: State, other: State) -> bool:
    """The villages lie on the table whatever was scored before."""
    return one.awaits == other.awaits


DRAFTS: Drafts[RoundDraft] = Drafts(RoundDraft, _fresh, _record, _restored, _alike)
