"""A script and the lengths of its lines become a timeline: every start and end is known before the
first word, so the progress bar, the length of the night and the sound file are exact."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import groupby
from typing import Final

from companion.scripts.asides import COUNT_FROM, count
from companion.scripts.cues import Cue, Hold, Script, Style

# language -> line -> seconds, in the order in which the languages are spoken
Lengths = Mapping[str, Mapping[str, float]]

# A table that learns needs longer to find out what to do; one that knows it all may be brisk.
_TEMPO: Final[Mapping[Style, float]] = {
    Style.LEARN: 1.3,
    Style.NORMAL: 1.0,
    Style.QUICK: 0.7,
    Style.RITUAL: 1.0,
}
# Each player beyond the fifth makes a look round the table, and the slowest hand, this much longer.
_PER_PLAYER: Final = 0.04
_SMALLEST_TABLE: Final = 5
# What a reader, or an average voice, gets through.
_LETTERS_A_SECOND: Final = 14.0
_SHORTEST_LINE: Final = 1.2
# The bell rings out under the first word of the count.
_BELL: Final = 1.2


@dataclass(frozen=True, slots=True)
class Pauses:
    """Lengths in seconds at a table of five in the normal style; the table may change them."""

    settle: float = 1.5
    act: float = 2.0
    look: float = 5.0
    between_languages: float = 0.4
    # A Bluetooth speaker sleeps, and swallows the first moments after it is woken.
    lead_in: float = 0.8

    def of(self, hold: Hold) -> float:
        return {Hold.NONE: 0.0, Hold.SETTLE: self.settle, Hold.ACT: self.act, Hold.LOOK: self.look}[hold]


DEFAULT_PAUSES: Final = Pauses()


class Part(Enum):
    BELL = "bell"
    COUNT = "count"  # a second of the count before the first line
    LEAD_IN = "lead_in"
    SPEECH = "speech"
    GAP = "gap"  # between the two languages of a line
    HOLD = "hold"
    REST = "rest"  # silence that makes all nights equally long


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the night. `cue` is the number of its step in the script, from 0; `aside` is what is said
    before that step, if it is not the step itself."""

    part: Part
    start: float
    end: float
    cue: int
    language: str | None = None
    hold: Hold = Hold.NONE
    aside: Cue | None = None

    @property
    def seconds(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Span:
    """One step on the timeline: when its line begins, how long it is said and then held."""

    cue: int
    start: float
    speech: float
    hold: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """Segments without a hole or an overlap, from 0 to `total`.

    `lengths` are those of the asides too, so that they can be laid out when a hand asks for them.
    """

    script: Script
    segments: tuple[Segment, ...]
    lengths: Lengths = field(default_factory=dict, compare=False, repr=False)
    pauses: Pauses = DEFAULT_PAUSES

    @property
    def total(self) -> float:
        return self.segments[-1].end

    @property
    def lead_in(self) -> float:
        first = self.segments[0]
        return first.seconds if first.part is Part.LEAD_IN else 0.0

    def spans(self) -> tuple[Span, ...]:
        """One entry a step; each ends where the next begins."""
        found = []
        spoken = (segment for segment in self.segments if segment.part is not Part.LEAD_IN)
        for cue, group in groupby(spoken, key=lambda segment: segment.cue):
            parts = tuple(group)
            said = [part.end for part in parts if part.part is Part.SPEECH][-1]
            start = parts[0].start
            found.append(Span(cue, start, said - start, parts[-1].end - said))
        return tuple(found)

    def route(self, cues: Iterable[int], *before: Segment) -> Timeline:
        """The steps of this night in this order, after what is to be heard before them."""
        chosen = [
            segment
            for cue in cues
            for segment in self.segments
            if segment.cue == cue and segment.part is not Part.LEAD_IN
        ]
        return Timeline(self.script, _laid_out((*before, *chosen)), self.lengths, self.pauses)

    def leading_in(self, cue: int = 0) -> tuple[Segment, ...]:
        """Silence in which a speaker wakes, before this step."""
        return (_piece(Part.LEAD_IN, self.lead_in, cue),) if self.lead_in else ()

    def aside(self, said: Cue, cue: int) -> tuple[Segment, ...]:
        """Something said before this step; nothing where its length was not told."""
        if not all(said.line in seconds for seconds in self.lengths.values()):
            return ()
        pieces = list(_spoken(said.line, self.lengths, self.pauses, cue))
        if self.pauses.of(said.hold):
            pieces.append(_piece(Part.HOLD, self.pauses.of(said.hold), cue, hold=said.hold))
        return tuple(replace(piece, aside=said) for piece in pieces)

    def counting_in(self) -> tuple[Segment, ...]:
        """A bell, then the seconds are counted, in the first language, for whoever puts the phone down."""
        language = next(iter(self.lengths), None)
        return (
            _piece(Part.BELL, _BELL, 0),
            *(
                replace(_piece(Part.COUNT, 1.0, 0, language), aside=count(left))
                for left in range(COUNT_FROM, 0, -1)
            ),
        )


def plan(
    script: Script,
    lengths: Lengths,
    *,
    players: int,
    pace: float = 1.0,
    pauses: Pauses = DEFAULT_PAUSES,
    at_least: float = 0.0,
) -> Timeline:
    """Lay the script out in time.

    `lengths` are those of the clips as they will be heard, so `pace` (2 is twice as fast) only
    divides the pauses. A pause depends on what it is for, on the size of the table, on style and
    pace, and on nothing else: not on who is in play, nor on how many have to act.

    `at_least` makes all nights of a table equally long, whatever its roles: it is the `total` of
    the fullest night there is. What is missing is silence while all eyes are shut, as late as can be: no
    pause in which somebody looks differs from one night to the next, by which the table could tell how
    many parts were left out.
    """
    _check_times(lengths, script, pace, pauses)
    segments = list(_pieces(script, lengths, players, pace, pauses))
    missing = at_least - sum(segment.seconds for segment in segments)
    if missing > 0:
        shut = _last_shut(script)
        after = next((number for number, segment in enumerate(segments) if segment.cue > shut), len(segments))
        segments.insert(after, _piece(Part.REST, missing, shut, hold=Hold.SETTLE))
    return Timeline(script, _laid_out(segments), lengths, pauses)


def _last_shut(script: Script) -> int:
    """The last step before dawn after which nobody's eyes are open; the first one shuts them all."""
    awake: set[str] = set()
    shut = 0
    for number, cue in enumerate(script.cues[:-1]):
        awake = (awake | set(cue.opens)) - set(cue.closes)
        if not awake:
            shut = number
    return shut


def reading_time(text: str, pace: float = 1.0) -> float:
    """How long a line stays when there is no clip of it: the night goes on without sound."""
    return max(_SHORTEST_LINE, len(text) / _LETTERS_A_SECOND) / pace


def _pieces(script: Script, lengths: Lengths, players: int, pace: float, pauses: Pauses) -> Iterator[Segment]:
    """The parts of the night in order, each with its length only: they all start at 0."""
    if pauses.lead_in:
        yield _piece(Part.LEAD_IN, pauses.lead_in, 0)
    size = 1 + _PER_PLAYER * max(0, players - _SMALLEST_TABLE)
    tempo = _TEMPO[script.style] / pace
    for number, cue in enumerate(script.cues):
        yield from _spoken(cue.line, lengths, pauses, number)
        held = pauses.of(cue.hold) * tempo * (1 if cue.hold is Hold.SETTLE else size)
        if held:
            yield _piece(Part.HOLD, held, number, hold=cue.hold)


def _spoken(line: str, lengths: Lengths, pauses: Pauses, cue: int) -> Iterator[Segment]:
    """A line in each language, one after the other."""
    for spoken, (language, seconds) in enumerate(lengths.items()):
        if spoken and pauses.between_languages:
            yield _piece(Part.GAP, pauses.between_languages, cue)
        yield _piece(Part.SPEECH, seconds[line], cue, language)


def _piece(
    part: Part, seconds: float, cue: int, language: str | None = None, hold: Hold = Hold.NONE
) -> Segment:
    return Segment(part, 0.0, seconds, cue, language, hold)


def _laid_out(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    laid: list[Segment] = []
    now = 0.0
    for segment in segments:
        end = now + segment.seconds
        laid.append(replace(segment, start=now, end=end))
        now = end
    return tuple(laid)


def _check_times(lengths: Lengths, script: Script, pace: float, pauses: Pauses) -> None:
    """A clip without a length would leave the table in the dark: better to hear of it before the night."""
    if not lengths:
        raise ValueError("a night needs at least one language")
    if not (math.isfinite(pace) and pace > 0):
        raise ValueError(f"pace must be above 0, not {pace}")
    silent = (pauses.settle, pauses.act, pauses.look, pauses.between_languages, pauses.lead_in)
    if not all(math.isfinite(seconds) and seconds >= 0 for seconds in silent):
        raise ValueError(f"pauses must be 0 or longer: {pauses}")
    for language, seconds in lengths.items():
        for cue in script.cues:
            if not (math.isfinite(seconds[cue.line]) and seconds[cue.line] > 0):
                raise ValueError(f"no length for {cue.line} in {language}")
