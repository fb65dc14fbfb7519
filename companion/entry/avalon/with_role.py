"""The table as it would be with a character in it: what it does can be told before it is chosen."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import filter_blocking
from companion.games.avalon.setup import ROLES, Lancelot, RoleUse, Setup, deck, problems


def make_setup_with_role(setup: Setup, role: str) -> Setup | None:
    """This table if the character is in it; else with it added, else with it and nobody else that is chosen.
    None where no table of this size is legal."""
    use = ROLES[role].use
    selected = (role,) if use is RoleUse.OPTIONAL else ()
    lancelot = (setup.lancelot or Lancelot.V1) if use is RoleUse.PAIR else None
    alone = replace(setup, roles=selected, lancelot=lancelot, options=replace(setup.options, merlin=True))
    added = replace(
        setup, roles=tuple(dict.fromkeys((*setup.roles, *selected))), lancelot=lancelot or setup.lancelot
    )
    for candidate in (setup, added, alone):
        if not filter_blocking(problems(candidate)) and role in deck(candidate):
            return candidate
    return None
