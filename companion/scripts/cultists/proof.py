"""The night of Among Cultists, acted out and held against its rules, whatever token the Automa was dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from companion.games.cultists.knowledge import As, automa_roles, sees_dead, sights, steps
from companion.games.cultists.setup import Setup, tokens
from companion.games.game import Problem, error
from companion.scripts.acting import Acted, Customs, act
from companion.scripts.cues import Script
from companion.scripts.cultists.kinds import Kind


class Bottom(Enum):
    """What a bottom card tells those who may see it."""

    DEAD_OR_ALIVE = "dead_or_alive"


MEANING: Final[Mapping[Enum, As]] = {Kind.CULTISTS_OPEN: As.CULTIST, Kind.SEER_OPEN: As.CULTIST}
BOTTOMS: Final[Mapping[Enum, Bottom]] = {Kind.CULTISTS_OPEN: Bottom.DEAD_OR_ALIVE}


def verify(script: Script, setup: Setup) -> tuple[Problem, ...]:
    """Everything by which this script departs from the rules of this set-up; nothing if it may be spoken."""
    found = []
    if tuple(cue.kind.value for cue in script.cues) != steps(setup):
        found.append(error("app.problem.night_steps"))
    for automa in automa_roles(setup) or (None,):
        acted = act_out(script, setup, automa)
        found.extend(acted.violations)
        found.extend(
            error("app.problem.night_sees", role=role)
            for role, due in meant(setup, automa).items()
            if acted.of(role) != due
        )
    return tuple(found)


def act_out(script: Script, setup: Setup, automa: str | None = None) -> Acted:
    """With the token that the Automa was dealt; it has the last seat."""
    seats = list(tokens(setup))
    if automa is not None:
        seats.remove(automa)
        seats.append(automa)
    return act(script, seats, Customs(MEANING, BOTTOMS), None if automa is None else len(seats) - 1)


def meant(setup: Setup, automa: str | None = None) -> dict[str, Counter[tuple[str, Enum | None]]]:
    """What each role that a person holds should see, in the form in which acting tells it."""
    return {
        role: Counter([*((sight.role, sight.seen_as) for sight in due), *_bottoms(setup, role, automa)])
        for role, due in sights(setup, automa).items()
    }


def _bottoms(setup: Setup, observer: str, automa: str | None) -> Iterator[tuple[str, Enum | None]]:
    """Every deck but the observer's own, the Automa's included."""
    if observer in sees_dead(setup, automa):
        others = list(tokens(setup))
        others.remove(observer)
        yield from ((role, Bottom.DEAD_OR_ALIVE) for role in others)
