"""Drafts of Among Cultists: of a vote by ballots or counts, of the roles after the game, and of a set-up.

No rules are implemented here: the game decides the result of a vote and what the Knife may do. Randomness is
passed in. Drafts survive leaving the page, rebuilding the screen and closing the app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.core.drafts import DraftCodec, RoleAssignment
from companion.core.game import IllegalMove, Problem, filter_blocking
from companion.core.resume_state import Memory, SetupDefaults, recall_at_size, remember_at_size
from companion.core.session import AnySession
from companion.games.cultists.actions import KNOWN_SHELVES, is_valid_bookshelf_name, known_shelves
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.moves import (
    Assassinate,
    Dead,
    Keep,
    Move,
    Revealed,
    Roles,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import apply, revealed_roles, vote_result
from companion.games.cultists.setup import (
    ASSASSIN,
    AUTOMA_OPTIONAL_PLAYERS,
    AUTOMA_REQUIRED_PLAYERS,
    RECOMMENDED,
    SPECIALS,
    Setup,
    first_game_roles,
    is_first_game,
    problems,
    recommended_roles,
    role_tokens,
    seat_automa,
)
from companion.games.cultists.state import Phase, State
from companion.games.cultists.voting import (
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


class DeathKind(Enum):
    FOUND_DEAD = "found"
    ASSASSINATED = "assassinated"
    LAST_CULTIST = "last_cultist"


@dataclass(frozen=True, slots=True)
class DeathDraft:
    """The draft of a death: its kind, the victim, and who caused it.

    Who caused it is only required for the Assassin.
    """

    state: State
    kind: DeathKind = DeathKind.FOUND_DEAD
    seat: int | None = None
    by: int | None = None

    @property
    def kinds(self) -> tuple[DeathKind, ...]:
        kinds = [DeathKind.FOUND_DEAD]
        if ASSASSIN in self.state.setup.roles:
            kinds.append(DeathKind.ASSASSINATED)
        if self._last_cultists:
            kinds.append(DeathKind.LAST_CULTIST)
        return tuple(kinds)

    @property
    def candidates(self) -> tuple[int, ...]:
        """Return the seats this can have happened to."""
        return self._last_cultists if self.kind is DeathKind.LAST_CULTIST else self.state.living

    @property
    def possible_actors(self) -> tuple[int, ...]:
        """Return the seats that can have caused it; none for the last Cultist."""
        if self.kind is DeathKind.LAST_CULTIST:
            return ()
        if self.kind is DeathKind.ASSASSINATED and self.state.assassin is not None:
            return (self.state.assassin,)
        return tuple(seat for seat in self.state.living_players if seat != self.seat)

    @property
    def _last_cultists(self) -> tuple[int, ...]:
        return tuple(
            ghost for ghost in self.state.ghosts if find_problem(self.state, Revealed(ghost, True)) is None
        )

    def with_kind(self, kind: DeathKind) -> DeathDraft:
        by = self.state.assassin if kind is DeathKind.ASSASSINATED else None
        draft = replace(self, kind=kind, by=by)
        return draft if draft.seat in draft.candidates else replace(draft, seat=None)

    def with_seat(self, seat: int) -> DeathDraft:
        return replace(self, seat=seat, by=None if self.by == seat else self.by)

    def with_actor(self, seat: int) -> DeathDraft:
        return replace(self, by=None if seat == self.by else seat)

    @property
    def move(self) -> Move | None:
        """Return the move, or None while the draft is incomplete."""
        if self.seat is None:
            return None
        match self.kind:
            case DeathKind.FOUND_DEAD:
                return Dead(self.seat, self.by)
            case DeathKind.ASSASSINATED:
                return None if self.by is None else Assassinate(self.seat, self.by)
            case DeathKind.LAST_CULTIST:
                return Revealed(self.seat, True)

    @property
    def problem(self) -> Problem | None:
        """Return why the rules refuse the move, or None."""
        return None if self.move is None else find_problem(self.state, self.move)

    @property
    def question_key(self) -> str:
        """Return the key of the question for the seat that is still open, or was answered last."""
        return f"cultists.death.{'who' if self.seat is None else 'by'}.{self.kind.value}"

    @property
    def button_key(self) -> str:
        if self.seat is None:
            return "cultists.death.save.open"
        is_cultist = self.kind is DeathKind.LAST_CULTIST
        return "cultists.death.save.cultist" if is_cultist else "cultists.death.save.dead"


def find_problem(state: State, move: Move) -> Problem | None:
    try:
        apply(state, move)
    except IllegalMove as refused:
        return refused.problem
    return None


@dataclass(frozen=True, slots=True)
class RolesDraft(RoleAssignment):
    """Draft of the token of each seat, the Automa's last."""

    state: State

    @property
    def role_counts(self) -> Counter[str]:
        return Counter(role_tokens(self.state.setup))

    @property
    def move(self) -> Roles:
        return Roles(self.assigned_roles)


