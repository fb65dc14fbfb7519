"""State machine that plays a night's timeline against a clock passed in by the caller.

It never waits for a sound to end: on a device without audio everybody's eyes would stay shut for ever. Times
are monotonic seconds. Every command and every `tick` returns the events to carry out now; ticks come many
times a second. `NightPose` (see `scripts/recovery.py`) tracks who may have followed which line, so the night
only continues from a step from which that does no harm; no command skips a line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.narrator.planner import Segment, SegmentKind, Timeline
from companion.scripts import recovery
from companion.scripts.recovery import find_entry_after_stop, find_entry_step, initial_pose, unknown_pose
from companion.scripts.script import Cue, Hold


class NightMode(Enum):
    READY = "ready"
    COUNTING = "counting"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    INTERRUPTED = "cut_off"  # the app was closed during the night and opened again
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class RingBell:
    """Event: ring the bell that announces the night."""


@dataclass(frozen=True, slots=True)
class StartLeadIn:
    """Event: stay silent for this many seconds to wake the speaker; a line follows."""

    seconds: float


@dataclass(frozen=True, slots=True)
class StartLine:
    """Event: say this line now and replace the current one. It is a step's line or an interjection."""

    cue_index: int
    spoken_cue: Cue
    language: str

    @property
    def line(self) -> str:
        return self.spoken_cue.line


@dataclass(frozen=True, slots=True)
class StartHold:
    cue_index: int
    hold: Hold
    seconds: float


@dataclass(frozen=True, slots=True)
class StopSpeech:
    """Event: cut off the current speech."""


@dataclass(frozen=True, slots=True)
class EndNight:
    """Event: the last line has ended."""


Event = RingBell | StartLeadIn | StartLine | StartHold | StopSpeech | EndNight
Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PlayerSnapshot:
    """What the screen shows. Steps count from 1; `language` is None while nobody speaks.

    `interjection` is the line being said that is not part of the script. While paused, `resume_step` is the
    next step to be heard, and `missed_line` the line that explains why it is not the step where the pause
    began. After an interruption everybody first shuts their eyes, and `resume_step` is the step after that.
    """

    mode: NightMode
    step: int
    step_count: int
    kind: Enum
    line: str
    language: str | None
    hold: Hold
    hold_seconds: float
    hold_seconds_left: float
    seconds_left: float
    interjection: Cue | None = None
    countdown: int = 0
    resume_step: int = 0
    missed_line: str = ""


# No tick for this long means that the process was frozen. Nobody knows what the players heard, so the night
# announces that it resumes.
FROZEN_AFTER_SECONDS: Final = 2.0
# A line may start this late before the rest of the night is shifted by the delay.
MAX_DELAY_SECONDS: Final = 0.12
# Lower limits for `shorten_hold`: everybody needs this long to look or to act.
MIN_HOLD_SECONDS: Final[Mapping[Hold, float]] = {
    Hold.LOOK: 2.0,
    Hold.ACT: 1.0,
    Hold.SETTLE: 0.5,
    Hold.NONE: 0.0,
}
_HOLDS: Final = (SegmentKind.HOLD, SegmentKind.FILLER)
# Interval after which players with shut eyes hear again that the night is only paused.
REMIND_AFTER_SECONDS: Final = 30.0


