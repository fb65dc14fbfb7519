"""Drafts of a vote of Among Cultists: by ballots or by counts. No Kivy here.

No rules are implemented here: the game decides the result of a vote and what the Knife may do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.core.game import IllegalMove, Problem
from companion.games.cultists.deaths import vote_result
from companion.games.cultists.moves import Keep, Vote
from companion.games.cultists.state import State
from companion.games.cultists.vote import (
    KnifeEffect,
    VoteResult,
    automa_abstentions,
    count_votes,
    possible_totals,
)


class Unanswered(Enum):
    """Not entered yet; distinct from None, which is an abstention."""

    OPEN = "open"


Ballot = int | None | Unanswered
Change = int | None | Keep | Unanswered
OPEN, KEEP = Unanswered.OPEN, Keep.KEEP


@dataclass(frozen=True, slots=True)
class BallotDraft:
    """Draft of a vote by ballots.

    `votes` are by seat; `voter` is the seat whose vote is entered next, None once all are. `change` is what
    the holder of the Knife does with the own vote, if the rules allow a change.
    """

    state: State
    votes: tuple[Ballot, ...]
    voter: int | None
    called_by: int | None = None
    change: Change = OPEN
    previous: BallotDraft | None = field(default=None, compare=False, repr=False)

    @property
    def is_complete(self) -> bool:
        return OPEN not in self.votes

    @property
    def pending_voters(self) -> tuple[int, ...]:
        """The seats whose vote is missing, clockwise from the Knife."""
        return tuple(seat for seat in voters_in_order(self.state) if self.votes[seat] is OPEN)

    # -- taps ---------------------------------------------------------------------------------------------

    def tap(self, seat: int) -> BallotDraft:
        """Tap a seat: the target of the current voter, or the seat whose vote is to be entered again."""
        if self.is_knife_pending:
            return self.keep_vote() if seat == self.votes[self.state.knife] else self.change_to(seat)
        if self.voter is None:
            return self._step(voter=seat) if seat < len(self.votes) else self
        return self._with_vote(seat) if seat in self.state.living else self

    def abstain(self) -> BallotDraft:
        if self.is_knife_pending:
            return self.keep_vote() if self.votes[self.state.knife] is None else self.change_to(None)
        return self._with_vote(None) if self.voter is not None else self

    def skip(self) -> BallotDraft:
        """Continue with the next seat whose vote is missing."""
        others = [seat for seat in _rotate_after(self.pending_voters, self.voter) if seat != self.voter]
        return self._step(voter=others[0]) if others else self

    def others_abstain(self) -> BallotDraft:
        votes = tuple(None if vote is OPEN else vote for vote in self.votes)
        return self._step(votes=votes, voter=None, change=OPEN)

    def keep_vote(self) -> BallotDraft:
        return self._step(change=KEEP)

    def change_to(self, target: int | None) -> BallotDraft:
        return self._step(change=target) if target in self.knife_options else self

    def undo(self) -> BallotDraft:
        return self if self.previous is None else self.previous

    def _with_vote(self, target: int | None) -> BallotDraft:
        votes = tuple(target if seat == self.voter else vote for seat, vote in enumerate(self.votes))
        updated = self._step(votes=votes, change=OPEN)
        pending = _rotate_after(updated.pending_voters, self.voter)
        return replace(updated, voter=pending[0] if pending else None)

    def _step(self, **changes: object) -> BallotDraft:
        return replace(self, previous=self, **changes)  # type: ignore[arg-type]

    # -- move and result ------------------------------------------------------------------------------------

    @property
    def knife_options(self) -> tuple[int | None, ...]:
        """The votes that the holder of the Knife may change to; empty if the Knife does not allow it."""
        if not self.is_complete or self.voter is not None:
            return ()
        now = self._knife_vote
        candidates = (*self.state.living, None)
        return tuple(vote for vote in candidates if vote != now and self._can_change_to(vote))

    @property
    def is_knife_pending(self) -> bool:
        return self.change is OPEN and bool(self.knife_options)

    @property
    def is_ready(self) -> bool:
        return self.is_complete and self.voter is None and not self.is_knife_pending

    @property
    def move(self) -> Vote:
        """The vote as a move; missing votes count as abstentions."""
        change = KEEP if self.change is OPEN else self.change
        return Vote(self._votes_with_default(None), change, called_by=self.called_by)

    @property
    def result(self) -> VoteResult | None:
        """The result of the vote once all votes are entered, else None."""
        return vote_result(self.state, self.move) if self.is_complete and self.voter is None else None

    def tally(self) -> dict[int, int]:
        """Weighted votes so far by target."""
        return dict(self._count_with(None).tally)

    @property
    def abstentions(self) -> int:
        """Abstentions so far. Missing votes count as votes for any target."""
        return self._count_with(self.state.living[0]).abstentions

    def _count_with(self, filler: int | None) -> VoteResult:
        state = self.state
        votes = [*self._votes_with_default(filler), *([None] * state.setup.automa)]
        change = KEEP if self.change is OPEN else self.change
        living = state.knife not in state.ghosts
        return count_votes(state.setup, votes, state.knife, knife_living=living, change=change)

    def _votes_with_default(self, filler: int | None) -> tuple[int | None, ...]:
        return tuple(filler if isinstance(vote, Unanswered) else vote for vote in self.votes)

    @property
    def _knife_vote(self) -> int | None:
        knife = self.state.knife
        return self._votes_with_default(None)[knife] if knife < len(self.votes) else None

    def _can_change_to(self, vote: int | None) -> bool:
        try:
            result = vote_result(self.state, Vote(self._votes_with_default(None), vote))
        except IllegalMove:
            return False
        return result.knife is KnifeEffect.CHANGED


@dataclass(frozen=True, slots=True)
class CountDraft:
    """Draft of a vote by counts per seat, including the effects of the Knife and the Automa."""

    state: State
    counts: tuple[int, ...]
    abstentions: int
    called_by: int | None = None
    previous: CountDraft | None = field(default=None, compare=False, repr=False)

    def set_votes(self, seat: int, votes: int) -> CountDraft:
        counts = tuple(votes if other == seat else had for other, had in enumerate(self.counts))
        return replace(self, counts=counts, previous=self)

    def set_abstentions(self, abstentions: int) -> CountDraft:
        return replace(self, abstentions=abstentions, previous=self)

    def undo(self) -> CountDraft:
        return self if self.previous is None else self.previous

    @property
    def total(self) -> int:
        return sum(self.counts) + self.abstentions

    @property
    def expected(self) -> range:
        """The possible totals of votes and abstentions."""
        return possible_vote_totals(self.state)

    @property
    def is_ready(self) -> bool:
        return self.result is not None

    @property
    def move(self) -> Vote:
        counts = {str(seat): votes for seat, votes in enumerate(self.counts) if votes}
        return Vote(counts=counts, abstentions=self.abstentions, called_by=self.called_by)

    @property
    def result(self) -> VoteResult | None:
        outcome = self._evaluation
        return outcome if isinstance(outcome, VoteResult) else None

    @property
    def problem(self) -> Problem | None:
        """Why the counts so far are impossible, or None."""
        outcome = self._evaluation
        return outcome if isinstance(outcome, Problem) else None

    @property
    def _evaluation(self) -> VoteResult | Problem:
        try:
            return vote_result(self.state, self.move)
        except IllegalMove as exc:
            return exc.problem


VoteDraft = BallotDraft | CountDraft


def new_ballot_draft(state: State, called_by: int | None = None) -> BallotDraft:
    votes = (OPEN,) * len(state.setup.players)
    return BallotDraft(state, votes, voters_in_order(state)[0], called_by)


def new_count_draft(state: State, called_by: int | None = None) -> CountDraft:
    """Return a count draft that contains only the Automa's abstentions."""
    return CountDraft(state, (0,) * state.setup.seats, automa_abstention_count(state), called_by)


def voters_in_order(state: State) -> tuple[int, ...]:
    """Return all voting seats, including Ghosts, clockwise from the Knife; the Automa does not vote."""
    order = state.setup.clockwise
    first = order.index(state.knife)
    return tuple(seat for seat in (*order[first:], *order[:first]) if seat != state.setup.automa_seat)


def possible_vote_totals(state: State) -> range:
    return possible_totals(state.setup, state.knife, state.knife not in state.ghosts)


def automa_abstention_count(state: State) -> int:
    """Return the abstentions of the Automa, which every count includes."""
    return automa_abstentions(state.setup, state.knife, state.knife not in state.ghosts)


def is_knife_doubling(state: State) -> bool:
    """True if the Knife doubles its holder's vote."""
    return possible_vote_totals(state)[-1] > state.setup.seats


def _rotate_after(seats: Iterable[int], seat: int | None) -> list[int]:
    """Rotate ascending seats to start after `seat`; unchanged if it is None."""
    listed = list(seats)
    if seat is None:
        return listed
    return sorted(listed, key=lambda other: other <= seat)
