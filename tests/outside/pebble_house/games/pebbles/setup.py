"""Who plays, and how many pebbles lie there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import Problem, error

FEWEST, HEAP, MOST_TAKEN = 2, 10, 3


@dataclass(frozen=True, slots=True)
class Setup:
    players: tuple[str, ...]
    heap: int = HEAP


def problems(setup: Setup) -> tuple[Problem, ...]:
    wrong = []
    if len(setup.players) < FEWEST:
        wrong.append(error("pebbles.problem.alone", fewest=FEWEST))
    if setup.heap < 1:
        wrong.append(error("pebbles.problem.no_heap"))
    return tuple(wrong)
