"""A night of three lines: nobody looks, everybody listens."""

from __future__ import annotations

from enum import Enum

from companion.games.game import Problem
from companion.scripts.acting import Customs, act
from companion.scripts.cues import STYLES, EveryNight, Hold, Script, Style
from companion.scripts.nights import EYES_AND_THUMBS, Dawn, GameNight
from companion.scripts.steps import Step, Steps
from pebble_house.games.pebbles.setup import Setup

PLAYER = "player"


class Kind(Enum):
    LISTEN = "LISTEN"


def _line(style: Style, sentence: str) -> str:
    return f"pebbles.night.{style.value}.{sentence}"


def _label(kind: Enum) -> str:
    whose = "app" if isinstance(kind, EveryNight) else "pebbles"
    return f"{whose}.kind.{kind.value.lower()}"


STEPS: Steps[Setup] = Steps(
    "pebbles",
    _line,
    (
        Step(EveryNight.ALL_CLOSE, Hold.ACT, closes=lambda _: (PLAYER,), rests=True),
        Step(Kind.LISTEN, Hold.SETTLE),
        Step(EveryNight.ALL_OPEN, Hold.NONE, opens=lambda _: (PLAYER,)),
    ),
)


def night(setup: Setup, style: Style) -> Script:
    return STEPS.script(setup, style)


def _verify(script: Script, setup: Setup) -> tuple[Problem, ...]:
    return act(script, [PLAYER] * len(setup.players), Customs({})).violations


NIGHT = GameNight(
    game="pebbles",
    setup_type=Setup,
    styles=STYLES,
    acts=EYES_AND_THUMBS,
    night=night,
    verify=_verify,
    every_line=STEPS.every_line,
    fullest_night=STEPS.fullest,
    label=_label,
    knows=lambda setup: {"knows": {}},
    dawn=lambda setup: Dawn("pebbles.night.begins", setup.players[0], "pebbles.night.onward"),
)
