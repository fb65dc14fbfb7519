"""History of Among Cultists: rounds, and in each the phases with their moves. No Kivy here."""

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
    """True if the step is shown in the history.

    The end of a phase is only shown if the Gate expired; the entrances move of older records never is.
    """
    return not isinstance(step.move, Next | Entrances) or step.before.gate != step.after.gate


@dataclass(frozen=True, slots=True)
class PhaseLog:
    """A phase of a round: its moves, including the one that ended it."""

    round_phase: RoundPhase
    first_state: State
    steps: tuple[Step, ...]

    @property
    def end_step(self) -> Step | None:
        last = self.steps[-1] if self.steps else None
        return last if last is not None and isinstance(last.move, Next) else None

    @property
    def last_state(self) -> State:
        """The state in which a missing move would be inserted: at the end of the phase."""
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
        """The state at the end of the round, or the current one."""
        last = self.phases[-1]
        return last.steps[-1].after if last.steps else last.first_state

    @property
    def event(self) -> DrawnEvent | None:
        events = (event for event in self.after.events if event.round == self.number)
        return next(events, None)

    @property
    def points(self) -> int:
        """Points scored in this round."""
        return self.after.points - self.before.points

    @property
    def ghosts(self) -> tuple[int, ...]:
        """The seats that became Ghosts in this round."""
        return self.after.ghosts[len(self.before.ghosts) :]


def make_rounds(states: Sequence[State], moves: Sequence[Move]) -> tuple[RoundLog, ...]:
    """Group `moves` by round, the current round last."""
    parts = list(_make_phases(replay.make_steps(states, moves)))
    now = states[-1]
    if now.phase is not Phase.OVER and (not parts or parts[-1].end_step is not None):
        parts.append(PhaseLog(now.round_phase, now, ()))
    groups = itertools.groupby(parts, key=lambda part: part.first_state.round)
    return tuple(RoundLog(number, tuple(group)) for number, group in groups)


def _make_phases(played: Sequence[Step]) -> Iterator[PhaseLog]:
    current: list[Step] = []
    for step in played:
        # A correction may change the round within a phase.
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
    """Return the change for `GameSession.preview_edit` that replaces a step; no moves remove it."""
    return {step.move_index: moves}


def insert_missing(part: PhaseLog, moves: Sequence[Move], *new: Move) -> Changes:
    """Return the change for `GameSession.preview_edit` that appends moves to a phase.

    `moves` is the whole log, which must not be empty.
    """
    if part.end_step is not None:
        return {part.end_step.move_index: (*new, part.end_step.move)}
    last = part.steps[-1].move_index if part.steps else len(moves) - 1
    return {last: (moves[last], *new)}
