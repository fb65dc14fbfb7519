"""Role assignment after the game (`RoleAssignment`), shared by all games with roles. No Kivy here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class RoleAssignment:
    """The roles assigned so far, by seat; the game defines the available `role_counts`."""

    roles: tuple[str | None, ...]

    @property
    def role_counts(self) -> Counter[str]:
        raise NotImplementedError

    @property
    def remaining(self) -> Counter[str]:
        """The roles that are not assigned yet."""
        return self.role_counts - Counter(role for role in self.roles if role is not None)

    @property
    def missing_count(self) -> int:
        return self.roles.count(None)

    @property
    def is_ready(self) -> bool:
        return not self.missing_count

    @property
    def assigned_roles(self) -> tuple[str, ...]:
        return tuple(role for role in self.roles if role is not None)

    def assign(self, seat: int, role: str | None) -> Self:
        updated = replace(self, roles=(*self.roles[:seat], role, *self.roles[seat + 1 :]))
        return updated if role is None else updated.fill_last_role()

    def fill_last_role(self) -> Self:
        """Assign the last kind of role automatically if only one is left."""
        left = self.remaining
        if len(left) != 1:
            return self
        (last,) = left
        return replace(self, roles=tuple(last if role is None else role for role in self.roles))

    def with_roles(self, roles: tuple[str | None, ...]) -> Self:
        """Replace the assignment if it is valid for these seats, else return it unchanged."""
        given_counts = Counter(role for role in roles if role is not None)
        fits = len(roles) == len(self.roles) and given_counts <= self.role_counts
        return replace(self, roles=roles) if fits else self
