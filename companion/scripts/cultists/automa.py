"""What the Automa does when it is its turn, as catalogue keys: nobody plays it, so the table follows these.

In the Action phase the first sentence that fits the place where it stands is what it does.
"""

from __future__ import annotations

from typing import Final

from companion.games.cultists.actions import CONFRONT, FILL, INSPECT, SECURE_CORRIDOR, unmet_requirements
from companion.games.cultists.state import RoundPhase, State

# The phases in which it has a turn.
AUTOMA_PHASES: Final = (RoundPhase.MOVEMENT, RoundPhase.ACTION)
# In the order in which they are tried.
_ACTION_ORDER: Final = (CONFRONT, FILL, INSPECT, SECURE_CORRIDOR)


def automa_turn_keys(state: State, phase: RoundPhase) -> tuple[str, ...]:
    """Its turn in this phase, step by step; nothing where it has none. `{row}` is `State.route_row`."""
    automa = state.setup.automa_seat
    if automa is None or phase not in AUTOMA_PHASES:
        return ()
    if phase is RoundPhase.MOVEMENT:
        return tuple(
            f"cultists.automa.move.{step}" for step in _movement_steps(state, ghost=automa in state.ghosts)
        )
    actions = (action for action in _ACTION_ORDER if not unmet_requirements(state, action, automa))
    return (*(f"cultists.automa.act.{action}" for action in actions), "cultists.automa.act.nothing_else")


def _movement_steps(state: State, *, ghost: bool) -> tuple[str, ...]:
    goal = f"goal_{state.setup.options.automa_goal.value}"
    if ghost:
        return (goal, "ghost")
    return (goal, "path", "far", "meets" if state.power else "meets_dark")
