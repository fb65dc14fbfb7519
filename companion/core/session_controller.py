"""`SessionController`, a session in use: its draft, timer and speech; also `DraftCodec` and `Timer`.

Drafts are stored with the game, so that not even half a move is lost when the app is killed. Drafts behind
undo and redo are kept in memory while the controller is open. A timer only advises. Its clock (monotonic
seconds) is passed in; the screen calls `tick` many times a second and speaks what it returns. A stored
timer uses wall-clock time, because people talk on while the app is closed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from companion.core.game import MoveT, ProblemError, SetupT, StateT
from companion.core.serialization import decode, encode
from companion.core.session import AnySession, DraftJson, GameSession, LogEdit

DraftT = TypeVar("DraftT")


@dataclass(frozen=True, slots=True)
class DraftCodec(Generic[DraftT]):
    """Conversion of a game's drafts to and from storage.

    `to_record` turns a draft into a `record_type`, a frozen dataclass of plain data; `from_record` turns
    that into a draft again, or None if it does not fit the session (it may come from a damaged file).
    `empty` is the draft with nothing entered; an undone move becomes the draft it was made from.
    `is_compatible` tells whether a draft entered in one state is valid in the other, because the past can
    be edited below a draft.
    """

    record_type: type[Any]
    empty: Callable[[AnySession], DraftT]
    to_record: Callable[[DraftT], Any]
    from_record: Callable[[AnySession, Any], DraftT | None]
    is_compatible: Callable[[Any, Any], bool]

    def encode(self, draft: DraftT) -> DraftJson:
        entry: DraftJson = encode(self.to_record(draft))
        return entry

    def decode(self, session: AnySession, entry: DraftJson) -> DraftT | None:
        """Decode the draft saved at this point of the log; None if it cannot be decoded."""
        try:
            return self.from_record(session, decode(self.record_type, entry))
        except ProblemError:
            return None


# A milestone that is later than this is skipped, because it would be wrong; the end is always announced.
_MAX_DELAY_SECONDS: Final = 1.0
# Half time is only announced if it is this long before the next milestone.
_MIN_HALF_TIME_LEAD_SECONDS: Final = 10.0


class Milestone(Enum):
    HALF = "half"
    THIRTY = "thirty"
    TEN = "ten"
    BEEP = "beep"  # each of the last three seconds
    END = "end"


class TimerMode(Enum):
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TimerPreset:
    """A preset length, named in the catalogue under `app.timer.preset.<name>`."""

    name: str
    seconds: int


PRESETS: Final = (TimerPreset("short", 60), TimerPreset("discussion", 180), TimerPreset("open", 300))
DEFAULT_PRESET: Final = PRESETS[1]

# Seconds left at each milestone besides half time.
_MILESTONES: Final = (
    (30.0, Milestone.THIRTY),
    (10.0, Milestone.TEN),
    (3.0, Milestone.BEEP),
    (2.0, Milestone.BEEP),
    (1.0, Milestone.BEEP),
    (0.0, Milestone.END),
)


def milestone_line(milestone: Milestone) -> str | None:
    """Return the line of a milestone, or None if speech would be too slow (a beep)."""
    return None if milestone is Milestone.BEEP else f"app.say.timer.{milestone.value}"


def list_lines() -> tuple[str, ...]:
    """Return all lines of the timer: the closed set that can be recorded."""
    lines = (milestone_line(milestone) for milestone in Milestone)
    return tuple(line for line in lines if line is not None)


@dataclass(frozen=True, slots=True)
class TimerRecord:
    """Stored timer of a game: `left` seconds remained at wall-clock time `wall`."""

    table: int
    name: str
    seconds: float
    total: float
    left: float
    mode: TimerMode
    wall: float


class Timer:
    """Countdown timer. Commands that make no sense in the current mode do nothing."""

    def __init__(self, name: str, seconds: float) -> None:
        if not 0 < seconds < math.inf:
            raise ValueError(f"a timer cannot run for {seconds} seconds")
        self.name = name
        self.seconds = seconds
        self.mode = TimerMode.READY
        self._total = seconds  # including time added since the start
        self._left = seconds  # at `_clock`
        self._clock = 0.0  # latest time passed in while running
        self._is_half_time_over = False  # half time is announced first or never, whatever is added later

    @property
    def total(self) -> float:
        return self._total

    def seconds_left(self, now: float) -> float:
        """Return the seconds until the end; a clock that goes back counts as standing still."""
        if self.mode is not TimerMode.RUNNING:
            return self._left
        return max(0.0, self._left - max(0.0, now - self._clock))

    def whole_seconds_left(self, now: float) -> int:
        """Return the seconds left for display, rounded up: 0 only at the end."""
        return math.ceil(self.seconds_left(now))

    def start(self, now: float) -> None:
        """Start from the beginning, also after the end."""
        if self.mode is TimerMode.OVER:
            self.reset()
        if self.mode is TimerMode.READY:
            self._run(now)

    def pause(self, now: float) -> None:
        # If time is up but not yet announced, keep running: the next tick announces it.
        if self.mode is TimerMode.RUNNING and self.seconds_left(now):
            self._left = self.seconds_left(now)
            self.mode = TimerMode.PAUSED

    def resume(self, now: float) -> None:
        """Continue after a pause."""
        if self.mode is TimerMode.PAUSED:
            self._run(now)

    def reset(self) -> None:
        self.mode = TimerMode.READY
        self._total = self._left = self.seconds
        self._is_half_time_over = False

    def add_time(self, seconds: float, now: float) -> None:
        """Add time; a timer that was over runs again for just that time."""
        self._left = self.seconds_left(now) + seconds
        self._clock = max(now, self._clock)
        if self.mode is TimerMode.OVER:
            self._total = seconds
            self._run(now)
        else:
            self._total += seconds

    def tick(self, now: float) -> Milestone | None:
        """Advance the clock; return the milestone to announce now, if any."""
        if self.mode is not TimerMode.RUNNING:
            return None
        before, self._left = self._left, self.seconds_left(now)
        self._clock = max(now, self._clock)
        if not self._left:
            self.mode = TimerMode.OVER
            return Milestone.END
        reached = [
            (seconds, milestone)
            for seconds, milestone in self._milestones()
            if self._left <= seconds < before
        ]
        if not reached:
            return None
        seconds, milestone = min(reached, key=lambda moment: moment[0])
        self._is_half_time_over = True
        return milestone if seconds - self._left <= _MAX_DELAY_SECONDS else None

    def to_record(self, game_id: int, now: float, wall_clock: float) -> TimerRecord:
        return TimerRecord(
            game_id,
            self.name,
            float(self.seconds),
            float(self._total),
            float(self.seconds_left(now)),
            self.mode,
            wall_clock,
        )

    @classmethod
    def from_record(cls, record: TimerRecord, now: float, wall_clock: float) -> Timer:
        """Restore a stored timer; one that ended meanwhile is over without an announcement.

        Raises ValueError for an invalid record.
        """
        timer = cls(record.name, record.seconds)
        elapsed = max(0.0, wall_clock - record.wall) if record.mode is TimerMode.RUNNING else 0.0
        timer._total, timer._left = max(record.total, record.left, 1.0), max(0.0, record.left - elapsed)
        timer._is_half_time_over = timer._left <= timer._total / 2
        timer.mode, timer._clock = record.mode, now
        if not timer._left:
            timer.mode = TimerMode.OVER
        return timer

    def _run(self, now: float) -> None:
        self.mode = TimerMode.RUNNING
        self._clock = now

    def _milestones(self) -> tuple[tuple[float, Milestone], ...]:
        half = self._total / 2
        if self._is_half_time_over or half - _MILESTONES[0][0] < _MIN_HALF_TIME_LEAD_SECONDS:
            return _MILESTONES
        return ((half, Milestone.HALF), *_MILESTONES)


LineKeys = tuple[str, ...]


def _no_lines(*_: Any) -> LineKeys:
    return ()


@dataclass(frozen=True, slots=True)
class GameSpeech:
    """Spoken lines of a game by catalogue key: opening, result of a move, and status."""

    opening_lines: Callable[[Any], LineKeys] = _no_lines
    move_lines: Callable[[Any, Any], LineKeys] = _no_lines
    status_lines: Callable[[Any], LineKeys] = _no_lines


class SessionController(Generic[SetupT, StateT, MoveT, DraftT]):
    def __init__(
        self,
        session: GameSession[SetupT, StateT, MoveT],
        speak: Callable[[Sequence[str]], object],
        *,
        draft_codec: DraftCodec[DraftT] | None = None,
        speech: GameSpeech | None = None,
    ) -> None:
        self.session = session
        self.speech = speech or GameSpeech()
        self.has_speech = speech is not None
        # Owned by the controller, so that it survives leaving the board and rebuilding it.
        self.timer = Timer(DEFAULT_PRESET.name, DEFAULT_PRESET.seconds)
        # The widget that announces milestones now: only one per session, even while a board is rebuilt.
        self.timer_owner: object = None
        self._speak = speak
        self._draft_codec = draft_codec
        # Drafts by move count, with the state they were entered in.
        self._entered_drafts: dict[int, tuple[DraftT, StateT]] = {}
        self._is_opening_spoken = bool(session.moves)

    # -- draft ------------------------------------------------------------------------------------------

    @property
    def draft(self) -> DraftT:
        """The current draft: as saved, or empty."""
        codec, session = self._codec, self.session
        if session.move_count in self._entered_drafts:
            return self._entered_drafts[session.move_count][0]
        draft = None if session.draft is None else codec.decode(session, session.draft)
        if draft is None:
            return codec.empty(session)
        self._entered_drafts[session.move_count] = draft, session.state
        return draft

    def save_draft(self, draft: DraftT) -> None:
        """Save the draft after a tap; persisted before it is shown, like a move."""
        self.session.save_draft(self._codec.encode(draft))
        self._entered_drafts[self.session.move_count] = draft, self.session.state

    @property
    def _codec(self) -> DraftCodec[DraftT]:
        if self._draft_codec is None:
            raise LookupError(f"{self.session.game.id} is played move by move, without drafts")
        return self._draft_codec

    # -- moves ------------------------------------------------------------------------------------------

    def play(self, move: MoveT, *, keep_draft: bool = False) -> StateT:
        """Validate, persist and announce a move. Raises `IllegalMove` and changes nothing.

        With `keep_draft` the move does not discard the current draft.
        """
        session = self.session
        before, move_count = session.state, session.move_count
        later_draft = self._entered_drafts.get(move_count + 1)
        if keep_draft:
            draft = self._encoded_draft()
        elif later_draft is not None and self._codec.is_compatible(
            later_draft[1], session.game.apply(before, move)
        ):
            # An undone move was made again with a correction: the draft after it is still valid.
            draft = self._codec.encode(later_draft[0])
        else:
            draft = None
        after = session.play(move, draft)
        # The draft has become a move; undo restores it from the log.
        for count in [count for count in self._entered_drafts if count >= move_count]:
            del self._entered_drafts[count]
        self._speak(self.speech.move_lines(before, after))
        return after

    def undo(self) -> StateT:
        return self._step_through_log(self.session.undo)

    def redo(self) -> StateT:
        return self._step_through_log(self.session.redo)

    def commit_edit(self, edit: LogEdit[MoveT]) -> StateT:
        """Commit an edit of the past. The current draft is kept if it is compatible with the new state."""
        codec = self._draft_codec
        is_compatible = codec is not None and codec.is_compatible(self.session.state, edit.state)
        draft = self._encoded_draft() if is_compatible else None
        state = self.session.commit_edit(edit, draft)
        self._entered_drafts.clear()
        return state

    def rename(self, players: Sequence[str]) -> None:
        """Rename the players and keep the current draft.

        Raises `BadSetup` for invalid names, and changes nothing.
        """
        draft = self._encoded_draft()
        self.session.rename(players)
        # Drafts hold the state they were entered in, which contains the old names: decode them again.
        self._entered_drafts.clear()
        if draft is not None and draft != self.session.draft:
            self.session.save_draft(draft)

    def _step_through_log(self, step: Callable[[], StateT]) -> StateT:
        """Run undo or redo.

        Across an edit the log itself changes, and drafts depend on the moves before them.
        """
        before = self.session.moves
        state = step()
        after = self.session.moves
        if before[: len(after)] != after[: len(before)]:
            self._entered_drafts.clear()
        return state

    def _encoded_draft(self) -> DraftJson | None:
        """Return the current draft in JSON form, None if nothing was entered."""
        move_count = self.session.move_count
        if move_count in self._entered_drafts:
            return self._codec.encode(self._entered_drafts[move_count][0])
        return self.session.draft

    # -- speech -----------------------------------------------------------------------------------------

    def speak_opening(self) -> None:
        """Announce the opening once, unless the game has begun."""
        if not self._is_opening_spoken:
            self._is_opening_spoken = True
            self._speak(self.speech.opening_lines(self.session.state))

    def speak_status(self) -> LineKeys:
        """Announce the current state; return the spoken lines."""
        lines = self.speech.status_lines(self.session.state)
        self._speak(lines)
        return lines

    def speak_line(self, line: str) -> None:
        self._speak((line,))
