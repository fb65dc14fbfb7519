"""Draft of the roles after the game; starts with the roles that the game revealed. No Kivy here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.entry.roles_told import RoleAssignment
from companion.games.cultists.moves import Roles
from companion.games.cultists.setup import role_tokens
from companion.games.cultists.state import State
from companion.games.cultists.who_was_who import revealed_roles


@dataclass(frozen=True, slots=True)
class RolesDraft(RoleAssignment):
    """Draft of the token of each seat, the Automa's last."""

    state: State

    @property
    def role_counts(self) -> Counter[str]:
        return Counter(role_tokens(self.state.setup))

    @property
    def move(self) -> Roles:
        return Roles(self.assigned_roles)


def make_roles_draft(state: State) -> RolesDraft:
    """Return a draft with the recorded roles, or with those that the game revealed."""
    if state.roles is not None:
        return RolesDraft(state.roles, state)
    roles: list[str | None] = [None] * state.setup.seats
    for seat, role in revealed_roles(state):
        roles[seat] = role
    return RolesDraft(tuple(roles), state).fill_last_role()
