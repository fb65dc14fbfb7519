"""A game told in five minutes, as data: chapters, each with a picture and the sentences said beside it.

Each game has a `scripts/<id>/intro.py` with `CHAPTERS`. A chapter's title is
`<id>_guide.intro.<chapter>.title`. The quick telling leaves out the sentences that only explain, and pauses
less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.scripts.scenes import Scene
from companion.scripts.sentences import Message


class IntroSpeed(StrEnum):
    CALM = "calm"
    QUICK = "quick"


# Seconds between two sentences.
GAP_SECONDS: Final[Mapping[IntroSpeed, float]] = {IntroSpeed.CALM: 1.4, IntroSpeed.QUICK: 0.5}


@dataclass(frozen=True, slots=True)
class IntroChapter:
    """`optional_keys` are the keys of the sentences that the quick telling leaves out."""

    id: str
    scene: Scene
    messages: tuple[Message, ...]
    optional_keys: tuple[str, ...] = ()

    def messages_for(self, speed: IntroSpeed) -> tuple[Message, ...]:
        return tuple(
            message
            for message in self.messages
            if speed is IntroSpeed.CALM or message.key not in self.optional_keys
        )
