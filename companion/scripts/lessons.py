"""What a learner is told at one moment of a game, as catalogue keys.

Of a moment there is mostly more to tell than one lesson holds: a game's `lessons` gives all that fit, the one
that matters most first, and `lesson` that one alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

# The three sentences of a lesson: what happens now, who does what, the rule behind it.
LessonKeys = tuple[str, str, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lesson:
    """All three sentences may use all of the arguments."""

    now_key: str
    who_key: str
    rule_key: str
    args: Mapping[str, int | str | tuple[int, ...] | tuple[str, ...]] = field(
        default_factory=dict, hash=False
    )


def rotate(lessons: Sequence[T], offset: int) -> tuple[T, ...]:
    """The same in a circle, begun so many further on: whoever reads only the first ones meets them all."""
    start = offset % len(lessons) if lessons else 0
    return (*lessons[start:], *lessons[:start])
