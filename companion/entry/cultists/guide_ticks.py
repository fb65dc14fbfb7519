"""Which steps of the guide are done: kept on disk, so that a call or a dead battery loses none of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.entry.memory import Memory
from companion.games.cultists.setup import Setup
from companion.games.game import BadSetup
from companion.scripts.cultists.guide import BEFORE_NIGHT, Part, guide

_NAME: Final = "cultists-guide"


@dataclass(frozen=True, slots=True)
class Ticks:
    """`part` is the one that was shown last. `begun`: the night came after it, so the next set-up is new."""

    setup: Setup
    done: tuple[str, ...] = ()
    part: Part = BEFORE_NIGHT[0]
    begun: bool = False


def load(memory: Memory, setup: Setup) -> Ticks:
    """What was done for this table. A step that would now be done otherwise counts as not done."""
    kept = memory.recall(Ticks, _NAME)
    if kept is None:
        return Ticks(setup)
    try:
        before = {step.id: step for step in guide(kept.setup)}
    except BadSetup:
        return Ticks(setup)
    same = tuple(step.id for step in guide(setup) if step.id in kept.done and before[step.id] == step)
    return replace(kept, setup=setup, done=same)


def keep(memory: Memory, ticks: Ticks) -> None:
    memory.keep_in_mind(ticks, _NAME)


def start(memory: Memory, setup: Setup) -> None:
    """Somebody opens the guide: it goes on where it was left, unless a night has followed since."""
    ticks = load(memory, setup)
    keep(memory, Ticks(setup) if ticks.begun else ticks)


def night_begins(memory: Memory) -> None:
    kept = memory.recall(Ticks, _NAME)
    if kept is not None:
        keep(memory, replace(kept, begun=True))
