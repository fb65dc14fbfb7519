"""What was typed but not yet scored, kept so that it outlives the app: a kill loses not even half a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.screens import kept
from companion.screens.silver.drafts import RoundDraft, draft_of, new_draft
from companion.screens.silver.summary import SilverTable

if TYPE_CHECKING:
    from companion.app import CompanionApp

# The name under which it is remembered.
_NAME = "silver_round"


@dataclass(frozen=True, slots=True)
class Typed:
    """A draft with the moment of the table that it belongs to."""

    moment: str
    draft: RoundDraft


class Drafts:
    """The drafts of one table: the one typed now is on disk, those behind undo and redo in memory."""

    def __init__(self, app: CompanionApp, table: SilverTable) -> None:
        self._table = table
        self._kept = kept.Kept(app, table, Typed, _NAME)
        # By how many rounds were played before.
        self._after: dict[int, RoundDraft] = {}
        typed = self._kept.recall()
        if typed is not None and _fits(typed.draft, len(table.setup.players)):
            self._after[len(table.moves)] = typed.draft

    def now(self) -> RoundDraft:
        """What was typed at this point of the log; a round that was undone comes back as it was entered."""
        table = self._table
        found = self._after.get(len(table.moves))
        if found is not None and not found.empty:
            return found
        players = len(table.setup.players)
        if table.undone:
            return draft_of(table.undone[0], players)
        return new_draft(players, draft_of(table.moves[-1], players) if table.moves else None)

    def keep(self, draft: RoundDraft) -> None:
        self._after[len(self._table.moves)] = draft
        self._kept.keep(Typed(self._kept.moment, draft))

    def carry(self, draft: RoundDraft) -> None:
        """An earlier round was changed or removed; what is typed now lies on the table all the same."""
        self._after.clear()
        self.keep(draft)

    def forget(self) -> None:
        """The round was scored: what was typed is a move now."""
        self._after.pop(len(self._table.moves) - 1, None)


def forget_draft(app: CompanionApp) -> None:
    """A new table begins with nothing typed."""
    kept.forget(app, _NAME)


def _fits(draft: RoundDraft, players: int) -> bool:
    """A record may come from a damaged file; a seat that nobody has would be met later."""
    told = (draft.seat, draft.caller, draft.kamikaze)
    return len(draft.villages) == players and all(seat is None or seat in range(players) for seat in told)
