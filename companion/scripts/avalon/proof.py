"""Avalon's night, acted out and held against Avalon's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import Final

from companion.games.avalon.knowledge import As, sights, steps
from companion.games.avalon.setup import Setup, deck
from companion.games.game import Problem, error
from companion.scripts.acting import Acted, Customs, act
from companion.scripts.avalon.kinds import Kind
from companion.scripts.cues import Script

# What those who look in a step take those for whom they see.
MEANING: Final[Mapping[Enum, As]] = {
    Kind.EVIL_OPEN: As.EVIL,
    Kind.MERLIN_OPEN: As.EVIL,
    Kind.PERCIVAL_OPEN: As.MAYBE_MERLIN,
    Kind.LANCELOTS_OPEN: As.LANCELOT,
}


def verify(script: Script, setup: Setup) -> tuple[Problem, ...]:
    """Everything by which this script departs from the rules of this set-up; nothing if it may be spoken."""
    acted = act_out(script, setup)
    found = list(acted.violations)
    if tuple(cue.kind.value for cue in script.cues) != steps(setup):
        found.append(error("app.problem.night_steps"))
    found.extend(
        error("app.problem.night_sees", role=role)
        for role, due in meant(setup).items()
        if acted.of(role) != due
    )
    return tuple(found)


def act_out(script: Script, setup: Setup) -> Acted:
    return act(script, deck(setup), Customs(MEANING))


def meant(setup: Setup) -> dict[str, Counter[tuple[str, Enum | None]]]:
    """What each role should see, in the form in which acting tells it."""
    return {
        role: Counter((sight.role, sight.seen_as) for sight in due) for role, due in sights(setup).items()
    }
