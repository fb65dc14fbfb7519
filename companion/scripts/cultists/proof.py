"""The night of Among Cultists, acted out and held against its rules, whatever token the Automa was dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from companion.core.game import Problem, error
from companion.games.cultists.knowledge import SeenAs, automa_roles, night_steps, roles_seeing_dead, sights
from companion.games.cultists.setup import Setup, role_tokens
from companion.scripts.cultists.kinds import CueKind
from companion.scripts.script import Script
from companion.scripts.simulation import SightMeanings, SimulationResult, simulate_night


class BottomCard(Enum):
    """What a bottom card tells those who may see it."""

    DEAD_OR_ALIVE = "dead_or_alive"


SIGHT_MEANINGS: Final[Mapping[Enum, SeenAs]] = {
    CueKind.CULTISTS_OPEN: SeenAs.CULTIST,
    CueKind.SEER_OPEN: SeenAs.CULTIST,
}
CARD_MEANINGS: Final[Mapping[Enum, BottomCard]] = {CueKind.CULTISTS_OPEN: BottomCard.DEAD_OR_ALIVE}


def verify_script(script: Script, setup: Setup) -> tuple[Problem, ...]:
    """Everything by which this script departs from the rules of this set-up; nothing if it may be spoken."""
    problems = []
    if tuple(cue.kind.value for cue in script.cues) != night_steps(setup):
        problems.append(error("app.problem.night_steps"))
    for automa in automa_roles(setup) or (None,):
        simulated = simulate_script(script, setup, automa)
        problems.extend(simulated.violations)
        problems.extend(
            error("app.problem.night_sees", role=role)
            for role, expected in expected_sights(setup, automa).items()
            if simulated.sights_of(role) != expected
        )
    return tuple(problems)


def simulate_script(script: Script, setup: Setup, automa: str | None = None) -> SimulationResult:
    """With the token that the Automa was dealt; it has the last seat."""
    seats = list(role_tokens(setup))
    if automa is not None:
        seats.remove(automa)
        seats.append(automa)
    return simulate_night(
        script,
        seats,
        SightMeanings(SIGHT_MEANINGS, CARD_MEANINGS),
        None if automa is None else len(seats) - 1,
    )


def expected_sights(setup: Setup, automa: str | None = None) -> dict[str, Counter[tuple[str, Enum | None]]]:
    """What each role that a person holds should see, in the form in which acting tells it."""
    return {
        role: Counter(
            [
                *((sight.role, sight.seen_as) for sight in role_sights),
                *_bottom_card_sights(setup, role, automa),
            ]
        )
        for role, role_sights in sights(setup, automa).items()
    }


def _bottom_card_sights(setup: Setup, observer: str, automa: str | None) -> Iterator[tuple[str, Enum | None]]:
    """Every deck but the observer's own, the Automa's included."""
    if observer in roles_seeing_dead(setup, automa):
        others = list(role_tokens(setup))
        others.remove(observer)
        yield from ((role, BottomCard.DEAD_OR_ALIVE) for role in others)
