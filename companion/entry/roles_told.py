"""Who was who while it is told after the game, alike wherever cards or tokens were dealt. No Kivy here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class RolesTold:
    """The role of each seat, as far as it has been told; a game says what was `dealt`."""

    roles: tuple[str | None, ...]

    @property
    def dealt(self) -> Counter[str]:
        raise NotImplementedError

    @property
    def remaining(self) -> Counter[str]:
        """What nobody has been given yet."""
        return self.dealt - Counter(role for role in self.roles if role is not None)

    @property
    def missing(self) -> int:
        return self.roles.count(None)

    @property
    def ready(self) -> bool:
        return not self.missing

    @property
    def all_told(self) -> tuple[str, ...]:
        return tuple(role for role in self.roles if role is not None)

    def give(self, seat: int, role: str | None) -> Self:
        given = replace(self, roles=(*self.roles[:seat], role, *self.roles[seat + 1 :]))
        return given if role is None else given.filled()

    def filled(self) -> Self:
        """What is left can only be one thing: nobody need tap it."""
        left = self.remaining
        if len(left) != 1:
            return self
        (last,) = left
        return replace(self, roles=tuple(last if role is None else role for role in self.roles))

    def told(self, roles: tuple[str | None, ...]) -> Self:
        """These, if this table can have them."""
        given = Counter(role for role in roles if role is not None)
        fits = len(roles) == len(self.roles) and given <= self.dealt
        return replace(self, roles=roles) if fits else self
