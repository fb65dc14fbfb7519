"""`DraftCodec`: conversion of drafts (unfinished moves) to and from JSON.

Role assignment after the game (`RoleAssignment`), shared by all games with roles. No Kivy here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from companion.core.game import ProblemError
from companion.core.serialization import decode, encode
from companion.core.session import AnySession, DraftJson

DraftT = TypeVar("DraftT")


def _identity(draft: Any) -> Any:
    return draft


@dataclass(frozen=True, slots=True)
class DraftCodec(Generic[DraftT]):
    """Conversion of a game's drafts to and from storage.

    `record_type` is the stored form, a frozen dataclass of plain data; a draft that is one already needs no
    `to_record`. `from_record` turns a record into a draft again, or None if it does not fit the session (it
    may come from a damaged file). `empty` is the draft with nothing entered; an undone move becomes the draft
    it was made from. `is_compatible` tells whether a draft entered in one state is valid in the other: the
    past can be edited below a draft.
    """

    record_type: type[Any]
    empty: Callable[[AnySession], DraftT]
    from_record: Callable[[AnySession, Any], DraftT | None]
    is_compatible: Callable[[Any, Any], bool]
    to_record: Callable[[DraftT], Any] = _identity

    def encode(self, draft: DraftT) -> DraftJson:
        record: DraftJson = encode(self.to_record(draft))
        return record

    def decode(self, session: AnySession, record: DraftJson) -> DraftT | None:
        """Decode the draft saved at this point of the log; None if it cannot be decoded."""
        try:
            return self.from_record(session, decode(self.record_type, record))
        except ProblemError:
            return None


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
