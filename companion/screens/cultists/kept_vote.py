"""What was told of a vote so far: a look back at the board or a screen built anew loses none of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from weakref import WeakKeyDictionary

from companion.screens.cultists.summary import CultistsTable
from companion.screens.cultists.vote_draft import BallotDraft, CountDraft, VoteDraft, by_ballot, by_count


class Stage(Enum):
    """The steps of a vote: talk and eyes shut, the count to three, and who pointed at whom."""

    CALL = "call"
    COUNT = "count"
    TELL = "tell"


@dataclass(slots=True)
class KeptVote:
    """Both ways to tell a vote; `counting` is the one chosen."""

    ballots: BallotDraft
    counts: CountDraft
    counting: bool = False
    stage: Stage = Stage.CALL

    @property
    def draft(self) -> VoteDraft:
        return self.counts if self.counting else self.ballots

    def change(self, draft: VoteDraft) -> None:
        if isinstance(draft, CountDraft):
            self.counts = draft
        else:
            self.ballots = draft

    def call(self, seat: int | None) -> None:
        """Somebody started this vote in the Dining Hall, or nobody did."""
        self.ballots = replace(self.ballots, called_by=seat)
        self.counts = replace(self.counts, called_by=seat)

    def step_back(self) -> None:
        """Take back the last tap; who started the vote is no part of that."""
        self.change(replace(self.draft.step_back(), called_by=self.draft.called_by))


# By table, and forgotten with it.
_kept: WeakKeyDictionary[CultistsTable, KeptVote] = WeakKeyDictionary()


def vote_of(table: CultistsTable) -> KeptVote:
    """The vote that is being told at this moment of the table, or a new one."""
    kept = _kept.get(table)
    if kept is None or kept.ballots.state is not table.state:
        kept = _kept[table] = KeptVote(by_ballot(table.state), by_count(table.state))
    return kept


def forget(table: CultistsTable) -> None:
    """It is a move now."""
    _kept.pop(table, None)
