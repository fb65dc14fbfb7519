"""The table as it would be with a character in it: what it does can be told before it is chosen."""

from __future__ import annotations

from dataclasses import replace

from companion.games.avalon.roles import ROLES, Use
from companion.games.avalon.setup import Lancelot, Setup, deck, problems
from companion.games.game import blocking


def with_role(setup: Setup, role: str) -> Setup | None:
    """This table if the character is in it; else with it added, else with it and nobody else that is chosen.
    None where no table of this size is legal."""
    use = ROLES[role].use
    chosen = (role,) if use is Use.CHOSEN else ()
    lancelot = (setup.lancelot or Lancelot.V1) if use is Use.PAIR else None
    alone = replace(setup, roles=chosen, lancelot=lancelot, options=replace(setup.options, merlin=True))
    added = replace(
        setup, roles=tuple(dict.fromkeys((*setup.roles, *chosen))), lancelot=lancelot or setup.lancelot
    )
    for table in (setup, added, alone):
        if not blocking(problems(table)) and role in deck(table):
            return table
    return None
