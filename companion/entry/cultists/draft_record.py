"""A vote while it is being told, in both ways a table can tell it, and after the game who was who; and how
they are kept.

A look back at the board, a screen built anew or a killed app loses none of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.entry.cultists.draft import (
    OPEN,
    Ballot,
    BallotDraft,
    Change,
    CountDraft,
    VoteDraft,
    by_ballot,
    by_count,
)
from companion.entry.cultists.roles_draft import RolesDraft, roles_of
from companion.entry.drafts import Drafts
from companion.games.cultists.state import Awaits, State
from companion.table import AnyTable


class Stage(Enum):
    """The steps of a vote: talk and eyes shut, the count to three, and who pointed at whom."""

    CALL = "call"
    COUNT = "count"
    TELL = "tell"


@dataclass(frozen=True, slots=True)
class VoteInHand:
    """Both ways to tell a vote; `counting` is the one chosen."""

    ballots: BallotDraft
    counts: CountDraft
    counting: bool = False
    stage: Stage = Stage.CALL

    @property
    def draft(self) -> VoteDraft:
        return self.counts if self.counting else self.ballots

    def changed(self, draft: VoteDraft) -> VoteInHand:
        if isinstance(draft, CountDraft):
            return replace(self, counts=draft)
        return replace(self, ballots=draft)

    def called(self, seat: int | None) -> VoteInHand:
        """Somebody started this vote in the Dining Hall, or nobody did."""
        return replace(
            self,
            ballots=replace(self.ballots, called_by=seat),
            counts=replace(self.counts, called_by=seat),
        )

    def stepped_back(self) -> VoteInHand:
        """Without the last tap; who started the vote is no part of that."""
        return self.changed(replace(self.draft.step_back(), called_by=self.draft.called_by))


Entering = VoteInHand | RolesDraft


@dataclass(frozen=True, slots=True)
class VoteRecord:
    """What was told so far, without the way back. An older version kept neither `counts` nor `fists`.
    `roles` are the tokens of the seats, told after the game."""

    votes: tuple[Ballot, ...]
    voter: int | None
    called_by: int | None
    change: Change = OPEN
    counts: tuple[int, ...] | None = None
    fists: int | None = None
    counting: bool = False
    stage: Stage = Stage.TELL
    roles: tuple[str | None, ...] = ()


def new_vote(state: State) -> VoteInHand:
    return VoteInHand(by_ballot(state), by_count(state))


def _fresh(table: AnyTable) -> Entering:
    return roles_of(table.state) if table.state.awaits is Awaits.OVER else new_vote(table.state)


def _record(vote: Entering) -> VoteRecord:
    if isinstance(vote, RolesDraft):
        return VoteRecord((), None, None, roles=vote.roles)
    ballots, counts = vote.ballots, vote.counts
    return VoteRecord(
        ballots.votes,
        ballots.voter,
        ballots.called_by,
        ballots.change,
        counts.counts,
        counts.abstentions,
        vote.counting,
        # A count that was broken off is not gone back to.
        Stage.CALL if vote.stage is Stage.COUNT else vote.stage,
    )


def _restored(table: AnyTable, told: VoteRecord) -> Entering | None:
    if table.state.awaits is Awaits.OVER:
        return roles_of(table.state).told(told.roles)
    if not _fits(told, table.state):
        return None
    vote = new_vote(table.state)
    ballots = replace(vote.ballots, votes=told.votes, voter=told.voter, change=told.change)
    counts = vote.counts
    if told.counts is not None and told.fists is not None:
        counts = replace(counts, counts=told.counts, abstentions=told.fists)
    return VoteInHand(ballots, counts, told.counting, told.stage).called(told.called_by)


def _fits(told: VoteRecord, state: State) -> bool:
    """A record may come from a damaged file; a seat that nobody has would be met later."""
    setup = state.setup
    seats, players = range(setup.seats), range(len(setup.players))
    targets = (vote for vote in (*told.votes, told.change) if isinstance(vote, int))
    numbers = (*(told.counts or ()), told.fists or 0)
    return (
        len(told.votes) == len(players)
        and all(seat in seats for seat in targets)
        and all(seat is None or seat in players for seat in (told.voter, told.called_by))
        and (told.counts is None or len(told.counts) == setup.seats)
        and all(0 <= number <= 2 * setup.seats for number in numbers)
    )


def _alike(one: State, other: State) -> bool:
    """The same living vote for the same reason."""
    return (one.awaits, one.murder, one.living) == (other.awaits, other.murder, other.living)


DRAFTS: Drafts[Entering] = Drafts(VoteRecord, _fresh, _record, _restored, _alike)
