"""What is happening now: a timeline walked by a clock that is handed in, in anyone's hands.

Nothing here waits for a sound to end: a device without sound would keep everybody's eyes shut for
ever. Times are monotonic seconds. Each command and each `tick` returns what is to be done now;
ticks come many times a second.

Whatever the hands do, dawn is right: it is kept track of who may have followed which line, and the night
only goes on from a step from which that does no harm (`scripts/poses`). No command leaves out a line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from companion.narrator.events import (
    EndNight,
    Event,
    Events,
    Mode,
    RingBell,
    Silence,
    Snapshot,
    StartHold,
    StartLeadIn,
    StartLine,
)
from companion.narrator.plan import Part, Segment, Timeline
from companion.scripts import asides
from companion.scripts.cues import Hold
from companion.scripts.poses import at_start, entry, entry_after_stop, in_any_pose

# No tick for so long means that the process stood still. The people at the table did not: nobody
# knows what they heard, so they are told that the night goes on.
FROZEN_AFTER: Final = 2.0
# A line may begin so much after its time before the rest of the night is put off for it.
LATE: Final = 0.12
# However often a hand asks for less: so long everybody has to look, or to move.
SHORTEST: Final[Mapping[Hold, float]] = {Hold.LOOK: 2.0, Hold.ACT: 1.0, Hold.SETTLE: 0.5, Hold.NONE: 0.0}
# People who sit with shut eyes are told again that nothing is wrong.
REMINDED_AFTER: Final = 30.0


class Player:
    """One night being narrated. A command that makes no sense now does nothing."""

    def __init__(self, timeline: Timeline) -> None:
        self._whole = timeline
        self._script = timeline.script
        self._mode = Mode.READY
        self._place = 0  # the step being said or held, or where it was left
        self._people = at_start(self._script)
        self._suspended = False
        self._after_first = 1  # what follows the first step: after a stop, not all of the night
        self._left_at = 0  # the step that was cut short before the last restart
        self._last = -math.inf  # the latest time heard of
        self._began: float | None = None
        self._follow(timeline, 0.0)

    @property
    def mode(self) -> Mode:
        counting = self._mode is Mode.PLAYING and self._segment.part in (Part.BELL, Part.COUNT)
        return Mode.COUNTING if counting else self._mode

    @property
    def cue(self) -> int:
        """The step being said or held; after a stop, the one that was cut short."""
        return self._place

    @property
    def reached(self) -> int:
        """How far the night has come. The step it is in, but for the first after a restart: what people have
        learnt by then still ends where they were left."""
        return self._left_at if self._place == 0 and self._after_first > 1 else self._place

    @property
    def lasted(self) -> float | None:
        """How many seconds since it was begun, its pauses included, as far as was heard of; None for a night
        that was cut off: nobody knows how long that took."""
        return None if self._began is None else max(0.0, self._last - self._began)

    @property
    def timeline(self) -> Timeline:
        return self._route

    @property
    def wakes_at(self) -> float:
        """When the next thing will happen by itself, if nobody touches anything."""
        if self._over:
            reminded = self._mode is Mode.PAUSED and not self._suspended
            return self._due + REMINDED_AFTER if reminded else math.inf
        return self._due + (self._segment.seconds if self._begun else 0.0)

    @property
    def waits(self) -> bool:
        """Whether it stands still until a hand asks for more, but for the reminder of a pause."""
        return self._over and self._mode in (Mode.PAUSED, Mode.STOPPED, Mode.CUT_OFF)

    @property
    def suspended(self) -> bool:
        """Whether what was being said was cut off by a call, and not told since."""
        return self._suspended

    # -- commands -------------------------------------------------------------------------------------------

    def begin(self, now: float, *, count: bool = False) -> Events:
        """The whole night from its start, unless one is going on; `count`: a bell and a count before it."""
        if self._going_on:
            return ()
        self._hear_of(now)
        self._began = now
        self._people, self._after_first = at_start(self._script), 1
        before = self._whole.counting_in() if count else self._whole.leading_in()
        return self._play(0, before)

    def tick(self, now: float) -> Events:
        """Let time pass. A clock that goes back is taken to stand still."""
        stood_still = now - self._last > FROZEN_AFTER
        self._hear_of(now)
        if self.mode is Mode.PLAYING and stood_still:
            self._leave_line()
            return (Silence(), *self._go_on())
        if self._over and self._last >= self.wakes_at:
            return self._say_paused()
        return self._run()

    def pause(self, now: float) -> Events:
        """Told aloud: with shut eyes nobody can see that the night waits."""
        if self._mode is not Mode.PLAYING or self._called_off(now):
            return (Silence(),) if self._mode is Mode.READY else ()
        self._halt(now, Mode.PAUSED)
        return (Silence(), *self._say_paused())

    def suspend(self, now: float) -> Events:
        """A call, the lock screen: the night pauses, and nothing is said until a hand asks for more. Whoever
        sees the app again, maybe an hour later, sees that it waits."""
        self._suspended = True
        if self._mode is Mode.PLAYING and not self._called_off(now):
            self._halt(now, Mode.PAUSED)
        self._follow(self._whole.route(()), self._last)
        return (Silence(),)

    def resume(self, now: float) -> Events:
        """Go on with the line that was left, or with the first one that it needs."""
        if self._mode is not Mode.PAUSED:
            return ()
        self._hear_of(now)
        return (Silence(), *self._go_on())

    def again(self, now: float) -> Events:
        """Say the current line once more; a paused night goes on with it."""
        if self._mode is Mode.PAUSED:
            return self.resume(now)
        if self._mode is not Mode.PLAYING or self._called_off(now):
            return (Silence(),) if self._mode is Mode.READY else ()
        self._hear_of(now)
        self._leave_line()
        return self._play(entry(self._script, self._people, self._place))

    def rebuilt(self, now: float) -> Events:
        """The screen was made anew, and the voice was cut off: say what it was saying once more."""
        if self._suspended:
            self._hear_of(now)
            return ()
        match self._mode:
            case Mode.PAUSED:
                self._hear_of(now)
                return self._say_paused()
            case Mode.STOPPED:
                self._hear_of(now)
                return self._say_stopped()
            case Mode.PLAYING if self.mode is Mode.COUNTING:
                self._called_off(now)
                return self.begin(now, count=True)
            case _:
                return self.again(now)

    def back(self, now: float) -> Events:
        """One step back, or as far as that step needs; a paused night stays paused there."""
        if not self._going_on or self._called_off(now):
            return (Silence(),) if self._mode is Mode.READY else ()
        self._hear_of(now)
        self._leave_line()
        self._people = self._people.at_ease()
        place = entry(self._script, self._people, max(0, self._place - 1))
        told = self._whole.aside(asides.step_back(self._script), place)
        if place == 0:
            self._after_first = 1
        if self._mode is Mode.PLAYING:
            return (Silence(), *self._play(place, told))
        self._place = place
        return (Silence(), *self._say(told))

    def shorten(self, now: float) -> Events:
        """Less of this wait, though never less than people need. While a line is said there is no wait."""
        segment = self._segment
        holding = segment.part in (Part.HOLD, Part.REST) and self._begun and not self._over
        if self._mode is not Mode.PLAYING or not holding:
            return ()
        self._hear_of(now)
        enough = SHORTEST[segment.hold]
        length = min(segment.seconds, max(enough, self._last - self._due))
        self._shorten(length)
        return self._run()

    def stop(self, now: float) -> Events:
        """Break the night off; `cue` stays the step that was cut short."""
        if not self._going_on or self._called_off(now):
            return (Silence(),) if self._mode is Mode.READY else ()
        self._halt(now, Mode.STOPPED)
        return (Silence(), *self._say_stopped())

    def cut_off(self, now: float, step: int | None = None) -> Events:
        """The app was ended, if not told otherwise in the present step, and has been opened again. That is
        worse than a stop: nobody was told anything, and nobody knows who looked up or let a thumb sink. So
        nothing is said until somebody asks for it, and then everybody shuts their eyes first."""
        if step is None and (self._mode in (Mode.READY, Mode.ENDED) or self._called_off(now)):
            return (Silence(),)
        self._hear_of(now)
        self._place = self.reached if step is None else step
        self._mode = Mode.CUT_OFF
        self._began = None
        self._people = in_any_pose(self._script)
        self._after_first = entry_after_stop(self._script, self._place)
        self._follow(self._whole.route(()), self._last)
        return (Silence(),)

    def restart(self, now: float) -> Events:
        """After a stop, or where it was cut off, the same cards: everybody closes their eyes, then on from
        the right step."""
        if self._mode not in (Mode.STOPPED, Mode.CUT_OFF):
            return ()
        self._hear_of(now)
        # Whether or not they have looked up yet.
        self._people = self._people.or_else(at_start(self._script))
        self._left_at = self.reached
        self._after_first = entry_after_stop(self._script, self._left_at)
        return (Silence(), *self._play(0, self._whole.leading_in()))

    def snapshot(self, now: float) -> Snapshot:
        """The picture at `now`, no further on than the last reported beginning."""
        segment, ended = self._segment, self._mode is Mode.ENDED
        cue = self._script.cues[self._place]
        passed = self._passed(now)
        holding = segment.part in (Part.HOLD, Part.REST) and segment.aside is None and not ended
        holding = holding and self._mode is Mode.PLAYING
        left = self._route.total - segment.start - passed
        goes_on_at = self._taken_up_at()
        counting = segment.part is Part.COUNT and self._mode is Mode.PLAYING
        return Snapshot(
            mode=self.mode,
            step=self._place + 1,
            steps=len(self._script.cues),
            kind=cue.kind,
            line=cue.line,
            language=None if ended or self._over else segment.language,
            hold=segment.hold if holding else Hold.NONE,
            hold_seconds=segment.seconds if holding else 0.0,
            hold_left=segment.seconds - passed if holding else 0.0,
            seconds_left=0.0 if ended else left if self._mode is Mode.PLAYING else self._to_come(goes_on_at),
            aside=None if self._over else segment.aside,
            count=math.ceil(self._route_end(Part.COUNT) - segment.start - passed) if counting else 0,
            goes_on_at=goes_on_at + 1,
            missed=cue.missed if goes_on_at < self._place and self._mode is Mode.PAUSED else "",
        )

    # -- where we are ---------------------------------------------------------------------------------------

    @property
    def _segment(self) -> Segment:
        return self._route.segments[self._number]

    @property
    def _going_on(self) -> bool:
        return self._mode in (Mode.PLAYING, Mode.PAUSED)

    def _hear_of(self, now: float) -> None:
        """Commands only set the clock: whoever presses a button means the line that the screen shows, not
        one that was due a moment ago and has not been heard."""
        self._last = max(now, self._last)

    def _passed(self, now: float) -> float:
        """How much of this segment is over."""
        if self._over or not self._begun:
            return self._segment.seconds if self._over else 0.0
        return min(max(now, self._last) - self._due, self._segment.seconds)

    def _to_come(self, place: int) -> float:
        """How long the night is from a step on."""
        return self._whole.route(self._steps(0 if self._mode is Mode.CUT_OFF else place)).total

    def _route_end(self, part: Part) -> float:
        return max((segment.end for segment in self._route.segments if segment.part is part), default=0.0)

    def _steps(self, place: int) -> Iterable[int]:
        steps = len(self._script.cues)
        return (0, *range(self._after_first, steps)) if place == 0 else range(place, steps)

    def _goes_on_at(self) -> int:
        return entry(self._script, self._people, self._place)

    def _taken_up_at(self) -> int:
        """What a night that waits shows as its next step; any other the one it is in."""
        match self._mode:
            case Mode.PAUSED:
                return self._goes_on_at()
            case Mode.CUT_OFF:
                # With all that follows the first step it begins anew.
                return 0 if self._after_first == 1 else self._after_first
            case _:
                return self._place

    # -- walking --------------------------------------------------------------------------------------------

    def _follow(self, route: Timeline, due: float) -> None:
        self._route = route
        self._over = not route.segments
        if self._over:
            # Nothing to be heard: stand at the end of what there was.
            self._route = self._whole.route((self._place,))
            self._number, self._due, self._begun = len(self._route.segments) - 1, due, True
        else:
            self._number, self._due, self._begun = 0, due, False

    def _play(self, place: int, before: Iterable[Segment] = ()) -> Events:
        """Say what is to be heard before, then the night from this step on."""
        self._mode = Mode.PLAYING
        self._suspended = False
        self._place = place
        self._follow(self._whole.route(self._steps(place), *before), self._last)
        return self._run()

    def _say(self, before: Iterable[Segment]) -> Events:
        """Say this and wait."""
        self._suspended = False
        self._follow(self._whole.route((), *before), self._last)
        return self._run()

    def _say_paused(self) -> Events:
        return self._say(self._whole.aside(asides.paused(self._script), self._place))

    def _say_stopped(self) -> Events:
        told = asides.stopped(self._script)
        return self._say(segment for cue in told for segment in self._whole.aside(cue, self._place))

    def _go_on(self) -> Events:
        """People may have done anything meanwhile: they are told to rest, then what comes next and why."""
        self._people = self._people.at_ease()
        place = self._goes_on_at()
        told = [asides.go_on(self._script)]
        if place < self._place:
            told += asides.missed(self._script.cues[self._place])
        before = [segment for cue in told for segment in self._whole.aside(cue, place)]
        return self._play(place, (*self._whole.leading_in(place), *before))

    def _halt(self, now: float, mode: Mode) -> None:
        self._hear_of(now)
        self._leave_line()
        self._people = self._people.at_ease()
        self._mode = mode

    def _called_off(self, now: float) -> bool:
        """A touch during the count takes it back: nobody has shut their eyes yet."""
        if self.mode is not Mode.COUNTING:
            return False
        self._hear_of(now)
        self._mode = Mode.READY
        self._follow(self._whole, self._last)
        return True

    def _leave_line(self) -> None:
        """A line that is cut off may have been followed, or not."""
        segment = self._segment
        saying = segment.part is Part.SPEECH and segment.aside is None and self._begun
        if self._mode is Mode.PLAYING and saying:
            self._people = self._people.during(self._script.cues[segment.cue])

    def _shorten(self, length: float) -> None:
        place = self._number
        segments = list(self._route.segments)
        segments[place] = replace(segments[place], end=segments[place].start + length)
        self._route = self._whole.route((), *segments)

    def _end(self) -> EndNight:
        self._mode = Mode.ENDED
        return EndNight()

    def _run(self) -> Events:
        """Report each segment whose time has come. A line that is reported late counts from then, so it
        is always heard whole and one tick never starts two; a frame's delay is taken from the pause
        after it, so that the night keeps to its plan."""
        now = self._last
        events: list[Event] = []
        while not self._over and self._mode not in (Mode.READY, Mode.ENDED) and now >= self._due:
            segment = self._segment
            if not self._begun:
                self._begun = True
                if segment.part in (Part.SPEECH, Part.COUNT) and now - self._due > LATE:
                    self._due = now
                self._place = segment.cue if self._mode is Mode.PLAYING else self._place
                events.extend(self._beginning(segment))
            over = self._due + segment.seconds
            if now < over:
                break
            self._finish(segment)
            if self._number + 1 < len(self._route.segments):
                self._number, self._due, self._begun = self._number + 1, over, False
                continue
            self._due = over
            self._over = True
            if self._mode is Mode.PLAYING:
                events.append(self._end())
        return tuple(events)

    def _finish(self, segment: Segment) -> None:
        """Whoever has heard a line in all languages has followed it."""
        if self._mode is Mode.PLAYING and segment.part is Part.SPEECH and segment.aside is None:
            said = self._script.cues[segment.cue]
            last = segment.language == list(self._whole.lengths)[-1] if self._whole.lengths else True
            self._people = self._people.after(said) if last else self._people.during(said)

    def _beginning(self, segment: Segment) -> Events:
        match segment.part:
            case Part.BELL:
                return (RingBell(),)
            case Part.LEAD_IN:
                return (StartLeadIn(segment.seconds),)
            case Part.SPEECH | Part.COUNT:
                said = segment.aside or self._script.cues[segment.cue]
                return (StartLine(segment.cue, said, segment.language or ""),)
            case Part.GAP:
                return ()
            case _:
                return (StartHold(segment.cue, segment.hold, segment.seconds),)
