"""Rules of Pebbles: players take one to three pebbles in turn; the player who takes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.core.game import BadSetup, Game, IllegalMove, Outcome, Problem, error, filter_blocking

MIN_PLAYERS, HEAP, MAX_TAKEN = 2, 10, 3


@dataclass(frozen=True, slots=True)
class Setup:
    players: tuple[str, ...]
    heap: int = HEAP


def problems(setup: Setup) -> tuple[Problem, ...]:
    found = []
    if len(setup.players) < MIN_PLAYERS:
        found.append(error("pebbles.problem.alone", fewest=MIN_PLAYERS))
    if setup.heap < 1:
        found.append(error("pebbles.problem.no_heap"))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Take:
    """The only move."""

    pebbles: int


class Phase(Enum):
    TAKE = "take"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    left: int
    turn: int = 0
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        return Phase.TAKE if self.outcome is None else Phase.OVER


def start(setup: Setup) -> State:
    blocking = filter_blocking(problems(setup))
    if blocking:
        raise BadSetup(blocking[0])
    return State(setup, setup.heap)


def apply(state: State, move: Take) -> State:
    if state.outcome is not None:
        raise IllegalMove(error("pebbles.problem.over"))
    if not 1 <= move.pebbles <= min(MAX_TAKEN, state.left):
        raise IllegalMove(error("pebbles.problem.too_many", most=min(MAX_TAKEN, state.left)))
    left = state.left - move.pebbles
    outcome = Outcome(state.turn, "last_pebble") if left == 0 else None
    return replace(state, left=left, turn=(state.turn + 1) % len(state.setup.players), outcome=outcome)


def public(state: State) -> dict[str, Any]:
    return {"left": state.left, "turn": state.turn, "outcome": state.outcome and state.outcome.reason}


GAME: Game[Setup, State, Take] = Game(
    id="pebbles",
    setup_type=Setup,
    move_types={"take": Take},
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public,
)
