"""Sentences read aloud one by one, with time for the hands after each, on a clock that is handed in.

It never waits for a sound: how long a sentence takes is told beforehand, and may be told better once a voice
has it. Times are monotonic seconds. A command, and `tick`, return the number of the sentence that is to be
read now, from its beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import inf
from typing import Final

# A tap so soon after a sentence began was meant for the one before.
_TOO_SOON: Final = 0.4


class Mode(Enum):
    SPEAKING = auto()
    PAUSING = auto()  # time for the hands, which runs down
    WAITING = auto()  # for a tap
    HELD = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Length:
    """Of a sentence: so long it is read, and so long people have then."""

    speech: float
    pause: float


class Reading:
    """A command that makes no sense now does nothing. `at` is the sentence to begin with."""

    def __init__(self, lengths: Sequence[Length], *, by_itself: bool = True, at: int = 0) -> None:
        self._lengths = list(lengths)
        self.by_itself = by_itself
        self.at = min(max(0, at), len(self._lengths))
        self._held = True
        self._clock = -inf
        self._begun = 0.0

    def __len__(self) -> int:
        return len(self._lengths)

    def mode(self, now: float) -> Mode:
        if self.over:
            return Mode.OVER
        if self._held:
            return Mode.HELD
        if self._passed(now) < self._lengths[self.at].speech:
            return Mode.SPEAKING
        return Mode.PAUSING if self.by_itself else Mode.WAITING

    @property
    def over(self) -> bool:
        return self.at >= len(self._lengths)

    @property
    def held(self) -> bool:
        return self._held and not self.over

    def left(self, now: float) -> float:
        """Seconds that the hands still have."""
        if self.over or self._held:
            return 0.0
        length = self._lengths[self.at]
        return min(length.pause, max(0.0, length.speech + length.pause - self._passed(now)))

    def part_left(self, now: float) -> float:
        """The part of the pause that is left, from 0 to 1."""
        pause = 0.0 if self.over else self._lengths[self.at].pause
        return self.left(now) / pause if pause else 0.0

    # -- commands -----------------------------------------------------------------------------------------

    def begin(self, now: float) -> int | None:
        return self._go_to(self.at, now)

    def done(self, now: float) -> int | None:
        """A tap: on with it. What was held goes on first, and skips nothing."""
        if self._held:
            return self.go_on(now)
        if self.over or self._passed(now) < _TOO_SOON:
            return None
        return self._go_to(self.at + 1, now)

    def back(self, now: float) -> int | None:
        return self._go_to(max(0, min(self.at, len(self._lengths)) - 1), now)

    def go_to(self, at: int, now: float) -> int | None:
        """To this sentence, wherever it was."""
        return self._go_to(min(max(0, at), len(self._lengths)), now)

    def hold(self, now: float) -> None:
        self._heard(now)
        if not self.over:
            self._held = True

    def go_on(self, now: float) -> int | None:
        """The whole sentence once more: nobody knows how much of it was heard."""
        return self._go_to(self.at, now) if self.held else None

    def go_by_itself(self, by_itself: bool, now: float) -> None:
        """From now on, or no more. Whoever sat waiting gets the whole pause first."""
        if by_itself and not self.by_itself and self.mode(now) is Mode.WAITING:
            self._begun = self._heard(now) - self._lengths[self.at].speech
        self.by_itself = by_itself

    def measure(self, at: int, speech: float, now: float) -> None:
        """A voice has this sentence: it begins now and takes so long. Of another it is of no concern."""
        if at == self.at and not self.over and not self._held:
            self._lengths[at] = replace(self._lengths[at], speech=speech)
            self._begun = self._heard(now)

    def tick(self, now: float) -> int | None:
        now = self._heard(now)
        if self.over or self._held or not self.by_itself:
            return None
        length = self._lengths[self.at]
        if self._passed(now) < length.speech + length.pause:
            return None
        return self._go_to(self.at + 1, now)

    def _go_to(self, at: int, now: float) -> int | None:
        self.at = at
        self._held = False
        self._begun = self._heard(now)
        return None if self.over else at

    def _heard(self, now: float) -> float:
        """A clock that goes back is taken to stand still."""
        self._clock = max(self._clock, now)
        return self._clock

    def _passed(self, now: float) -> float:
        return max(self._clock, now) - self._begun
