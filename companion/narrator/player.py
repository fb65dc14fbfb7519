"""What is happening now: a timeline walked by a clock that is handed in.

Nothing here waits for a sound to end: a device without sound would keep everybody's eyes shut for
ever. Times are monotonic seconds. Each command and each `tick` returns what is to be done now;
ticks come many times a second.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.narrator.plan import Part, Segment, Timeline
from companion.scripts.acting import entry_after_stop, step_back
from companion.scripts.cues import Hold

# No tick for so long means that the process stood still. The people at the table did not: nobody
# knows what they heard, so the line starts again.
FROZEN_AFTER: Final = 2.0
# A line may begin so much after its time before the rest of the night is put off for it.
LATE: Final = 0.12


class Mode(Enum):
    READY = "ready"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class StartLeadIn:
    """Wake the speaker: silence for so long, then a line."""

    seconds: float


@dataclass(frozen=True, slots=True)
class StartLine:
    """Say this line now, in place of whatever is sounding."""

    cue: int
    line: str
    language: str


@dataclass(frozen=True, slots=True)
class StartHold:
    cue: int
    hold: Hold
    seconds: float


@dataclass(frozen=True, slots=True)
class Silence:
    """Cut off what is sounding."""


@dataclass(frozen=True, slots=True)
class EndNight:
    """The last line has been said."""


Event = StartLeadIn | StartLine | StartHold | Silence | EndNight
Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What to show. Steps count from 1; `language` is None while nobody speaks."""

    mode: Mode
    step: int
    steps: int
    kind: Enum
    line: str
    language: str | None
    hold: Hold
    hold_seconds: float
    hold_left: float
    position: float
    progress: float
    seconds_left: float


