"""A table in use: its log, what is being entered, its timer and its voice.

One `play`, one `undo`, one place that speaks, keeps and forgets. What is being entered lies beside the
table's log on disk, so that each table has its own and a kill loses not even half a move; drafts behind undo
and redo are remembered as long as the sitting lasts.

What a game says of its drafts: how one begins, how it is kept, and how it is found again.

A timer for talk, on a clock that is handed in. It advises: when it is over nothing ends but itself.

Times are monotonic seconds. The screen asks `tick` many times a second and says what it returns. People talk
on when the app has died: what is kept of a timer goes by the clock on the wall.
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
    """`to_record` turns a draft into a `record_type`, a frozen dataclass of plain data; `from_record`
    turns that into the draft again, or into None where it does not fit the table (it may come from a
    damaged file).

    `empty` is the draft where nothing is entered yet; a move that was undone comes back as it was entered.
    `is_compatible` says of two states whether what was entered in one is just as true in the other: the
    past can be changed below a half-entered move.
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
        """The draft that was written at this point of the log, if it can be read."""
        try:
            return self.from_record(session, decode(self.record_type, entry))
        except ProblemError:
            return None


# What is said so much after its moment would be wrong; only that the time is up stays true.
_MAX_DELAY_SECONDS: Final = 1.0
# Half time says something only if it is well before the milestone after it.
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
    """A usual length, named in the catalogue under `app.timer.preset.<name>`."""

    name: str
    seconds: int


PRESETS: Final = (TimerPreset("short", 60), TimerPreset("discussion", 180), TimerPreset("open", 300))
DEFAULT_PRESET: Final = PRESETS[1]

# Seconds left at which something is said, besides half time.
_MILESTONES: Final = (
    (30.0, Milestone.THIRTY),
    (10.0, Milestone.TEN),
    (3.0, Milestone.BEEP),
    (2.0, Milestone.BEEP),
    (1.0, Milestone.BEEP),
    (0.0, Milestone.END),
)


def milestone_line(milestone: Milestone) -> str | None:
    """The line of a milestone, or None where only a beep is quick enough."""
    return None if milestone is Milestone.BEEP else f"app.say.timer.{milestone.value}"


def list_lines() -> tuple[str, ...]:
    """All lines a timer can need: the closed set that can be recorded."""
    lines = (milestone_line(milestone) for milestone in Milestone)
    return tuple(line for line in lines if line is not None)


@dataclass(frozen=True, slots=True)
class TimerRecord:
    """The timer of a table as it is kept: so much was left at `wall`, by the clock on the wall."""

    table: int
    name: str
    seconds: float
    total: float
    left: float
    mode: TimerMode
    wall: float


