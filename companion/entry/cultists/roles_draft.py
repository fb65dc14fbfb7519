"""Who was who while it is being told after the game: what all have seen is there already. No Kivy here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.entry.roles_told import RolesTold
from companion.games.cultists.moves import Roles
from companion.games.cultists.setup import tokens
from companion.games.cultists.state import State
from companion.games.cultists.who_was_who import shown


@dataclass(frozen=True, slots=True)
class RolesDraft(RolesTold):
    """The token of each seat, the Automa's last."""

    state: State

    @property
    def dealt(self) -> Counter[str]:
        return Counter(tokens(self.state.setup))

    @property
    def move(self) -> Roles:
        return Roles(self.all_told)


def roles_of(state: State) -> RolesDraft:
    """As they were told, or what the game has shown."""
    if state.roles is not None:
        return RolesDraft(state.roles, state)
    seen: list[str | None] = [None] * state.setup.seats
    for seat, role in shown(state):
        seen[seat] = role
    return RolesDraft(tuple(seen), state).filled()
