"""Hints for those who learn a role of Among Cultists, spoken to all alike: "whoever is the Seer …".

They know the set-up, never who has which token. Of roles that only their token explains nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cultists.roles import ASSASSIN, CULTIST, SEER
from companion.games.cultists.state import Phase, State
from companion.scripts.teaching import Lesson, rotate

_INVESTIGATOR: Final = "investigator"
_HINTED_ROLES: Final[Mapping[Phase, tuple[str, ...]]] = {
    Phase.MOVEMENT: (_INVESTIGATOR, CULTIST),
    Phase.ACTION: (_INVESTIGATOR, CULTIST, SEER, ASSASSIN),
    Phase.VOTE: (_INVESTIGATOR, CULTIST, SEER),
}


def role_hints(state: State) -> tuple[Lesson, ...]:
    """One for each role in play that this step has something for; each round begins with another."""
    in_play = {_INVESTIGATOR, CULTIST, *state.setup.roles}
    keys = tuple(
        f"cultists.hint.{state.phase.value}.{role}"
        for role in _HINTED_ROLES.get(state.phase, ())
        if role in in_play
    )
    return tuple(Lesson("app.hint.now", key, "app.hint.rule") for key in rotate(keys, state.round - 1))
