"""Whoever takes the last pebble has won."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.game import BadSetup, Game, IllegalMove, Outcome, error, filter_blocking
from pebble_house.games.pebbles.moves import MOVE_TYPES, Move
from pebble_house.games.pebbles.setup import MOST_TAKEN, Setup, problems
from pebble_house.games.pebbles.state import State


def start(setup: Setup) -> State:
    wrong = filter_blocking(problems(setup))
    if wrong:
        raise BadSetup(wrong[0])
    return State(setup, setup.heap)


def apply(state: State, move: Move) -> State:
    if state.outcome is not None:
        raise IllegalMove(error("pebbles.problem.over"))
    if not 1 <= move.pebbles <= min(MOST_TAKEN, state.left):
        raise IllegalMove(error("pebbles.problem.too_many", most=min(MOST_TAKEN, state.left)))
    left = state.left - move.pebbles
    outcome = Outcome(state.turn, "last_pebble") if left == 0 else None
    return replace(state, left=left, turn=(state.turn + 1) % len(state.setup.players), outcome=outcome)


def public(state: State) -> dict[str, Any]:
    return {"left": state.left, "turn": state.turn, "outcome": state.outcome and state.outcome.reason}


GAME: Game[Setup, State, Move] = Game(
    id="pebbles",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public,
)