def make_roles_draft(state: State) -> RolesDraft:
    """Return a draft with the recorded roles, or with those that the game revealed."""
    if state.roles is not None:
        return RolesDraft(state.roles, state)
    roles: list[str | None] = [None] * state.setup.seats
    for seat, role in revealed_roles(state):
        roles[seat] = role
    return RolesDraft(tuple(roles), state).fill_last_role()


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
            self, ballots=replace(self.ballots, called_by=seat), counts=replace(self.counts, called_by=seat)
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


# Returns a random number from 0 to n - 1: `Random().randrange` or the like.
Draw = Callable[[int], int]


class RoleSetKind(Enum):
    """How the set of roles is chosen."""

    FIRST_GAME = "first"
    RECOMMENDED = "recommended"
    CUSTOM = "own"


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """Draft of a set-up. `own`: the players choose the roles, even if the result equals a recommended set."""

    setup: Setup
    own: bool = False

    @property
    def kind(self) -> RoleSetKind:
        if self.setup.first_game:
            return RoleSetKind.FIRST_GAME
        return RoleSetKind.CUSTOM if self.own else RoleSetKind.RECOMMENDED

    @property
    def candidates(self) -> tuple[str, ...]:
        """The roles of which a recommended set has one at random."""
        return RECOMMENDED[self.setup.seats].one_of if self.kind is RoleSetKind.RECOMMENDED else ()

    @property
    def random_role(self) -> str | None:
        return next((role for role in self.candidates if role in self.setup.roles), None)


def new_draft(players: tuple[str, ...], draw: Draw) -> SetupDraft:
    """Return the draft for new players: a first game."""
    setup = Setup(players, knife=draw(len(players)), automa=len(players) == AUTOMA_REQUIRED_PLAYERS)
    return select_role_set(SetupDraft(setup), RoleSetKind.FIRST_GAME, draw)


def reseat_draft(before: SetupDraft, players: tuple[str, ...], draw: Draw) -> SetupDraft:
    """Adapt a recent draft to these players. Another player count uses other recommended sets."""
    old, count = before.setup, len(players)
    automa = count == AUTOMA_REQUIRED_PLAYERS or (count == AUTOMA_OPTIONAL_PLAYERS and old.automa)
    valid_roles = tuple(role for role in SPECIALS if role in old.roles)
    setup = replace(
        old, players=players, knife=max(0, min(old.knife, count - 1)), automa=automa, roles=valid_roles
    )
    if len(old.players) == count and old.automa == automa:
        return SetupDraft(setup, before.own)
    return select_role_set(
        SetupDraft(setup),
        RoleSetKind.FIRST_GAME if before.kind is RoleSetKind.FIRST_GAME else RoleSetKind.RECOMMENDED,
        draw,
    )


