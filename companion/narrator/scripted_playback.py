"""Simulation of a night without sound, with phone events at given times: which lines are heard, and when."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.core.game import ProblemError, error
from companion.narrator.planner import Timeline
from companion.narrator.player import FROZEN_AFTER_SECONDS, Event, NightMode, NightPlayer, StartLine
from companion.scripts.script import Cue

# Shorter than the gap that a player takes for a frozen process.
_TICK_SECONDS: Final = FROZEN_AFTER_SECONDS / 2
# Limit of the simulated time, for presses that never end the night.
_MAX_SECONDS: Final = 3600.0


class PhoneEvent(StrEnum):
    """Event on the phone during a night. `CALL` is a call, the lock screen or another app, and `RETURN` the
    way back. `RESIZE` stands for a new window size or language, which rebuilds the page and cuts off the
    voice. `KILL` closes the app and opens it again."""

    PAUSE = "pause"
    RESUME = "resume"
    REPEAT = "again"
    BACK = "back"
    SHORTEN = "shorten"
    STOP = "stop"
    START = "start"
    CALL = "call"
    RETURN = "return"
    RESIZE = "resize"
    LANGUAGE = "language"
    KILL = "kill"


@dataclass(frozen=True, slots=True)
class Press:
    seconds: float
    event: PhoneEvent


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Line as far as it was heard, and the seconds of silence after it. `cue_index` is its step, from 0."""

    cue_index: int
    spoken_cue: Cue
    language: str
    start: float
    speech: float
    is_complete: bool
    hold: float


@dataclass(frozen=True, slots=True)
class PlaybackResult:
    lines: tuple[PlayedLine, ...]
    mode: NightMode
    seconds: float


def apply_phone_event(player: NightPlayer, event: PhoneEvent, now: float) -> tuple[Event, ...]:
    handlers: dict[PhoneEvent, Callable[[float], tuple[Event, ...]]] = {
        PhoneEvent.PAUSE: player.pause,
        PhoneEvent.RESUME: player.resume,
        PhoneEvent.REPEAT: player.repeat_line,
        PhoneEvent.BACK: player.step_back,
        PhoneEvent.SHORTEN: player.shorten_hold,
        PhoneEvent.STOP: player.stop,
        PhoneEvent.START: player.restart,
        PhoneEvent.CALL: player.suspend,
        # The night stays paused until the user resumes it.
        PhoneEvent.RETURN: lambda _: (),
        PhoneEvent.RESIZE: player.on_rebuild,
        PhoneEvent.LANGUAGE: player.on_rebuild,
        PhoneEvent.KILL: player.interrupt,
    }
    return handlers[event](now)


def run_playback(player: NightPlayer, presses: Sequence[Press]) -> Iterator[tuple[float, tuple[Event, ...]]]:
    """Yield all events with their times, in order; the player is ticked as the night page does it."""
    now = 0.0
    yield now, player.start(now)
    pending = sorted(presses, key=lambda pending_press: pending_press.seconds)
    while now < _MAX_SECONDS and (pending or _is_running(player)):
        next_press_at = pending[0].seconds if pending else math.inf
        now = max(now, min(player.next_event_at, next_press_at, now + _TICK_SECONDS))
        yield now, player.tick(now)
        while pending and pending[0].seconds <= now:
            yield now, apply_phone_event(player, pending.pop(0).event, now)


def play_presses(timeline: Timeline, presses: Iterable[Press]) -> PlaybackResult:
    player = NightPlayer(timeline)
    lines: list[PlayedLine] = []
    now = 0.0
    is_speaking = False
    for now, events in run_playback(player, tuple(presses)):
        for event in events:
            if lines:
                lines[-1] = _extend_line(lines[-1], now, timeline, is_speaking=is_speaking)
            is_speaking = isinstance(event, StartLine)
            if isinstance(event, StartLine):
                cue_index, cue, language = event.cue_index, event.spoken_cue, event.language
                lines.append(PlayedLine(cue_index, cue, language, now, 0.0, False, 0.0))
    if lines:
        lines[-1] = _extend_line(lines[-1], now, timeline, is_speaking=is_speaking)
    return PlaybackResult(tuple(lines), player.mode, now)


def advance_to_cue(player: NightPlayer, now: float, cue_index: int) -> float:
    """Tick a running night until it reaches this step, counted from 0; return the time at which it does."""
    while player.cue_index < cue_index and player.mode in (NightMode.COUNTING, NightMode.PLAYING):
        now = max(now, min(player.next_event_at, now + _TICK_SECONDS))
        player.tick(now)
    return now


def _extend_line(line: PlayedLine, now: float, timeline: Timeline, *, is_speaking: bool) -> PlayedLine:
    full_seconds = timeline.line_seconds[line.language][line.spoken_cue.line]
    if is_speaking:
        speech = min(now - line.start, full_seconds)
        # Ticks are exact here; the tolerance is for rounding errors of float sums.
        line = replace(line, speech=speech, is_complete=speech > full_seconds - 1e-6)
    return replace(line, hold=now - line.start - line.speech)


def _is_running(player: NightPlayer) -> bool:
    """True if the night runs by itself; a paused one only repeats its reminder."""
    return player.mode not in (NightMode.READY, NightMode.ENDED) and not player.is_waiting


def parse_presses(text: str) -> tuple[Press, ...]:
    """Parse presses such as `6.5 shorten, 12 back`: seconds from the start, and the event."""
    presses = []
    for part in filter(None, map(str.strip, text.split(","))):
        seconds, _, name = part.partition(" ")
        try:
            press = Press(float(seconds), PhoneEvent(name.strip().lower()))
            if not 0 <= press.seconds <= _MAX_SECONDS:
                raise ValueError(part)
        except ValueError as failure:
            names, limit = ", ".join(PhoneEvent), round(_MAX_SECONDS)
            problem = error("app.cli.night.hands_unreadable", given=part, known=names, longest=limit)
            raise ProblemError(problem) from failure
        presses.append(press)
    return tuple(presses)
