"""How fast a game is told to people who do not know it, as it was wanted last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.entry.memory import Memory
from companion.scripts.intros import IntroSpeed

_MEMORY_KEY: Final = "intro"


@dataclass(frozen=True, slots=True)
class _IntroSpeed:
    speed: IntroSpeed


def load_speed(memory: Memory) -> IntroSpeed:
    saved = memory.recall(_IntroSpeed, _MEMORY_KEY)
    return IntroSpeed.CALM if saved is None else saved.speed


def save_speed(memory: Memory, speed: IntroSpeed) -> None:
    memory.remember(_IntroSpeed(speed), _MEMORY_KEY)