class NightPlayer:
    """Player of one night. A command that makes no sense in the current mode does nothing."""

    def __init__(self, timeline: Timeline) -> None:
        self._full_timeline = timeline
        self._script = timeline.script
        self._mode = NightMode.READY
        self._cue_index = 0  # the step being said or held, or where the night stopped
        self._pose = initial_pose(self._script)
        self._is_suspended = False
        self._second_cue = 1  # the step that follows the first one: later than 1 after a restart
        self._interrupted_cue = 0  # the step in which the night was before the last restart
        self._clock = -math.inf  # the latest time received
        self._started_at: float | None = None
        self._set_timeline(timeline, 0.0)

    @property
    def mode(self) -> NightMode:
        is_countdown = self._segment.kind in (SegmentKind.BELL, SegmentKind.COUNTDOWN)
        return NightMode.COUNTING if is_countdown and self._mode is NightMode.PLAYING else self._mode

    @property
    def cue_index(self) -> int:
        """Index of the step being said or held; after a stop, of the step that was cut short."""
        return self._cue_index

    @property
    def reached_cue(self) -> int:
        """Index of the step that the night has reached. During the first step after a restart it is the step
        in which the night was interrupted: what players had learnt by then has not changed."""
        return self._interrupted_cue if self._cue_index == 0 and self._second_cue > 1 else self._cue_index

    @property
    def seconds_since_start(self) -> float | None:
        """Seconds since the start, pauses included; None after an interruption of unknown duration."""
        return None if self._started_at is None else max(0.0, self._clock - self._started_at)

    @property
    def timeline(self) -> Timeline:
        return self._timeline

    @property
    def next_event_at(self) -> float:
        """Time of the next event that needs no user input."""
        if self._is_timeline_over:
            is_reminded = self._mode is NightMode.PAUSED and not self._is_suspended
            return self._segment_start + REMIND_AFTER_SECONDS if is_reminded else math.inf
        return self._segment_start + (self._segment.seconds if self._is_segment_started else 0.0)

    @property
    def is_waiting(self) -> bool:
        """True if nothing but the reminder of a pause happens until the user acts."""
        waiting_modes = (NightMode.PAUSED, NightMode.STOPPED, NightMode.INTERRUPTED)
        return self._is_timeline_over and self._mode in waiting_modes

    @property
    def is_suspended(self) -> bool:
        """True if a call or the lock screen cut off the speech and it has not resumed since."""
        return self._is_suspended

    # -- commands -------------------------------------------------------------------------------------------

    def start(self, now: float, *, with_countdown: bool = False) -> Events:
        """Start the whole night, by a bell and a countdown if `with_countdown`, unless it is in progress."""
        if self._is_in_progress:
            return ()
        self._advance_clock(now)
        self._started_at = now
        self._pose, self._second_cue = initial_pose(self._script), 1
        timeline = self._full_timeline
        return self._play_from(
            0, timeline.countdown_segments() if with_countdown else timeline.lead_in_segments()
        )

    def tick(self, now: float) -> Events:
        """Advance the time. A clock that goes back counts as standing still."""
        was_frozen = now - self._clock > FROZEN_AFTER_SECONDS
        self._advance_clock(now)
        if self.mode is NightMode.PLAYING and was_frozen:
            self._interrupt_line()
            return (StopSpeech(), *self._resume_with_announcement())
        if self._is_timeline_over and self._clock >= self.next_event_at:
            return self._announce_pause()
        return self._run_due_segments()

    def pause(self, now: float) -> Events:
        """Pause and announce it aloud: with shut eyes nobody can see that the night is paused."""
        if self.mode is not NightMode.PLAYING:
            return self._cancel_countdown(now)
        self._halt(now, NightMode.PAUSED)
        return (StopSpeech(), *self._announce_pause())

    def suspend(self, now: float) -> Events:
        """Pause silently for a call or the lock screen, until the user resumes."""
        self._is_suspended = True
        if self.mode is NightMode.PLAYING:
            self._halt(now, NightMode.PAUSED)
        self._cancel_countdown(now)
        self._set_timeline(self._full_timeline.select_steps(()), self._clock)
        return (StopSpeech(),)

    def resume(self, now: float) -> Events:
        """Resume with the line that was interrupted, or with the first line that it depends on."""
        if self._mode is not NightMode.PAUSED:
            return ()
        self._advance_clock(now)
        return (StopSpeech(), *self._resume_with_announcement())

    def repeat_line(self, now: float) -> Events:
        """Say the current line again; a paused night resumes with it."""
        if self._mode is NightMode.PAUSED:
            return self.resume(now)
        if self.mode is not NightMode.PLAYING:
            return self._cancel_countdown(now)
        self._advance_clock(now)
        self._interrupt_line()
        return self._play_from(self._entry_cue())

    def on_rebuild(self, now: float) -> Events:
        """Repeat the current speech after the page was rebuilt, which cut off the voice."""
        if self._is_suspended:
            self._advance_clock(now)
            return ()
        match self.mode:
            case NightMode.PAUSED:
                self._advance_clock(now)
                return self._announce_pause()
            case NightMode.STOPPED:
                self._advance_clock(now)
                return self._announce_stop()
            case NightMode.COUNTING:
                self._cancel_countdown(now)
                return self.start(now, with_countdown=True)
            case _:
                return self.repeat_line(now)

    def step_back(self, now: float) -> Events:
        """Go back one step, or as far as that step needs; a paused night stays paused there."""
        if self.mode not in (NightMode.PLAYING, NightMode.PAUSED):
            return self._cancel_countdown(now)
        self._halt(now, self._mode)
        cue_index = find_entry_step(self._script, self._pose, max(0, self._cue_index - 1))
        interjection = self._interjections((recovery.step_back_cue(self._script),), cue_index)
        if cue_index == 0:
            self._second_cue = 1
        if self._mode is NightMode.PLAYING:
            return (StopSpeech(), *self._play_from(cue_index, interjection))
        self._cue_index = cue_index
        return (StopSpeech(), *self._play_interjection(interjection))

    def shorten_hold(self, now: float) -> Events:
        """Shorten the current hold, but not below `MIN_HOLD_SECONDS`. Does nothing while a line is said."""
        segment = self._segment
        is_in_use = self._is_segment_started and not self._is_timeline_over
        if self._mode is not NightMode.PLAYING or segment.kind not in _HOLDS or not is_in_use:
            return ()
        self._advance_clock(now)
        seconds = max(MIN_HOLD_SECONDS[segment.hold], self._clock - self._segment_start)
        self._shorten_segment(min(segment.seconds, seconds))
        return self._run_due_segments()

    def stop(self, now: float) -> Events:
        """Stop the night; `cue_index` stays the step that was cut short."""
        if self.mode not in (NightMode.PLAYING, NightMode.PAUSED):
            return self._cancel_countdown(now)
        self._halt(now, NightMode.STOPPED)
        return (StopSpeech(), *self._announce_stop())

    def interrupt(self, now: float, cue_index: int | None = None) -> Events:
        """Enter the mode INTERRUPTED after the app was closed during the night, in `cue_index` or the current
        step. Unlike after a stop, players heard no announcement and nobody knows who looked up or lowered a
        thumb. So nothing is said until the user asks, and then everybody shuts their eyes first."""
        if cue_index is None:
            self._cancel_countdown(now)
            if self._mode in (NightMode.READY, NightMode.ENDED):
                return (StopSpeech(),)
        self._advance_clock(now)
        self._cue_index = self.reached_cue if cue_index is None else cue_index
        self._mode = NightMode.INTERRUPTED
        self._started_at = None
        self._pose = unknown_pose(self._script)
        self._second_cue = find_entry_after_stop(self._script, self._cue_index)
        self._set_timeline(self._full_timeline.select_steps(()), self._clock)
        return (StopSpeech(),)

    def restart(self, now: float) -> Events:
        """Restart with the same cards: all close their eyes, then the night goes on from the right step."""
        if self._mode not in (NightMode.STOPPED, NightMode.INTERRUPTED):
            return ()
        self._advance_clock(now)
        # Merge both poses: players may or may not have looked up already.
        self._pose = self._pose.merge(initial_pose(self._script))
        self._interrupted_cue = self.reached_cue
        self._second_cue = find_entry_after_stop(self._script, self._interrupted_cue)
        return (StopSpeech(), *self._play_from(0, self._full_timeline.lead_in_segments()))

    def snapshot(self, now: float) -> PlayerSnapshot:
        """Return the snapshot at `now`, but never beyond the latest segment that was started."""
        segment, cue, elapsed = self._segment, self._script.cues[self._cue_index], self._elapsed(now)
        is_playing, is_ended = self._mode is NightMode.PLAYING, self._mode is NightMode.ENDED
        is_holding = is_playing and segment.kind in _HOLDS and segment.interjection is None
        resume_index, countdown = self._shown_resume_cue(), 0
        if is_playing and segment.kind is SegmentKind.COUNTDOWN:
            countdown_end = max(
                part.end for part in self._timeline.segments if part.kind is SegmentKind.COUNTDOWN
            )
            countdown = math.ceil(countdown_end - segment.start - elapsed)
        if is_playing:
            seconds_left = self._timeline.total - segment.start - elapsed
        else:
            seconds_left = 0.0 if is_ended else self._seconds_from(resume_index)
        is_look_missed = resume_index < self._cue_index and self._mode is NightMode.PAUSED
        return PlayerSnapshot(
            mode=self.mode,
            step=self._cue_index + 1,
            step_count=len(self._script.cues),
            kind=cue.kind,
            line=cue.line,
            language=None if is_ended or self._is_timeline_over else segment.language,
            hold=segment.hold if is_holding else Hold.NONE,
            hold_seconds=segment.seconds if is_holding else 0.0,
            hold_seconds_left=segment.seconds - elapsed if is_holding else 0.0,
            seconds_left=seconds_left,
            interjection=None if self._is_timeline_over else segment.interjection,
            countdown=countdown,
            resume_step=resume_index + 1,
            missed_line=cue.missed_line if is_look_missed else "",
        )

    # -- position on the timeline ---------------------------------------------------------------------------

    @property
    def _segment(self) -> Segment:
        return self._timeline.segments[self._segment_index]

    @property
    def _is_in_progress(self) -> bool:
        return self._mode in (NightMode.PLAYING, NightMode.PAUSED)

    def _advance_clock(self, now: float) -> None:
        """Advance the clock only: a button refers to the line on the screen, not to one that is due now."""
        self._clock = max(now, self._clock)

    def _elapsed(self, now: float) -> float:
        if self._is_timeline_over or not self._is_segment_started:
            return self._segment.seconds if self._is_timeline_over else 0.0
        return min(max(now, self._clock) - self._segment_start, self._segment.seconds)

    def _seconds_from(self, cue_index: int) -> float:
        """Return how many seconds the night takes from a step on."""
        return self._full_timeline.select_steps(
            self._remaining_cues(0 if self._mode is NightMode.INTERRUPTED else cue_index)
        ).total

    def _remaining_cues(self, cue_index: int) -> Iterable[int]:
        cue_count = len(self._script.cues)
        return (0, *range(self._second_cue, cue_count)) if cue_index == 0 else range(cue_index, cue_count)

    def _entry_cue(self) -> int:
        return find_entry_step(self._script, self._pose, self._cue_index)

    def _shown_resume_cue(self) -> int:
        """Return the step shown as next if the night is waiting, otherwise the current step."""
        match self._mode:
            case NightMode.PAUSED:
                return self._entry_cue()
            case NightMode.INTERRUPTED:
                # If all steps follow the first one, the night restarts from its beginning.
                return 0 if self._second_cue == 1 else self._second_cue
            case _:
                return self._cue_index

    # -- playback -------------------------------------------------------------------------------------------

    def _set_timeline(self, timeline: Timeline, start: float) -> None:
        self._timeline = timeline
        self._segment_index = 0
        self._segment_start = start
        self._is_segment_started = False
        self._is_timeline_over = not timeline.segments
        if self._is_timeline_over:
            # Nothing to say: stay at the end of the current step.
            self._timeline = self._full_timeline.select_steps((self._cue_index,))
            self._segment_index, self._is_segment_started = len(self._timeline.segments) - 1, True

    def _play_from(self, cue_index: int, before: Iterable[Segment] = ()) -> Events:
        """Play these segments, then the night from this step on."""
        self._mode = NightMode.PLAYING
        self._is_suspended = False
        self._cue_index = cue_index
        cues = self._remaining_cues(cue_index)
        self._set_timeline(self._full_timeline.select_steps(cues, *before), self._clock)
        return self._run_due_segments()

    def _play_interjection(self, before: Iterable[Segment]) -> Events:
        """Play these segments, then wait."""
        self._is_suspended = False
        self._set_timeline(self._full_timeline.select_steps((), *before), self._clock)
        return self._run_due_segments()

    def _interjections(self, cues: Iterable[Cue], cue_index: int) -> tuple[Segment, ...]:
        return tuple(
            segment for cue in cues for segment in self._full_timeline.interjection_segments(cue, cue_index)
        )

    def _announce_pause(self) -> Events:
        cues = (recovery.paused_cue(self._script),)
        return self._play_interjection(self._interjections(cues, self._cue_index))

    def _announce_stop(self) -> Events:
        cues = recovery.stopped_cues(self._script)
        return self._play_interjection(self._interjections(cues, self._cue_index))

    def _resume_with_announcement(self) -> Events:
        """Announce that the night resumes, and which step comes next and why."""
        self._pose = self._pose.after_pause()
        cue_index = self._entry_cue()
        cues = [recovery.resume_cue(self._script)]
        if cue_index < self._cue_index:
            cues += recovery.missed_look_cues(self._script.cues[self._cue_index])
        lead_in = self._full_timeline.lead_in_segments(cue_index)
        return self._play_from(cue_index, (*lead_in, *self._interjections(cues, cue_index)))

    def _halt(self, now: float, mode: NightMode) -> None:
        self._advance_clock(now)
        self._interrupt_line()
        self._pose = self._pose.after_pause()
        self._mode = mode

    def _cancel_countdown(self, now: float) -> Events:
        """Cancel a countdown, if one is running: nobody has shut their eyes yet."""
        if self.mode is NightMode.COUNTING:
            self._advance_clock(now)
            self._mode = NightMode.READY
            self._set_timeline(self._full_timeline, self._clock)
        return (StopSpeech(),) if self._mode is NightMode.READY else ()

    def _interrupt_line(self) -> None:
        """Record in the pose that the interrupted line may or may not have been followed."""
        segment = self._segment
        is_speaking = segment.is_script_line and self._is_segment_started
        if self._mode is NightMode.PLAYING and is_speaking:
            self._pose = self._pose.during_cue(self._script.cues[segment.cue_index])

    def _shorten_segment(self, seconds: float) -> None:
        segment, segments = self._segment, list(self._timeline.segments)
        segments[self._segment_index] = replace(segment, end=segment.start + seconds)
        self._timeline = self._full_timeline.select_steps((), *segments)

    def _run_due_segments(self) -> Events:
        """Return the events of all segments that are due. A segment that starts late counts from now, so
        every line is heard whole and one tick never starts two lines. The delay of a frame is subtracted from
        the pause after it, so that the night keeps to its plan."""
        now, events = self._clock, list[Event]()
        has_ended = self._mode in (NightMode.READY, NightMode.ENDED)
        while not self._is_timeline_over and not has_ended and now >= self._segment_start:
            segment = self._segment
            if not self._is_segment_started:
                self._is_segment_started = True
                is_line = segment.kind in (SegmentKind.SPEECH, SegmentKind.COUNTDOWN)
                if is_line and now - self._segment_start > MAX_DELAY_SECONDS:
                    self._segment_start = now
                if self._mode is NightMode.PLAYING:
                    self._cue_index = segment.cue_index
                events.extend(self._start_events(segment))
            segment_end = self._segment_start + segment.seconds
            if now < segment_end:
                break
            self._finish_segment(segment)
            self._segment_start = segment_end
            if self._segment_index + 1 < len(self._timeline.segments):
                self._segment_index, self._is_segment_started = self._segment_index + 1, False
            else:
                self._is_timeline_over = True
                if self._mode is NightMode.PLAYING:
                    self._mode = NightMode.ENDED
                    events.append(EndNight())
        return tuple(events)

    def _finish_segment(self, segment: Segment) -> None:
        """Record in the pose that a line was followed, once it was heard in all languages."""
        if self._mode is NightMode.PLAYING and segment.is_script_line:
            cue = self._script.cues[segment.cue_index]
            last_language = list(self._full_timeline.line_seconds)[-1:]
            is_last_language = last_language in ([], [segment.language])
            self._pose = self._pose.after_cue(cue) if is_last_language else self._pose.during_cue(cue)

    def _start_events(self, segment: Segment) -> Events:
        match segment.kind:
            case SegmentKind.BELL:
                return (RingBell(),)
            case SegmentKind.LEAD_IN:
                return (StartLeadIn(segment.seconds),)
            case SegmentKind.SPEECH | SegmentKind.COUNTDOWN:
                spoken_cue = segment.interjection or self._script.cues[segment.cue_index]
                return (StartLine(segment.cue_index, spoken_cue, segment.language or ""),)
            case SegmentKind.GAP:
                return ()
            case _:
                return (StartHold(segment.cue_index, segment.hold, segment.seconds),)
