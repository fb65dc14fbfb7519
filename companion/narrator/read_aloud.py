"""Player that reads sentences aloud one by one, with a pause for the user after each, on a clock that is
passed in.

It never waits for a sound: the duration of a sentence is estimated first and corrected once a voice has
rendered it. Times are monotonic seconds. Commands and `tick` return the index of the sentence to read now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import inf
from typing import Final

# A tap this soon after a sentence began was meant for the previous one.
_MIN_TAP_SECONDS: Final = 0.4


class ReadingMode(Enum):
    SPEAKING = auto()
    COUNTING_DOWN = auto()  # the pause for the user is running down
    WAITING = auto()  # until a tap
    PAUSED = auto()
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class SentenceSeconds:
    """Durations of a sentence in seconds: its speech, and the pause after it."""

    speech: float
    pause: float


class ReadAloudPlayer:
    """Player for a list of sentences. A command that makes no sense in the current mode does nothing."""

    def __init__(
        self, lengths: Sequence[SentenceSeconds], *, is_automatic: bool = True, index: int = 0
    ) -> None:
        self._lengths = list(lengths)
        self.is_automatic = is_automatic
        self.index = min(max(0, index), len(self._lengths))
        self._is_paused = True
        self._clock = -inf
        self._started_at = 0.0

    def __len__(self) -> int:
        return len(self._lengths)

    def mode(self, now: float) -> ReadingMode:
        if self.is_finished:
            return ReadingMode.FINISHED
        if self._is_paused:
            return ReadingMode.PAUSED
        if self._elapsed(now) < self._lengths[self.index].speech:
            return ReadingMode.SPEAKING
        return ReadingMode.COUNTING_DOWN if self.is_automatic else ReadingMode.WAITING

    @property
    def is_finished(self) -> bool:
        return self.index >= len(self._lengths)

    @property
    def is_paused(self) -> bool:
        return self._is_paused and not self.is_finished

    def seconds_left(self, now: float) -> float:
        if self.is_finished or self._is_paused:
            return 0.0
        length = self._lengths[self.index]
        return min(length.pause, max(0.0, length.speech + length.pause - self._elapsed(now)))

    def fraction_left(self, now: float) -> float:
        """Return the fraction of the pause that is left, from 0 to 1."""
        pause = 0.0 if self.is_finished else self._lengths[self.index].pause
        return self.seconds_left(now) / pause if pause else 0.0

    # -- commands -----------------------------------------------------------------------------------------

    def start(self, now: float) -> int | None:
        return self._go_to(self.index, now)

    def advance(self, now: float) -> int | None:
        """Handle a tap: go on with the next sentence, or resume without skipping anything."""
        if self._is_paused:
            return self.resume(now)
        if self.is_finished or self._elapsed(now) < _MIN_TAP_SECONDS:
            return None
        return self._go_to(self.index + 1, now)

    def go_back(self, now: float) -> int | None:
        return self._go_to(max(0, min(self.index, len(self._lengths)) - 1), now)

    def go_to(self, index: int, now: float) -> int | None:
        return self._go_to(min(max(0, index), len(self._lengths)), now)

    def pause(self, now: float) -> None:
        self._advance_clock(now)
        if not self.is_finished:
            self._is_paused = True

    def resume(self, now: float) -> int | None:
        """Repeat the current sentence: nobody knows how much of it was heard."""
        return self._go_to(self.index, now) if self.is_paused else None

    def set_automatic(self, is_automatic: bool, now: float) -> None:
        """Switch automatic advance on or off. Switched on while waiting, the whole pause runs first."""
        if is_automatic and not self.is_automatic and self.mode(now) is ReadingMode.WAITING:
            self._started_at = self._advance_clock(now) - self._lengths[self.index].speech
        self.is_automatic = is_automatic

    def set_speech_seconds(self, index: int, speech: float, now: float) -> None:
        """Set the real duration of a sentence, which starts now. Ignored unless it is the current one."""
        if index == self.index and not self.is_finished and not self._is_paused:
            self._lengths[index] = replace(self._lengths[index], speech=speech)
            self._started_at = self._advance_clock(now)

    def tick(self, now: float) -> int | None:
        now = self._advance_clock(now)
        if self.is_finished or self._is_paused or not self.is_automatic:
            return None
        length = self._lengths[self.index]
        if self._elapsed(now) < length.speech + length.pause:
            return None
        return self._go_to(self.index + 1, now)

    def _go_to(self, index: int, now: float) -> int | None:
        self.index = index
        self._is_paused = False
        self._started_at = self._advance_clock(now)
        return None if self.is_finished else index

    def _advance_clock(self, now: float) -> float:
        """Advance the clock. A clock that goes back counts as standing still."""
        self._clock = max(self._clock, now)
        return self._clock

    def _elapsed(self, now: float) -> float:
        return max(self._clock, now) - self._started_at
