"""The log of a game as its history shows it: rounds, and in each the phases with what was recorded.

No Kivy here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games import replay
from companion.games.cultists.moves import Entrances, Move, Next
from companion.games.cultists.state import DrawnEvent, Phase, RoundPhase, State

Changes = dict[int, tuple[Move, ...]]


Step = replay.Step[State, Move]


def is_notable(step: Step) -> bool:
    """Whether there is anything to tell: the end of a phase is news only if the Gate expired by it, and a
    colour of an older record never is."""
    return not isinstance(step.move, Next | Entrances) or step.before.gate != step.after.gate


@dataclass(frozen=True, slots=True)
class PhaseLog:
    """A phase of a round: what was recorded in it, and the move that ended it, if it has ended."""

    round_phase: RoundPhase
    first_state: State
    steps: tuple[Step, ...]

    @property
    def end_step(self) -> Step | None:
        last = self.steps[-1] if self.steps else None
        return last if last is not None and isinstance(last.move, Next) else None

    @property
    def last_state(self) -> State:
        """The state in which something forgotten would be recorded: when all else of the phase is."""
        if self.end_step is not None:
            return self.end_step.before
        return self.steps[-1].after if self.steps else self.first_state


@dataclass(frozen=True, slots=True)
class RoundLog:
    number: int
    phases: tuple[PhaseLog, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for part in self.phases for step in part.steps)

    @property
    def notable_steps(self) -> tuple[Step, ...]:
        return tuple(filter(is_notable, self.steps))

    @property
    def before(self) -> State:
        return self.phases[0].first_state

    @property
    def after(self) -> State:
        """The state when the round was over, or the one now."""
        last = self.phases[-1]
        return last.steps[-1].after if last.steps else last.first_state

    @property
    def event(self) -> DrawnEvent | None:
        events = (event for event in self.after.events if event.round == self.number)
        return next(events, None)

    @property
    def points(self) -> int:
        """What was won in it."""
        return self.after.points - self.before.points

    @property
    def ghosts(self) -> tuple[int, ...]:
        """Who became one in it."""
        return self.after.ghosts[len(self.before.ghosts) :]


def make_rounds(states: Sequence[State], moves: Sequence[Move]) -> tuple[RoundLog, ...]:
    """The rounds of a table's `states` and `moves`, the one under way last."""
    parts = list(_make_phases(replay.make_steps(states, moves)))
    now = states[-1]
    if now.phase is not Phase.OVER and (not parts or parts[-1].end_step is not None):
        parts.append(PhaseLog(now.round_phase, now, ()))
    groups = itertools.groupby(parts, key=lambda part: part.first_state.round)
    return tuple(RoundLog(number, tuple(group)) for number, group in groups)


def _make_phases(played: Sequence[Step]) -> Iterator[PhaseLog]:
    current: list[Step] = []
    for step in played:
        # The table may set the round right in the midst of a phase.
        if current and step.before.round != current[0].before.round:
            yield _make_phase(current)
            current = []
        current.append(step)
        if isinstance(step.move, Next):
            yield _make_phase(current)
            current = []
    if current:
        yield _make_phase(current)


def _make_phase(played: Sequence[Step]) -> PhaseLog:
    return PhaseLog(played[0].before.round_phase, played[0].before, tuple(played))


def replace_step(step: Step, *moves: Move) -> Changes:
    """For `GameSession.preview_edit`: these in the place of a step; none takes it out."""
    return {step.move_index: moves}


def insert_missing(part: PhaseLog, moves: Sequence[Move], *new: Move) -> Changes:
    """For `GameSession.preview_edit`: these as the last of a phase. `moves` is the whole log, which is
    not empty."""
    if part.end_step is not None:
        return {part.end_step.move_index: (*new, part.end_step.move)}
    last = part.steps[-1].move_index if part.steps else len(moves) - 1
    return {last: (moves[last], *new)}
