"""Hints for those who learn a role of Among Cultists, spoken to all alike: "whoever is the Seer …".

They know the set-up, never who has which token. Of roles that only their token explains nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cultists.roles import ASSASSIN, CULTIST, SEER
from companion.games.cultists.state import Awaits, State
from companion.scripts.lessons import Lesson, turned

_INVESTIGATOR: Final = "investigator"
_HINTED: Final[Mapping[Awaits, tuple[str, ...]]] = {
    Awaits.MOVEMENT: (_INVESTIGATOR, CULTIST),
    Awaits.ACTION: (_INVESTIGATOR, CULTIST, SEER, ASSASSIN),
    Awaits.VOTE: (_INVESTIGATOR, CULTIST, SEER),
}


def hints(state: State) -> tuple[Lesson, ...]:
    """One for each role in play that this step has something for; each round begins with another."""
    in_play = {_INVESTIGATOR, CULTIST, *state.setup.roles}
    keys = tuple(
        f"cultists.hint.{state.awaits.value}.{role}"
        for role in _HINTED.get(state.awaits, ())
        if role in in_play
    )
    return tuple(Lesson("app.hint.now", key, "app.hint.rule") for key in turned(keys, state.round - 1))
