"""A set-up that includes a given character, so that its ability can be explained before it is chosen."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import filter_blocking
from companion.games.avalon.setup import ROLES, Lancelot, RoleUse, Setup, deck, problems


def make_setup_with_role(setup: Setup, role: str) -> Setup | None:
    """Return this set-up if it has the character, else with it added, else with it as the only optional one.

    None if no such set-up is valid for these players.
    """
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
