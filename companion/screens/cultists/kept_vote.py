"""What was told of a vote so far: a look back at the board or a screen built anew loses none of it, and not
even a killed app loses who pointed at whom."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from companion.games.cultists.setup import Setup
from companion.games.records import encode_move
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
    """Both ways to tell a vote; `counting` is the one chosen. `log` stands for the moves made before it."""

    ballots: BallotDraft
    counts: CountDraft
    log: str
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
    """The ballots as they are kept on disk, with the table and the moment that they belong to."""

    setup: Setup
    log: str
    votes: tuple[Ballot, ...]
    voter: int | None
    called_by: int | None


# By table, and forgotten with it.
_kept: WeakKeyDictionary[CultistsTable, KeptVote] = WeakKeyDictionary()


def vote_of(app: CompanionApp, table: CultistsTable) -> KeptVote:
    """The vote that is being told at this moment of the table, or a new one."""
    kept = _kept.get(table)
    if kept is None or kept.ballots.state is not table.state:
        kept = _kept[table] = KeptVote(by_ballot(table.state), by_count(table.state), _log(table))
        told = app.recall(Told, _NAME)
        if told is not None and (told.setup, told.log) == (table.setup, kept.log) and _fits(told):
            kept.ballots = replace(kept.ballots, votes=told.votes, voter=told.voter)
            kept.call(told.called_by)
            kept.stage = Stage.TELL
    return kept


def keep(app: CompanionApp, kept: KeptVote) -> None:
    """Saved first, shown second, like a move."""
    draft = kept.ballots
    told = Told(draft.state.setup, kept.log, draft.votes, draft.voter, draft.called_by)
    app.keep_in_mind(told, _NAME)


def forget(app: CompanionApp, table: CultistsTable) -> None:
    """It is a move now."""
    _kept.pop(table, None)
    app.keep_in_mind(None, _NAME)


def _log(table: CultistsTable) -> str:
    moves = [encode_move(table.game, move) for move in table.moves]
    return hashlib.sha256(json.dumps(moves).encode()).hexdigest()


def _fits(told: Told) -> bool:
    """A record may come from a damaged file; a seat that nobody has would be met later."""
    seats, players = range(told.setup.seats), range(len(told.setup.players))
    targets = (vote for vote in told.votes if not isinstance(vote, Open))
    return (
        len(told.votes) == len(players)
        and all(seat is None or seat in seats for seat in targets)
        and all(seat is None or seat in players for seat in (told.voter, told.called_by))
    )
