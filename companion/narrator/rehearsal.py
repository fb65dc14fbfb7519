"""A night walked through without a sound, with hands on the phone at given seconds: what is heard when."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.games.game import ProblemError, error
from companion.narrator.events import Event, Mode, StartLine
from companion.narrator.plan import Timeline
from companion.narrator.player import FROZEN_AFTER, Player
from companion.scripts.cues import Cue

# Well below what a player takes for a process that stood still.
_BEAT: Final = FROZEN_AFTER / 2
# Nobody sits with shut eyes for longer; a list of presses that never ends the night ends here.
_LONGEST: Final = 3600.0


class Hand(StrEnum):
    """What can befall a phone in the night. `CALL` is a call, the lock screen, another app; `RETURN` is
    the way back. A window of another size, or another language, builds the screen anew and cuts the voice
    off. `KILL` ends the app and opens it again."""

    PAUSE = "pause"
    RESUME = "resume"
    AGAIN = "again"
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
    at: float
    hand: Hand


@dataclass(frozen=True, slots=True)
class Heard:
    """A line as far as it was heard, and how long nothing was said after it. `cue` is its step, from 0."""

    cue: int
    said: Cue
    language: str
    start: float
    speech: float
    whole: bool
    hold: float


@dataclass(frozen=True, slots=True)
class Rehearsal:
    heard: tuple[Heard, ...]
    mode: Mode
    seconds: float


def press(player: Player, hand: Hand, now: float) -> tuple[Event, ...]:
    """What the app does with this press."""
    acts: dict[Hand, Callable[[float], tuple[Event, ...]]] = {
        Hand.PAUSE: player.pause,
        Hand.RESUME: player.resume,
        Hand.AGAIN: player.again,
        Hand.BACK: player.back,
        Hand.SHORTEN: player.shorten,
        Hand.STOP: player.stop,
        Hand.START: player.restart,
        Hand.CALL: player.suspend,
        # It waits until a hand asks for more.
        Hand.RETURN: lambda _: (),
        Hand.RESIZE: player.rebuilt,
        Hand.LANGUAGE: player.rebuilt,
        Hand.KILL: player.cut_off,
    }
    return acts[hand](now)


def walk(player: Player, presses: Sequence[Press]) -> Iterator[tuple[float, tuple[Event, ...]]]:
    """All that happens, in order, with when it does; the player is ticked as a screen would do it."""
    now = 0.0
    yield now, player.begin(now)
    waiting = sorted(presses, key=lambda each: each.at)
    while now < _LONGEST and (waiting or _more_to_come(player)):
        due = waiting[0].at if waiting else math.inf
        now = max(now, min(player.wakes_at, due, now + _BEAT))
        yield now, player.tick(now)
        while waiting and waiting[0].at <= now:
            yield now, press(player, waiting.pop(0).hand, now)


def rehearse(timeline: Timeline, presses: Iterable[Press]) -> Rehearsal:
    player = Player(timeline)
    heard: list[Heard] = []
    now = 0.0
    speaking = False
    for now, events in walk(player, tuple(presses)):
        for event in events:
            if heard:
                heard[-1] = _until(heard[-1], now, timeline, speaking=speaking)
            speaking = isinstance(event, StartLine)
            if isinstance(event, StartLine):
                heard.append(Heard(event.cue, event.said, event.language, now, 0.0, False, 0.0))
    if heard:
        heard[-1] = _until(heard[-1], now, timeline, speaking=speaking)
    return Rehearsal(tuple(heard), player.mode, now)


def forward(player: Player, now: float, step: int) -> float:
    """Let a night that goes on by itself come to this step, from 0; returns when it does."""
    while player.cue < step and player.mode in (Mode.COUNTING, Mode.PLAYING):
        now = max(now, min(player.wakes_at, now + _BEAT))
        player.tick(now)
    return now


def _until(line: Heard, now: float, timeline: Timeline, *, speaking: bool) -> Heard:
    length = timeline.lengths[line.language][line.said.line]
    if speaking:
        speech = min(now - line.start, length)
        # Ticks are exact here; what is missing is less than a sum of floats can be off.
        line = replace(line, speech=speech, whole=speech > length - 1e-6)
    return replace(line, hold=now - line.start - line.speech)


def _more_to_come(player: Player) -> bool:
    """Whether the night goes on by itself; a pause is only said again and again."""
    return player.mode not in (Mode.READY, Mode.ENDED) and not player.waits


def read_presses(text: str) -> tuple[Press, ...]:
    """`6.5 shorten, 12 back`: seconds from the start of the night, and what is pressed then."""
    return tuple(_read(part.strip()) for part in text.split(",") if part.strip())


def _read(part: str) -> Press:
    seconds, _, name = part.partition(" ")
    try:
        at, hand = float(seconds), Hand(name.strip().lower())
        if not 0 <= at <= _LONGEST:
            raise ValueError(part)
    except ValueError as unreadable:
        problem = error(
            "app.cli.night.hands_unreadable",
            given=part,
            known=", ".join(hand.value for hand in Hand),
            longest=round(_LONGEST),
        )
        raise ProblemError(problem) from unreadable
    return Press(at, hand)
