"""What was told of a vote so far: a look back at the board or a screen built anew loses none of it, and not
even a killed app loses who pointed at whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from companion.games.cultists.setup import Setup
from companion.screens import kept
from companion.screens.cultists.summary import CultistsTable
from companion.screens.cultists.vote_draft import (
    Ballot,
    BallotDraft,
    CountDraft,
    Open,
    VoteDraft,
    by_ballot,
    by_count,
)

if TYPE_CHECKING:
    from companion.app import CompanionApp

# The name under which it is remembered.
_NAME = "cultists-vote"


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


@dataclass(frozen=True, slots=True)
class Told:
    """The ballots as they are kept on disk, with the moment of a table that they belong to."""

    moment: str
    votes: tuple[Ballot, ...]
    voter: int | None
    called_by: int | None


# By table, and forgotten with it.
_votes: WeakKeyDictionary[CultistsTable, KeptVote] = WeakKeyDictionary()


def told_at(app: CompanionApp, table: CultistsTable) -> kept.Kept[Told]:
    """Where the ballots of this table are kept as they are told."""
    return kept.Kept(app, table, Told, _NAME)


def vote_of(disk: kept.Kept[Told], table: CultistsTable) -> KeptVote:
    """The vote that is being told at this moment of the table, or a new one; undo leads back to it."""
    vote = _votes.get(table)
    if vote is None or vote.ballots.state is not table.state:
        vote = _votes[table] = KeptVote(by_ballot(table.state), by_count(table.state))
        told = disk.recall()
        if told is not None and _fits(told, table.setup):
            vote.ballots = replace(vote.ballots, votes=told.votes, voter=told.voter)
            vote.call(told.called_by)
            vote.stage = Stage.TELL
    return vote


def keep(disk: kept.Kept[Told], vote: KeptVote) -> None:
    draft = vote.ballots
    disk.keep(Told(disk.moment, draft.votes, draft.voter, draft.called_by))


def forget_vote(app: CompanionApp) -> None:
    """A new table begins with nothing told."""
    kept.forget(app, _NAME)


def _fits(told: Told, setup: Setup) -> bool:
    """A record may come from a damaged file; a seat that nobody has would be met later."""
    seats, players = range(setup.seats), range(len(setup.players))
    targets = (vote for vote in told.votes if not isinstance(vote, Open))
    return (
        len(told.votes) == len(players)
        and all(seat is None or seat in seats for seat in targets)
        and all(seat is None or seat in players for seat in (told.voter, told.called_by))
    )
