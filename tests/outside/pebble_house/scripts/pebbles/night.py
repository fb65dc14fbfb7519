"""A night of three lines: nobody looks, everybody listens."""

from __future__ import annotations

from enum import Enum

from companion.core.game import Problem
from companion.scripts.script import (
    EYE_AND_THUMB_FIELDS,
    STYLES,
    CommonCueKind,
    DawnText,
    Hold,
    NightDefinition,
    NightStep,
    NightSteps,
    NightStyle,
    Script,
)
from companion.scripts.simulation import SightMeanings, simulate_night
from pebble_house.games.pebbles.rules import Setup

PLAYER = "player"


class Kind(Enum):
    LISTEN = "LISTEN"


STEPS: NightSteps[Setup] = NightSteps(
    "pebbles",
    (
        NightStep(CommonCueKind.ALL_CLOSE, Hold.ACT, closes=lambda _: (PLAYER,), is_rest=True),
        NightStep(Kind.LISTEN, Hold.SETTLE),
        NightStep(CommonCueKind.ALL_OPEN, Hold.NONE, opens=lambda _: (PLAYER,)),
    ),
)


def night(setup: Setup, style: NightStyle) -> Script:
    return STEPS.build_script(setup, style)


def _verify(script: Script, setup: Setup) -> tuple[Problem, ...]:
    return simulate_night(script, [PLAYER] * len(setup.players), SightMeanings({})).violations


NIGHT = NightDefinition(
    game="pebbles",
    setup_type=Setup,
    styles=STYLES,
    action_fields=EYE_AND_THUMB_FIELDS,
    build_script=night,
    verify=_verify,
    steps=STEPS,
    night_knowledge=lambda setup: {"knows": {}},
    dawn_text=lambda setup: DawnText("pebbles.night.begins", setup.players[0], "pebbles.night.onward"),
)