class Timer:
    """A command that makes no sense now does nothing."""

    def __init__(self, name: str, seconds: float) -> None:
        if not 0 < seconds < math.inf:
            raise ValueError(f"a timer cannot run for {seconds} seconds")
        self.name = name
        self.seconds = seconds
        self.mode = TimerMode.READY
        self._total = seconds  # with what was added since the start
        self._left = seconds  # at `_heard`
        self._clock = 0.0  # the latest time heard of, while the clock counts
        self._is_half_time_over = False  # half time comes first or not at all, whatever is added later

    @property
    def total(self) -> float:
        return self._total

    def seconds_left(self, now: float) -> float:
        """Seconds until the end; a clock that goes back is taken to stand still."""
        if self.mode is not TimerMode.RUNNING:
            return self._left
        return max(0.0, self._left - max(0.0, now - self._clock))

    def whole_seconds_left(self, now: float) -> int:
        """Whole seconds for the screen: the full length at the start, nothing only at the end."""
        return math.ceil(self.seconds_left(now))

    def start(self, now: float) -> None:
        """From the beginning, also when it was over."""
        if self.mode is TimerMode.OVER:
            self.reset()
        if self.mode is TimerMode.READY:
            self._run(now)

    def pause(self, now: float) -> None:
        # Nobody has heard yet that the time is up: then the next tick says so first.
        if self.mode is TimerMode.RUNNING and self.seconds_left(now):
            self._left = self.seconds_left(now)
            self.mode = TimerMode.PAUSED

    def resume(self, now: float) -> None:
        """On from where it was paused."""
        if self.mode is TimerMode.PAUSED:
            self._run(now)

    def reset(self) -> None:
        self.mode = TimerMode.READY
        self._total = self._left = self.seconds
        self._is_half_time_over = False

    def add_time(self, seconds: float, now: float) -> None:
        """More time; a timer that was over goes on with just that."""
        self._left = self.seconds_left(now) + seconds
        self._clock = max(now, self._clock)
        if self.mode is TimerMode.OVER:
            self._total = seconds
            self._run(now)
        else:
            self._total += seconds

    def tick(self, now: float) -> Milestone | None:
        """Let time pass; returns what is to be said now, if anything."""
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
        """As it would stand by now; one that has ended meanwhile is over without a word.

        Raises ValueError for what no timer can be.
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
    """What is said at a game's table, by catalogue key: how it begins, what came of a move, how it stands."""

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
        # It outlasts a look elsewhere, and a board that is built anew goes on with it.
        self.timer = Timer(DEFAULT_PRESET.name, DEFAULT_PRESET.seconds)
        # The desk that reminds of it now: there is one a table, even while a board is built anew.
        self.timer_owner: object = None
        self._speak = speak
        self._draft_codec = draft_codec
        # What was entered after so many moves, and the state it was entered in.
        self._entered_drafts: dict[int, tuple[DraftT, StateT]] = {}
        self._is_opening_spoken = bool(session.moves)

    # -- what is being entered --------------------------------------------------------------------------

    @property
    def draft(self) -> DraftT:
        """What is being entered now: as it was left, or with nothing in it."""
        codec, session = self._codec, self.session
        if session.move_count in self._entered_drafts:
            return self._entered_drafts[session.move_count][0]
        draft = None if session.draft is None else codec.decode(session, session.draft)
        if draft is None:
            return codec.empty(session)
        self._entered_drafts[session.move_count] = draft, session.state
        return draft

    def save_draft(self, draft: DraftT) -> None:
        """Something was tapped: kept first, shown second, like a move."""
        self.session.save_draft(self._codec.encode(draft))
        self._entered_drafts[self.session.move_count] = draft, self.session.state

    @property
    def _codec(self) -> DraftCodec[DraftT]:
        if self._draft_codec is None:
            raise LookupError(f"{self.session.game.id} is played move by move, without drafts")
        return self._draft_codec

    # -- moves ------------------------------------------------------------------------------------------

    def play(self, move: MoveT, *, keep_draft: bool = False) -> StateT:
        """Make a move: checked, written, then spoken. Raises `IllegalMove` and changes nothing.

        One that is only noted on the side (`keep_draft`) takes nothing from what is being entered.
        """
        session = self.session
        before, move_count = session.state, session.move_count
        later_draft = self._entered_drafts.get(move_count + 1)
        if keep_draft:
            draft = self._encoded_draft()
        elif later_draft is not None and self._codec.is_compatible(
            later_draft[1], session.game.apply(before, move)
        ):
            # A move was taken back and is made again, rightly this time: what follows is still on the table.
            draft = self._codec.encode(later_draft[0])
        else:
            draft = None
        after = session.play(move, draft)
        # It is a move now, and undo finds it as such.
        for count in [count for count in self._entered_drafts if count >= move_count]:
            del self._entered_drafts[count]
        self._speak(self.speech.move_lines(before, after))
        return after

    def undo(self) -> StateT:
        return self._step_through_log(self.session.undo)

    def redo(self) -> StateT:
        return self._step_through_log(self.session.redo)

    def commit_edit(self, edit: LogEdit[MoveT]) -> StateT:
        """Make an edited past the log. What lies half entered on the table lies there all the same, as long
        as the table is still asked for the same."""
        codec = self._draft_codec
        is_compatible = codec is not None and codec.is_compatible(self.session.state, edit.state)
        draft = self._encoded_draft() if is_compatible else None
        state = self.session.commit_edit(edit, draft)
        self._entered_drafts.clear()
        return state

    def rename(self, players: Sequence[str]) -> None:
        """Other names at the same seats; what lies half entered on the table lies there all the same.

        Raises `BadSetup` for names that cannot sit together, and changes nothing.
        """
        draft = self._encoded_draft()
        self.session.rename(players)
        # Drafts know the state they were entered in, and in that the names: what is noted is read anew.
        self._entered_drafts.clear()
        if draft is not None and draft != self.session.draft:
            self.session.save_draft(draft)

    def _step_through_log(self, step: Callable[[], StateT]) -> StateT:
        """Over an edit the log itself changes, and drafts rest on the moves before them."""
        before = self.session.moves
        state = step()
        after = self.session.moves
        if before[: len(after)] != after[: len(before)]:
            self._entered_drafts.clear()
        return state

    def _encoded_draft(self) -> DraftJson | None:
        """What is being entered, if anything was."""
        move_count = self.session.move_count
        if move_count in self._entered_drafts:
            return self._codec.encode(self._entered_drafts[move_count][0])
        return self.session.draft

    # -- the voice --------------------------------------------------------------------------------------

    def speak_opening(self) -> None:
        """Say once how the game begins, unless it has begun."""
        if not self._is_opening_spoken:
            self._is_opening_spoken = True
            self._speak(self.speech.opening_lines(self.session.state))

    def speak_status(self) -> LineKeys:
        """Where the game stands, aloud; returns what was said."""
        lines = self.speech.status_lines(self.session.state)
        self._speak(lines)
        return lines

    def speak_line(self, line: str) -> None:
        self._speak((line,))
