"""Who was who, told after the game: the tokens that were dealt, and nothing that the game has shown to be
otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cultists.ends import SEER_NAMED
from companion.games.cultists.moves import Roles
from companion.games.cultists.roles import ASSASSIN, CULTIST, SEER, Side
from companion.games.cultists.setup import tokens
from companion.games.cultists.state import Awaits, State, about_seat, refused
from companion.games.game import replace

# What is said where somebody is told to have been something else: of a player, and of the Automa.
_SHOWN_TO_BE: Final = {
    CULTIST: ("cultists.problem.roles_cultist", "cultists.problem.roles_cultist_automa"),
    ASSASSIN: ("cultists.problem.roles_assassin", "cultists.problem.roles_assassin_automa"),
    SEER: ("cultists.problem.roles_seer", "cultists.problem.roles_seer_automa"),
}


def tell_roles(state: State, move: Roles) -> State:
    """Said again, the roles replace what was said before."""
    if state.awaits is not Awaits.OVER:
        raise refused("cultists.problem.roles_too_soon")
    dealt = tokens(state.setup)
    if len(move.roles) != len(dealt):
        raise refused("cultists.problem.roles_number", seats=len(dealt), given=len(move.roles))
    if sorted(move.roles) != sorted(dealt):
        raise refused("cultists.problem.roles_not_the_tokens")
    for seat, role in shown(state):
        if move.roles[seat] != role:
            raise about_seat(state, seat, *_SHOWN_TO_BE[role])
    missed = state.named is not None and not _named_rightly(state)
    if missed and state.named is not None and move.roles[state.named] == SEER:
        raise about_seat(
            state,
            state.named,
            "cultists.problem.roles_seer_missed",
            "cultists.problem.roles_seer_missed_automa",
        )
    return replace(state, roles=move.roles)


def shown(state: State) -> Iterator[tuple[int, str]]:
    """What the game has shown to everybody: a seat and its role."""
    if state.exposed is not None:
        yield state.exposed, CULTIST
    if state.assassin is not None:
        yield state.assassin, ASSASSIN
    if state.named is not None and _named_rightly(state):
        yield state.named, SEER


def side_of(role: str) -> Side:
    """Every role but the Cultist sits in an Investigator's seat."""
    return Side.CULTISTS if role == CULTIST else Side.INVESTIGATORS


def _named_rightly(state: State) -> bool:
    return state.outcome is not None and state.outcome.reason == SEER_NAMED
