"""Which side the special characters of a table make stronger."""

from __future__ import annotations

from companion.games.avalon.roles import LANCELOT_GOOD, ROLES, Side
from companion.games.avalon.setup import Setup, idle_roles


def list_helpers(setup: Setup, side: Side) -> tuple[str, ...]:
    """The chosen characters that help this side, the pair of Lancelots by the good one. Who has nobody to act
    on helps nobody."""
    active_roles = set(setup.roles) - idle_roles(setup)
    result = [role.id for role in ROLES.values() if role.id in active_roles and role.helped_side is side]
    if setup.lancelot is not None and setup.lancelot.helped_side is side:
        result.append(LANCELOT_GOOD)
    return tuple(result)


def count_special_roles(setup: Setup) -> int:
    """How many special characters there are, the Lancelots as one."""
    return len(set(setup.roles)) + (setup.lancelot is not None)
