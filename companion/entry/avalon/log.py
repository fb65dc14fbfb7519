"""History of Avalon: one entry for each proposed team. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.games import replay
from companion.games.avalon.state import Lady, Move, Phase, Propose, Quest, QuestResult, Roles, State, Vote

Step = replay.Step[State, Move]


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A proposal with its vote, its quest, and all other moves before the next proposal.

    Moves before the first proposal belong to it. `others` are in the order of the log.
    """

    proposal: Step
    team: tuple[int, ...]
    quest: int
    excalibur_bearer: int | None
    vote: Step | None
    quest_step: Step | None
    others: tuple[Step, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        main = (step for step in (self.proposal, self.vote, self.quest_step) if step is not None)
        return tuple(sorted((*main, *self.others), key=lambda step: step.move_index))

    @property
    def round(self) -> int:
        return self.proposal.before.round

    @property
    def attempt(self) -> int:
        return self.proposal.before.attempt

    @property
    def leader(self) -> int:
        return self.proposal.before.leader

    @property
    def approving_seats(self) -> frozenset[int] | None:
        """The seats that approved; None before the vote, or if only its result was recorded."""
        if self.vote is None or not isinstance(self.vote.move, Vote) or self.vote.move.approve is None:
            return None
        return frozenset(self.vote.move.approve)

    @property
    def is_approved(self) -> bool | None:
        """True if the team was approved; None before the vote."""
        return None if self.vote is None else self.vote.after.phase is Phase.QUEST

    @property
    def result(self) -> QuestResult | None:
        """The result of the quest, if it was played."""
        return None if self.quest_step is None else self.quest_step.after.results[-1]

    @property
    def lady(self) -> Lady | None:
        """The use of the Lady of the Lake after this quest, if any."""
        return next((step.move for step in self.others if isinstance(step.move, Lady)), None)


def make_entries(states: Sequence[State], moves: Sequence[Move]) -> tuple[HistoryEntry, ...]:
    """Group `moves` by proposal; empty if no team was proposed."""
    played = [step for step in replay.make_steps(states, moves) if not isinstance(step.move, Roles)]
    starts = [index for index, step in enumerate(played) if isinstance(step.move, Propose)]
    if not starts:
        return ()
    bounds = [0, *starts[1:], len(played)]
    return tuple(_make_entry(played[first:end]) for first, end in pairwise(bounds))


def _make_entry(steps: Sequence[Step]) -> HistoryEntry:
    proposal = next(step for step in steps if isinstance(step.move, Propose))
    vote = next((step for step in steps if isinstance(step.move, Vote)), None)
    played = next((step for step in steps if isinstance(step.move, Quest)), None)
    others = tuple(step for step in steps if not isinstance(step.move, Propose | Vote | Quest))
    state = proposal.after
    return HistoryEntry(
        proposal, state.team, state.quest or state.round, state.excalibur, vote, played, others
    )
