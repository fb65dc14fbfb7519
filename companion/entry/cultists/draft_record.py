"""Draft codec of Among Cultists: votes in both forms, and the roles recorded after the game.

Drafts survive leaving the page, rebuilding the screen and closing the app.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.core.drafts import DraftCodec
from companion.core.session import AnySession
from companion.entry.cultists.draft import (
    OPEN,
    Ballot,
    BallotDraft,
    Change,
    CountDraft,
    VoteDraft,
    new_ballot_draft,
    new_count_draft,
)
from companion.entry.cultists.roles_draft import RolesDraft, make_roles_draft
from companion.games.cultists.state import Phase, State


class VoteStage(Enum):
    """The steps of a vote: discussion with eyes closed, the countdown, and entering the votes."""

    CALL = "call"
    COUNT = "count"
    TELL = "tell"


@dataclass(frozen=True, slots=True)
class VoteInProgress:
    """A vote in progress with both drafts; `is_counting` selects the one in use."""

    ballots: BallotDraft
    counts: CountDraft
    is_counting: bool = False
    stage: VoteStage = VoteStage.CALL

    @property
    def draft(self) -> VoteDraft:
        return self.counts if self.is_counting else self.ballots

    def with_draft(self, draft: VoteDraft) -> VoteInProgress:
        if isinstance(draft, CountDraft):
            return replace(self, counts=draft)
        return replace(self, ballots=draft)

    def with_caller(self, seat: int | None) -> VoteInProgress:
        """Set the seat that started this vote in the Dining Hall, or None."""
        return replace(
            self,
            ballots=replace(self.ballots, called_by=seat),
            counts=replace(self.counts, called_by=seat),
        )

    def undo(self) -> VoteInProgress:
        """Undo the last tap; keep the seat that started the vote."""
        return self.with_draft(replace(self.draft.undo(), called_by=self.draft.called_by))


AnyDraft = VoteInProgress | RolesDraft


@dataclass(frozen=True, slots=True)
class VoteRecord:
    """Drafts in stored form, without their undo steps.

    `roles` are the tokens of the seats, recorded after the game. `counts` and `fists` are None in records
    of an older version.
    """

    votes: tuple[Ballot, ...]
    voter: int | None
    called_by: int | None
    change: Change = OPEN
    counts: tuple[int, ...] | None = None
    fists: int | None = None
    counting: bool = False
    stage: VoteStage = VoteStage.TELL
    roles: tuple[str | None, ...] = ()


def new_vote(state: State) -> VoteInProgress:
    return VoteInProgress(new_ballot_draft(state), new_count_draft(state))


def _empty_draft(session: AnySession) -> AnyDraft:
    return make_roles_draft(session.state) if session.state.phase is Phase.OVER else new_vote(session.state)


def _to_record(vote: AnyDraft) -> VoteRecord:
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
        vote.is_counting,
        # An interrupted countdown starts again.
        VoteStage.CALL if vote.stage is VoteStage.COUNT else vote.stage,
    )


def _from_record(session: AnySession, record: VoteRecord) -> AnyDraft | None:
    if session.state.phase is Phase.OVER:
        return make_roles_draft(session.state).with_roles(record.roles)
    if not _is_valid(record, session.state):
        return None
    vote = new_vote(session.state)
    ballots = replace(vote.ballots, votes=record.votes, voter=record.voter, change=record.change)
    counts = vote.counts
    if record.counts is not None and record.fists is not None:
        counts = replace(counts, counts=record.counts, abstentions=record.fists)
    return VoteInProgress(ballots, counts, record.counting, record.stage).with_caller(record.called_by)


def _is_valid(record: VoteRecord, state: State) -> bool:
    """Validate a stored draft, which may come from a damaged file.

    Invalid seats would cause errors later.
    """
    setup = state.setup
    seats, players = range(setup.seats), range(len(setup.players))
    targets = (vote for vote in (*record.votes, record.change) if isinstance(vote, int))
    numbers = (*(record.counts or ()), record.fists or 0)
    return (
        len(record.votes) == len(players)
        and all(seat in seats for seat in targets)
        and all(seat is None or seat in players for seat in (record.voter, record.called_by))
        and (record.counts is None or len(record.counts) == setup.seats)
        and all(0 <= number <= 2 * setup.seats for number in numbers)
    )


def _is_compatible(one: State, other: State) -> bool:
    """True if the same living characters vote for the same reason."""
    return (one.phase, one.pending_murder, one.living) == (other.phase, other.pending_murder, other.living)


DRAFT_CODEC: DraftCodec[AnyDraft] = DraftCodec(
    VoteRecord, _empty_draft, _from_record, _is_compatible, to_record=_to_record
)
