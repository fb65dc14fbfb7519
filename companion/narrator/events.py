"""What a night's player tells: how the night stands, what is to be done now, and what to show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.scripts.cues import Cue, Hold


class NightMode(Enum):
    READY = "ready"
    COUNTING = "counting"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    INTERRUPTED = "cut_off"  # the app was ended in mid-night, and has been opened again
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class RingBell:
    """The night is about to begin."""


@dataclass(frozen=True, slots=True)
class StartLeadIn:
    """Wake the speaker: silence for so long, then a line."""

    seconds: float


@dataclass(frozen=True, slots=True)
class StartLine:
    """Say this now, in place of whatever is sounding: the line of a step, or what is said before it."""

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
    """Cut off what is sounding."""


@dataclass(frozen=True, slots=True)
class EndNight:
    """The last line has been said."""


Event = RingBell | StartLeadIn | StartLine | StartHold | StopSpeech | EndNight
Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PlayerSnapshot:
    """What to show. Steps count from 1; `language` is None while nobody speaks.

    `interjection` is what is being said beside the lines of the night. While it is paused, `resume_step`
    is the step that will be heard next, and `missed_line` the line that says why it is not the one that
    was left. Where it was cut off, everybody shuts their eyes first, and `resume_step` is the step after
    that.
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
