"""Recording of the roles after the game, checked against the dealt tokens and what the game revealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.game import replace
from companion.games.cultists.ends import SEER_NAMED
from companion.games.cultists.moves import Roles
from companion.games.cultists.setup import ASSASSIN, CULTIST, SEER, Side, role_tokens
from companion.games.cultists.state import Phase, State, illegal_move, seat_error

# Error keys for a role that contradicts the game: for a player, and for the Automa.
_CONTRADICTION_KEYS: Final = {
    CULTIST: ("cultists.problem.roles_cultist", "cultists.problem.roles_cultist_automa"),
    ASSASSIN: ("cultists.problem.roles_assassin", "cultists.problem.roles_assassin_automa"),
    SEER: ("cultists.problem.roles_seer", "cultists.problem.roles_seer_automa"),
}


def record_roles(state: State, move: Roles) -> State:
    """Record the roles; they replace those recorded before. Raises `IllegalMove` if they cannot be."""
    if state.phase is not Phase.OVER:
        raise illegal_move("cultists.problem.roles_too_soon")
    expected = role_tokens(state.setup)
    if len(move.roles) != len(expected):
        raise illegal_move("cultists.problem.roles_number", seats=len(expected), given=len(move.roles))
    if sorted(move.roles) != sorted(expected):
        raise illegal_move("cultists.problem.roles_not_the_tokens")
    for seat, role in revealed_roles(state):
        if move.roles[seat] != role:
            raise seat_error(state, seat, *_CONTRADICTION_KEYS[role])
    missed = state.seer_guess_target is not None and not _is_seer_found(state)
    if missed and state.seer_guess_target is not None and move.roles[state.seer_guess_target] == SEER:
        raise seat_error(
            state,
            state.seer_guess_target,
            "cultists.problem.roles_seer_missed",
            "cultists.problem.roles_seer_missed_automa",
        )
    return replace(state, roles=move.roles)


def revealed_roles(state: State) -> Iterator[tuple[int, str]]:
    """Yield the seats and roles that the game has revealed to everybody."""
    if state.exposed_cultist is not None:
        yield state.exposed_cultist, CULTIST
    if state.assassin is not None:
        yield state.assassin, ASSASSIN
    if state.seer_guess_target is not None and _is_seer_found(state):
        yield state.seer_guess_target, SEER


def side_of(role: str) -> Side:
    """Return the side of a role: every role but the Cultist sits in an Investigator's seat."""
    return Side.CULTISTS if role == CULTIST else Side.INVESTIGATORS


def _is_seer_found(state: State) -> bool:
    return state.outcome is not None and state.outcome.reason == SEER_NAMED
