"""The log of a game as its history shows it: rounds, and in each the phases with what was recorded.

No Kivy here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.entry import steps
from companion.games.cultists.moves import Entrances, Move, Next
from companion.games.cultists.pieces import Drawn
from companion.games.cultists.state import Awaits, Phase, State

Changes = dict[int, tuple[Move, ...]]


Step = steps.Step[State, Move]


def is_news(step: Step) -> bool:
    """Whether there is anything to tell: the end of a phase is news only if the Gate expired by it, and a
    colour of an older record never is."""
    return not isinstance(step.move, Next | Entrances) or step.before.gate != step.after.gate


@dataclass(frozen=True, slots=True)
class Part:
    """A phase of a round: what was recorded in it, and the move that ended it, if it has ended."""

    phase: Phase
    first: State
    steps: tuple[Step, ...]

    @property
    def end(self) -> Step | None:
        last = self.steps[-1] if self.steps else None
        return last if last is not None and isinstance(last.move, Next) else None

    @property
    def last(self) -> State:
        """The state in which something forgotten would be recorded: when all else of the phase is."""
        if self.end is not None:
            return self.end.before
        return self.steps[-1].after if self.steps else self.first


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    parts: tuple[Part, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for part in self.parts for step in part.steps)

    @property
    def told(self) -> tuple[Step, ...]:
        return tuple(filter(is_news, self.steps))

    @property
    def before(self) -> State:
        return self.parts[0].first

    @property
    def after(self) -> State:
        """The state when the round was over, or the one now."""
        last = self.parts[-1]
        return last.steps[-1].after if last.steps else last.first

    @property
    def event(self) -> Drawn | None:
        drawn = (found for found in self.after.events if found.round == self.number)
        return next(drawn, None)

    @property
    def points(self) -> int:
        """What was won in it."""
        return self.after.points - self.before.points

    @property
    def ghosts(self) -> tuple[int, ...]:
        """Who became one in it."""
        return self.after.ghosts[len(self.before.ghosts) :]


def rounds(states: Sequence[State], moves: Sequence[Move]) -> tuple[Round, ...]:
    """The rounds of a table's `states` and `moves`, the one under way last."""
    parts = list(_parts(steps.steps_of(states, moves)))
    now = states[-1]
    if now.awaits is not Awaits.OVER and (not parts or parts[-1].end is not None):
        parts.append(Part(now.phase, now, ()))
    groups = itertools.groupby(parts, key=lambda part: part.first.round)
    return tuple(Round(number, tuple(group)) for number, group in groups)


def _parts(played: Sequence[Step]) -> Iterator[Part]:
    begun: list[Step] = []
    for step in played:
        # The table may set the round right in the midst of a phase.
        if begun and step.before.round != begun[0].before.round:
            yield _part(begun)
            begun = []
        begun.append(step)
        if isinstance(step.move, Next):
            yield _part(begun)
            begun = []
    if begun:
        yield _part(begun)


def _part(played: Sequence[Step]) -> Part:
    return Part(played[0].before.phase, played[0].before, tuple(played))


def instead(step: Step, *moves: Move) -> Changes:
    """For `Table.revise`: these in the place of a step; none takes it out."""
    return {step.number: moves}


def forgotten(part: Part, moves: Sequence[Move], *new: Move) -> Changes:
    """For `Table.revise`: these as the last of a phase. `moves` is the whole log, which is not empty."""
    if part.end is not None:
        return {part.end.number: (*new, part.end.move)}
    last = part.steps[-1].number if part.steps else len(moves) - 1
    return {last: (moves[last], *new)}
