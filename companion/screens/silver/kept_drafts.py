"""What was typed but not yet scored, kept so that it outlives the app: a kill loses not even half a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.silver.moves import Round
from companion.games.silver.setup import Setup
from companion.screens.silver.drafts import RoundDraft, draft_of, new_draft
from companion.screens.silver.summary import SilverTable

if TYPE_CHECKING:
    from companion.app import CompanionApp

# The name under which it is remembered.
_NAME = "silver_round"


@dataclass(frozen=True, slots=True)
class Kept:
    """The draft with the table and the moment that it belongs to."""

    setup: Setup
    played: tuple[Round, ...]
    draft: RoundDraft


class Drafts:
    """The drafts of one table: the one typed now is on disk, those behind undo and redo in memory."""

    def __init__(self, app: CompanionApp, table: SilverTable) -> None:
        self._app = app
        self._table = table
        self._by_log: dict[tuple[Round, ...], RoundDraft] = {}
        kept = app.recall(Kept, _NAME)
        if kept is not None and kept.setup == table.setup and _fits(kept):
            self._by_log[kept.played] = kept.draft

    def now(self) -> RoundDraft:
        """What was typed at this point of the log; a round that was undone comes back as it was entered."""
        table = self._table
        found = self._by_log.get(table.moves)
        if found is not None and not found.empty:
            return found
        players = len(table.setup.players)
        if table.undone:
            return draft_of(table.undone[0], players)
        return new_draft(players, draft_of(table.moves[-1], players) if table.moves else None)

    def keep(self, draft: RoundDraft) -> None:
        """Saved first, shown second, like a move."""
        played = self._table.moves
        self._by_log[played] = draft
        self._app.keep_in_mind(Kept(self._table.setup, played, draft), _NAME)

    def forget(self) -> None:
        """The round was scored: what was typed is a move now."""
        self._by_log.pop(self._table.moves[:-1], None)


def forget_draft(app: CompanionApp) -> None:
    """A new table begins with nothing typed, even if the one before it looked the same."""
    app.keep_in_mind(None, _NAME)


def _fits(kept: Kept) -> bool:
    """A record may come from a damaged file; a seat that nobody has would be met later."""
    draft, seats = kept.draft, range(len(kept.setup.players))
    told = (draft.seat, draft.caller, draft.kamikaze)
    return len(draft.villages) == len(seats) and all(seat is None or seat in seats for seat in told)