def select_role_set(draft: SetupDraft, kind: RoleSetKind, draw: Draw) -> SetupDraft:
    """Select a kind of role set; a custom set starts with the current roles."""
    setup = draft.setup
    if kind is RoleSetKind.CUSTOM:
        return SetupDraft(replace(setup, first_game=False), own=True)
    if kind is RoleSetKind.FIRST_GAME:
        roles = first_game_roles(setup.seats, automa=setup.automa)
        return SetupDraft(replace(setup, roles=roles, first_game=True))
    picks = len(RECOMMENDED[setup.seats].one_of)
    roles = recommended_roles(setup.seats, draw(picks) if picks else 0, automa=setup.automa)
    return SetupDraft(replace(setup, roles=roles, first_game=False))


def set_automa(draft: SetupDraft, on: bool, draw: Draw) -> SetupDraft:
    """Add or remove the Automa; a recommended set adapts, a custom one is unchanged."""
    changed = replace(draft, setup=replace(draft.setup, automa=on))
    return changed if draft.kind is RoleSetKind.CUSTOM else select_role_set(changed, draft.kind, draw)


def select_candidate(draft: SetupDraft, candidate: str) -> SetupDraft:
    """Select this one of the three candidates for the recommended set."""
    setup = draft.setup
    pick = RECOMMENDED[setup.seats].one_of.index(candidate)
    return replace(
        draft, setup=replace(setup, roles=recommended_roles(setup.seats, pick, automa=setup.automa))
    )


def redraw_candidate(draft: SetupDraft, draw: Draw) -> SetupDraft:
    """Draw another candidate, never the current one, so that every tap has an effect."""
    others = tuple(role for role in draft.candidates if role != draft.random_role)
    return select_candidate(draft, others[draw(len(others))])


def toggle_role(draft: SetupDraft, role: str) -> SetupDraft:
    """Add or remove a role, which makes the set custom."""
    selected = set(draft.setup.roles) ^ {role}
    roles = tuple(special for special in SPECIALS if special in selected)
    return SetupDraft(replace(draft.setup, roles=roles, first_game=False), own=True)


def default_draft(players: tuple[str, ...], before: SetupDraft | None, draw: Draw) -> SetupDraft:
    """Return the recent draft for these players if it is valid, else a recommended set.

    Without a recent one, return a first game.
    """
    if before is None:
        return new_draft(players, draw)
    draft = reseat_draft(before, players, draw)
    is_valid = not filter_blocking(problems(seat_automa(draft.setup)))
    return draft if is_valid else select_role_set(draft, RoleSetKind.RECOMMENDED, draw)


def recall_draft(players: tuple[str, ...], memory: Memory) -> SetupDraft | None:
    return recall_at_size(memory, SetupDraft, DEFINITION.id, len(players))


def remember_draft(draft: SetupDraft, memory: Memory) -> None:
    remember_at_size(memory, draft, DEFINITION.id, len(draft.setup.players))


def prepare_setup(players: tuple[str, ...], memory: Memory, draw: Draw) -> Setup:
    """Return and remember the set-up for an immediate start.

    The start player is drawn at random every time.
    """
    draft = default_draft(players, recall_draft(players, memory), draw)
    draft = replace(draft, setup=replace(draft.setup, knife=draw(len(players))))
    remember_draft(draft, memory)
    return seat_automa(draft.setup)


SETUP_DEFAULTS = SetupDefaults(prepare_setup, is_first_game)


_SHELVES = "cultists-shelves"


def save_shelves(memory: Memory, state: State) -> None:
    """Store the values known in this game together with those from earlier games."""
    memory.remember(Shelves((*known_shelves(state).shelves, *recall_shelves(memory, state))), _SHELVES)


def recall_shelves(memory: Memory, state: State) -> tuple[ShelfValue, ...]:
    """Return the remembered values that are unknown in this game."""
    saved = memory.recall(Shelves, _SHELVES)
    known_names = {shelf.shelf for shelf in state.library if shelf.books is not None}
    known_names.update(shelf.shelf for shelf in KNOWN_SHELVES)
    used_names = [shelf.shelf for shelf in state.library]
    return tuple(
        value
        for value in (saved.shelves if saved is not None else ())
        if value.shelf not in known_names and is_valid_bookshelf_name(value.shelf, used_names)
    )
