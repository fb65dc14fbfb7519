"""Which side the special characters of a table make stronger."""

from __future__ import annotations

from companion.games.avalon.roles import LANCELOT_GOOD, ROLES, Side
from companion.games.avalon.setup import Setup, idle


def helpers(setup: Setup, side: Side) -> tuple[str, ...]:
    """The chosen characters that help this side, the pair of Lancelots by the good one. Who has nobody to act
    on helps nobody."""
    chosen = set(setup.roles) - idle(setup)
    named = [role.id for role in ROLES.values() if role.id in chosen and role.helps is side]
    if setup.lancelot is not None and setup.lancelot.helps is side:
        named.append(LANCELOT_GOOD)
    return tuple(named)


def added(setup: Setup) -> int:
    """How many special characters there are, the Lancelots as one."""
    return len(set(setup.roles)) + (setup.lancelot is not None)
