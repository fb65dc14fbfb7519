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
from companion.scripts.sentences import Sentence


class Speed(StrEnum):
    CALM = "calm"
    QUICK = "quick"


# Seconds between two sentences.
BREATHS: Final[Mapping[Speed, float]] = {Speed.CALM: 1.4, Speed.QUICK: 0.5}


@dataclass(frozen=True, slots=True)
class Chapter:
    """`explaining` are the keys of the sentences that the quick telling leaves out."""

    id: str
    scene: Scene
    sentences: tuple[Sentence, ...]
    explaining: tuple[str, ...] = ()

    def told(self, speed: Speed) -> tuple[Sentence, ...]:
        return tuple(one for one in self.sentences if speed is Speed.CALM or one.key not in self.explaining)