class Player:
    """One night being narrated. A command that makes no sense now does nothing."""

    def __init__(self, timeline: Timeline) -> None:
        self._whole = timeline
        self._timeline = timeline
        self._mode = Mode.READY
        self._number = 0  # the segment we are in
        self._due = 0.0  # when that segment began, or will begin, on the clock
        self._begun = False  # whether its beginning has been reported
        self._last = -math.inf  # the latest time heard of
        self._position = 0.0  # where on the timeline, while the clock does not count

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def cue(self) -> int:
        """The step being said or held; after a stop, the one that was cut short."""
        return self._segment.cue

    @property
    def timeline(self) -> Timeline:
        return self._timeline

    def begin(self, now: float) -> Events:
        """The whole night from its start, unless one is going on."""
        return () if self._going_on else self._start(self._whole, now)

    def tick(self, now: float) -> Events:
        """Let time pass. A clock that goes back is taken to stand still."""
        stood_still = now - self._last > FROZEN_AFTER
        self._hear_of(now)
        if self._mode is not Mode.PLAYING:
            return ()
        return (Silence(), *self._line_again()) if stood_still else self._run()

    def pause(self, now: float) -> Events:
        return self._halt(now, Mode.PAUSED) if self._mode is Mode.PLAYING else ()

    def resume(self, now: float) -> Events:
        """Go on with the line that was interrupted, from its start."""
        if self._mode is not Mode.PAUSED:
            return ()
        self._hear_of(now)
        return self._line_again()

    def again(self, now: float) -> Events:
        """Say the current line once more; a paused night goes on with it."""
        return self.resume(now) if self._mode is Mode.PAUSED else self._move(now, self.cue)

    def next(self, now: float) -> Events:
        """Leave the rest of this step and say the next line; after the last one the night is over."""
        order = self._timeline.cues
        place = order.index(self.cue) + 1
        if place < len(order):
            return self._move(now, order[place])
        return (*self._halt(now, Mode.ENDED), self._end()) if self._going_on else ()

    def back(self, now: float) -> Events:
        """Say an earlier line again: the nearest that does no harm with people as they are now."""
        earlier = step_back(self._timeline.script, self.cue)
        return self._move(now, earlier if earlier in self._timeline.cues else 0)

    def stop(self, now: float) -> Events:
        """Break the night off; `cue` stays the step that was cut short."""
        return self._halt(now, Mode.STOPPED) if self._going_on else ()

    def restart(self, now: float) -> Events:
        """After a stop, the same cards: everybody closes their eyes, then on from the right step."""
        if self._mode is not Mode.STOPPED:
            return ()
        script = self._whole.script
        entry = entry_after_stop(script, self.cue)
        return self._start(self._whole.only((0, *range(entry, len(script.cues)))), now)

    def snapshot(self, now: float) -> Snapshot:
        """The picture at `now`, no further on than the last reported beginning."""
        timeline, segment = self._timeline, self._segment
        cue = timeline.script.cues[segment.cue]
        position = self._position_at(now)
        over = self._mode is Mode.ENDED
        holding = segment.part in (Part.HOLD, Part.REST) and not over
        return Snapshot(
            mode=self._mode,
            step=segment.cue + 1,
            steps=len(timeline.script.cues),
            kind=cue.kind,
            line=cue.line,
            language=None if over else segment.language,
            hold=segment.hold if holding else Hold.NONE,
            hold_seconds=segment.seconds if holding else 0.0,
            hold_left=segment.end - position if holding else 0.0,
            position=position,
            progress=position / timeline.total,
            seconds_left=timeline.total - position,
        )

    @property
    def _segment(self) -> Segment:
        return self._timeline.segments[self._number]

    @property
    def _going_on(self) -> bool:
        return self._mode in (Mode.PLAYING, Mode.PAUSED)

    def _hear_of(self, now: float) -> None:
        """Commands only set the clock: whoever presses Next means the line that the screen shows, not
        one that was due a moment ago and has not been heard."""
        self._last = max(now, self._last)

    def _position_at(self, now: float) -> float:
        if self._mode is not Mode.PLAYING or not self._begun:
            return self._position
        elapsed = max(now, self._last) - self._due
        return min(self._segment.start + elapsed, self._segment.end)

    def _start(self, timeline: Timeline, now: float) -> Events:
        self._timeline = timeline
        self._mode = Mode.PLAYING
        self._hear_of(now)
        self._enter(0, self._last)
        return self._run()

    def _enter(self, number: int, due: float) -> None:
        self._number = number
        self._due = due
        self._begun = False
        self._position = self._segment.start

    def _move(self, now: float, cue: int) -> Events:
        """To the line of this step; a paused night stays paused there."""
        if not self._going_on:
            return ()
        self._hear_of(now)
        self._enter(self._timeline.line_of(cue), self._last)
        return self._run() if self._mode is Mode.PLAYING else ()

    def _line_again(self) -> Events:
        """The current line from its start, after time for a speaker to wake."""
        self._mode = Mode.PLAYING
        lead_in = self._timeline.lead_in
        if self._segment.part is Part.LEAD_IN or not lead_in:
            self._enter(0 if lead_in else self._timeline.line_of(self.cue), self._last)
            return self._run()
        self._enter(self._timeline.line_of(self.cue), self._last + lead_in)
        return (StartLeadIn(lead_in),)

    def _halt(self, now: float, mode: Mode) -> Events:
        self._hear_of(now)
        self._position = self._position_at(self._last)
        self._mode = mode
        return (Silence(),)

    def _end(self) -> EndNight:
        self._mode = Mode.ENDED
        self._position = self._timeline.total
        return EndNight()

    def _run(self) -> Events:
        """Report each segment whose time has come. A line that is reported late counts from then, so it
        is always heard whole and one tick never starts two; a frame's delay is taken from the pause
        after it, so that the night keeps to its plan."""
        now = self._last
        events: list[Event] = []
        while now >= self._due:
            segment = self._segment
            if not self._begun:
                self._begun = True
                if segment.part is Part.SPEECH and now - self._due > LATE:
                    self._due = now
                events.extend(self._beginning(segment))
            over = self._due + segment.seconds
            if now < over:
                break
            if self._number + 1 == len(self._timeline.segments):
                events.append(self._end())
                break
            self._enter(self._number + 1, over)
        return tuple(events)

    def _beginning(self, segment: Segment) -> Events:
        if segment.part is Part.LEAD_IN:
            return (StartLeadIn(segment.seconds),)
        if segment.part is Part.SPEECH:
            line = self._timeline.script.cues[segment.cue].line
            return (StartLine(segment.cue, line, segment.language or ""),)
        if segment.part is Part.GAP:
            return ()
        return (StartHold(segment.cue, segment.hold, segment.seconds),)
