"""What the Automa does when it is its turn, as catalogue keys: nobody plays it, so the table follows these.

In the Action phase the first sentence that fits the place where it stands is what it does.
"""

from __future__ import annotations

from typing import Final

from companion.games.cultists.actions import CONFRONT, FILL, INSPECT, SECURE_CORRIDOR, unmet
from companion.games.cultists.state import Phase, State

# The phases in which it has a turn.
TURNS: Final = (Phase.MOVEMENT, Phase.ACTION)
# In the order in which they are tried.
_ACTS: Final = (CONFRONT, FILL, INSPECT, SECURE_CORRIDOR)


def turn(state: State, phase: Phase) -> tuple[str, ...]:
    """Its turn in this phase, step by step; nothing where it has none. `{row}` is `State.route_row`."""
    automa = state.setup.automa_seat
    if automa is None or phase not in TURNS:
        return ()
    if phase is Phase.MOVEMENT:
        return tuple(f"cultists.automa.move.{step}" for step in _moving(state, ghost=automa in state.ghosts))
    acts = (act for act in _ACTS if not unmet(state, act, automa))
    return (*(f"cultists.automa.act.{act}" for act in acts), "cultists.automa.act.nothing_else")


def _moving(state: State, *, ghost: bool) -> tuple[str, ...]:
    goal = f"goal_{state.setup.options.automa_goal.value}"
    if ghost:
        return (goal, "ghost")
    return (goal, "path", "far", "meets" if state.power else "meets_dark")
