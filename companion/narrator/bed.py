"""The sound under the voice, which hides the rustle of sleeves and chairs: how loud it is at every moment.

Levels, as parts of full scale (1.0 is the loudest a file can hold):
- the built-in clips speak at -18 LUFS with peaks up to -1 dB (0.89);
- a bed's file is at -26 LUFS, with no sample above `BED_PEAK` (-12 dB);
- it plays as it is while nobody speaks, and at `UNDER_SPEECH` of that (-10 dB) under a voice, where speech
  stands some 18 dB above it.
So the loudest moment of voice and bed together stays below full scale, and nothing has to be clipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from companion.narrator.plan import Part, Timeline

BED_PEAK: Final = 0.25
UNDER_SPEECH: Final = 0.316
SPEECH_PEAK: Final = 0.9
# Long enough not to be heard as a step.
FADE: Final = 0.4
# Two turns of the loop overlap by this much, so that no seam is heard, whatever a decoder does at its ends.
OVERLAP: Final = 1.0


class Moment(NamedTuple):
    """From here on the bed moves to this level, in a straight line to the next moment."""

    seconds: float
    level: float


def levels(timeline: Timeline) -> tuple[Moment, ...]:
    """The bed's level over the night. It is already low when a voice begins and rises only after it has
    ended; a pause too short for that is not worth the rise."""
    moments = [Moment(0.0, 0.0)]
    for start, level in _wanted(timeline):
        before = moments[-1].level
        if level > before:
            moments += [Moment(start, before), Moment(start + FADE, level)]
        elif level < before:
            moments += [Moment(start - FADE, before), Moment(start, level)]
    last = moments[-1]
    return (
        *moments,
        Moment(max(last.seconds, timeline.total - FADE), last.level),
        Moment(timeline.total, 0.0),
    )


def _wanted(timeline: Timeline) -> Iterator[tuple[float, float]]:
    """Where each stretch with or without speech begins, and the level for it."""
    for silent, group in groupby(timeline.segments, key=lambda segment: segment.part is not Part.SPEECH):
        segments = tuple(group)
        long_enough = segments[-1].end - segments[0].start >= 3 * FADE
        yield segments[0].start, 1.0 if silent and long_enough else UNDER_SPEECH
