"""Avalon's night, acted out and held against Avalon's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import Final

from companion.core.game import Problem, error
from companion.games.avalon.knowledge import SeenAs, night_steps, sights
from companion.games.avalon.setup import Setup, deck
from companion.scripts.avalon.kinds import CueKind
from companion.scripts.script import Script
from companion.scripts.simulation import SightMeanings, SimulationResult, simulate_night

# What those who look in a step take those for whom they see.
SIGHT_MEANINGS: Final[Mapping[Enum, SeenAs]] = {
    CueKind.EVIL_OPEN: SeenAs.EVIL,
    CueKind.MERLIN_OPEN: SeenAs.EVIL,
    CueKind.PERCIVAL_OPEN: SeenAs.MAYBE_MERLIN,
    CueKind.LANCELOTS_OPEN: SeenAs.LANCELOT,
}


def verify_script(script: Script, setup: Setup) -> tuple[Problem, ...]:
    """Everything by which this script departs from the rules of this set-up; nothing if it may be spoken."""
    simulated = simulate_script(script, setup)
    problems = list(simulated.violations)
    if tuple(cue.kind.value for cue in script.cues) != night_steps(setup):
        problems.append(error("app.problem.night_steps"))
    problems.extend(
        error("app.problem.night_sees", role=role)
        for role, expected in expected_sights(setup).items()
        if simulated.sights_of(role) != expected
    )
    return tuple(problems)


def simulate_script(script: Script, setup: Setup) -> SimulationResult:
    return simulate_night(script, deck(setup), SightMeanings(SIGHT_MEANINGS))


def expected_sights(setup: Setup) -> dict[str, Counter[tuple[str, Enum | None]]]:
    """What each role should see, in the form in which acting tells it."""
    return {
        role: Counter((sight.role, sight.seen_as) for sight in role_sights)
        for role, role_sights in sights(setup).items()
    }
