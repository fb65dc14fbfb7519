"""How fast a game is told to people who do not know it, as it was wanted last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.entry.memory import Memory
from companion.scripts.intros import Speed

_NAME: Final = "intro"


@dataclass(frozen=True, slots=True)
class _Wanted:
    speed: Speed


def speed_of(memory: Memory) -> Speed:
    kept = memory.recall(_Wanted, _NAME)
    return Speed.CALM if kept is None else kept.speed


def choose_speed(memory: Memory, speed: Speed) -> None:
    memory.keep_in_mind(_Wanted(speed), _NAME)
