"""What a learner is told at one moment of a game, as catalogue keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

# The three sentences of a lesson: what happens now, who does what, the rule behind it.
Keys = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """All three sentences may use all of the arguments."""

    now_key: str
    who_key: str
    rule_key: str
    args: Mapping[str, int | str | tuple[int, ...]] = field(default_factory=dict, hash=False)
