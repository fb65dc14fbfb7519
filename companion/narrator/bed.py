"""The sound under the voice, which hides the rustle of sleeves and chairs: how loud it is at every moment.

Levels, as parts of full scale (1.0 is the loudest a file can hold):
- the built-in clips speak at -18 LUFS with peaks up to -1 dB (0.89);
- a bed's file is at -26 LUFS, with no sample above `BACKGROUND_PEAK` (-12 dB);
- it plays as it is while nobody speaks, and at `DUCKED_LEVEL` of that (-10 dB) under a voice, where speech
  stands some 18 dB above it.
So the loudest moment of voice and bed together stays below full scale, and nothing has to be clipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from companion.narrator.plan import SegmentKind, Timeline

BACKGROUND_PEAK: Final = 0.25
DUCKED_LEVEL: Final = 0.316
SPEECH_PEAK: Final = 0.9
# Long enough not to be heard as a step.
FADE_SECONDS: Final = 0.4
# Two turns of the loop overlap by this much, so that no seam is heard, whatever a decoder does at its ends.
LOOP_OVERLAP_SECONDS: Final = 1.0


class LevelPoint(NamedTuple):
    """From here on the bed moves to this level, in a straight line to the next moment."""

    seconds: float
    level: float


def level_curve(timeline: Timeline) -> tuple[LevelPoint, ...]:
    """The bed's level over the night. It is already low when a voice begins and rises only after it has
    ended; a pause too short for that is not worth the rise."""
    points = [LevelPoint(0.0, 0.0)]
    for start, level in _target_levels(timeline):
        before = points[-1].level
        if level > before:
            points += [LevelPoint(start, before), LevelPoint(start + FADE_SECONDS, level)]
        elif level < before:
            points += [LevelPoint(start - FADE_SECONDS, before), LevelPoint(start, level)]
    last = points[-1]
    return (
        *points,
        LevelPoint(max(last.seconds, timeline.total - FADE_SECONDS), last.level),
        LevelPoint(timeline.total, 0.0),
    )


def _target_levels(timeline: Timeline) -> Iterator[tuple[float, float]]:
    """Where each stretch with or without speech begins, and the level for it."""
    for is_silent, group in groupby(
        timeline.segments, key=lambda segment: segment.kind is not SegmentKind.SPEECH
    ):
        segments = tuple(group)
        is_long_enough = segments[-1].end - segments[0].start >= 3 * FADE_SECONDS
        yield segments[0].start, 1.0 if is_silent and is_long_enough else DUCKED_LEVEL
