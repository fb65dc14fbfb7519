"""A tiny real game for the storage tests, and a child process that plays it until it is killed.

    python counter.py <folder> <seed>

It opens the store, goes on with the latest unfinished game or starts one, and prints a line for
each step after the step has returned: what it prints is what players would have seen.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.game import Game, IllegalMove, Outcome, Problem, error
from companion.core.session import GameSession
from companion.storage.games import open_session, start_session
from companion.storage.store import open_store


@dataclass(frozen=True)
class Setup:
    names: tuple[str, ...]
    goal: int


@dataclass(frozen=True)
class State:
    total: int
    goal: int
    by: str | None = None
    awaits: str = "add"


@dataclass(frozen=True)
class Add:
    seat: int
    points: int
    note: str | None = None


def problems(setup: Setup) -> tuple[Problem, ...]:
    return () if setup.goal > 0 else (error("counter.problem.goal"),)


def start(setup: Setup) -> State:
    return State(0, setup.goal)


def apply(state: State, move: Add) -> State:
    if state.total >= state.goal:
        raise IllegalMove(error("counter.problem.over"))
    if move.points < 1:
        raise IllegalMove(error("counter.problem.points", points=move.points))
    return State(state.total + move.points, state.goal, ("Anna", "Bahar", "Chloé")[move.seat])


def outcome(state: State) -> Outcome | None:
    return Outcome(state.by, "goal") if state.total >= state.goal else None


def public(state: State) -> dict[str, Any]:
    return {"total": state.total}


COUNTER: Game[Setup, State, Add] = Game(
    id="counter",
    setup_type=Setup,
    move_types={"add": Add},
    problems=problems,
    start=start,
    apply=apply,
    outcome=outcome,
    public_state=public,
)
SETUP = Setup(("Anna", "Bahar", "Chloé"), 1_000_000)


def step(session: GameSession[Setup, State, Add], dice: random.Random) -> str:
    """One step of a restless table: mostly a move, now and then an undo or a redo."""
    choice = dice.random()
    if choice < 0.2 and session.can_undo:
        session.undo()
        return "undo"
    if choice < 0.3 and session.can_redo:
        session.redo()
        return "redo"
    move = Add(dice.randrange(3), dice.randint(1, 9))
    session.play(move)
    return f"play {move.seat} {move.points}"


def main(folder: str, seed: str) -> None:
    store = open_store(Path(folder), time.time)
    stored = next(store.games.iterate_unfinished(), None)
    session = (
        open_session(COUNTER, stored, store.games)
        if stored
        else start_session(COUNTER, SETUP, store.games)[0]
    )
    print("open", *(problem.key for problem in store.problems), flush=True)
    dice = random.Random(int(seed))
    while True:
        print(step(session, dice), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
