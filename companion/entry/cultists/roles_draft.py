"""Who was who while it is being told after the game: what all have seen is there already. No Kivy here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.cultists.moves import Roles
from companion.games.cultists.setup import tokens
from companion.games.cultists.state import State
from companion.games.cultists.who_was_who import shown


@dataclass(frozen=True, slots=True)
class RolesDraft:
    """The token of each seat as far as it has been told, the Automa's last."""

    state: State
    roles: tuple[str | None, ...]

    @property
    def remaining(self) -> Counter[str]:
        """The tokens that nobody has been given yet."""
        return Counter(tokens(self.state.setup)) - Counter(role for role in self.roles if role is not None)

    @property
    def missing(self) -> int:
        return self.roles.count(None)

    def give(self, seat: int, role: str | None) -> RolesDraft:
        given = replace(self, roles=(*self.roles[:seat], role, *self.roles[seat + 1 :]))
        return given if role is None else given._filled()

    def _filled(self) -> RolesDraft:
        """What is left can only be one thing: nobody need tap it."""
        left = self.remaining
        if len(left) != 1:
            return self
        (last,) = left
        return replace(self, roles=tuple(last if role is None else role for role in self.roles))

    def told(self, roles: tuple[str | None, ...]) -> RolesDraft:
        """These tokens, if this table can have them."""
        given = Counter(role for role in roles if role is not None)
        fits = len(roles) == len(self.roles) and given <= Counter(tokens(self.state.setup))
        return replace(self, roles=roles) if fits else self

    @property
    def ready(self) -> bool:
        return not self.missing

    @property
    def move(self) -> Roles:
        return Roles(tuple(role for role in self.roles if role is not None))


def roles_of(state: State) -> RolesDraft:
    """As they were told, or what the game has shown."""
    if state.roles is not None:
        return RolesDraft(state, state.roles)
    seen: list[str | None] = [None] * state.setup.seats
    for seat, role in shown(state):
        seen[seat] = role
    return RolesDraft(state, tuple(seen))._filled()
