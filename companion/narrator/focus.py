"""Whether the narrator has the loudspeaker: who wants it, when it is given back, what a loss means.

A device with many apps lends its loudspeaker. While something of ours is heard, the others are turned down;
a moment after it they get it back, so that lines one after another do not pump. A night keeps it from its
first moment to its last, in silence too: only so is a call noticed while everybody sits with shut eyes.

Whoever takes it away, for a call or for good, silences us, and a person has to ask for more. Times are
monotonic seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from math import inf
from typing import Final, Protocol

# After the last sound, in seconds: longer than the breath between two lines, or from one beep to the next.
GRACE: Final = 1.5


class Change(Enum):
    """What the device says of the loudspeaker unasked."""

    LOST = auto()  # for good: whoever wants it again has to ask
    LOST_FOR_NOW = auto()  # a call, a prompt: it may come back
    LOWERED = auto()  # somebody speaks over us; we need not stop
    BACK = auto()


class Loudspeaker(Protocol):
    """The device, as far as it lends its loudspeaker. Whoever makes it hands in what is told of a change,
    which may come on any thread."""

    def ask(self) -> bool:
        """Turn the others down for us; False where that may not be, as during a call."""

    def give_back(self) -> None: ...


OpenLoudspeaker = Callable[[Callable[[Change], object]], Loudspeaker]


class Unshared:
    """A loudspeaker that nobody minds: a desktop mixes whatever is played."""

    def __init__(self, _tell: Callable[[Change], object]) -> None: ...

    def ask(self) -> bool:
        return True

    def give_back(self) -> None: ...


class Answer(Enum):
    """What a change asks of us."""

    NOTHING = auto()
    FALL_SILENT = auto()
    BED_MAY_SOUND = auto()  # and nothing else: the voice waits for a person


class Focus:
    """Asked by whoever wants to be heard, told by the device, and settled when a sound may be over."""

    def __init__(self, loudspeaker: Loudspeaker) -> None:
        self._loudspeaker = loudspeaker
        self._has = False
        # Asked for and not given back. Without having it, it was taken for now and may come back.
        self._in_line = False
        # A night, or a sound to try one by, that wants it also while nothing is heard.
        self.kept = False
        # Somebody speaks over us.
        self.lowered = False
        # How often it was asked for; read on other threads, too.
        self.asked = 0

    def take(self) -> bool:
        """Something is to be heard: whether it may be. Asked again while it is there, nobody is asked."""
        if not self._has:
            self.asked += 1
            self._has = self._loudspeaker.ask()
            self._in_line = self._in_line or self._has
            self.lowered = False
        return self._has

    def keep(self) -> bool:
        """From here on it is wanted in silence, too; whether we have it."""
        self.kept = True
        return self.take()

    def let_go(self) -> None:
        """It is no longer wanted in silence."""
        self.kept = False

    def settle(self, now: float, sounds_until: float) -> float:
        """Give it back if nobody wants it any more; in how many seconds to look again, if ever."""
        if not self._in_line or self.kept:
            return inf
        left = sounds_until + GRACE - now if self._has else 0.0
        if left > 0:
            return left
        self.give_back()
        return inf

    def give_back(self) -> None:
        """At once: the app goes out of sight, where nothing would remind it."""
        if self._in_line:
            self._has = self._in_line = self.lowered = False
            self._loudspeaker.give_back()

    def changed(self, change: Change, asked: int) -> Answer:
        """What to do about a change; `asked` is how often we had asked when it was told. What was told of a
        loudspeaker that we have given back since is of no concern."""
        if not self._in_line or asked != self.asked:
            return Answer.NOTHING
        had, self.lowered = self._has, change is Change.LOWERED
        match change:
            case Change.LOST:
                self.give_back()
            case Change.LOST_FOR_NOW:
                self._has = False
            case Change.BACK:
                self._has = True
                return Answer.NOTHING if had else Answer.BED_MAY_SOUND
            case Change.LOWERED:
                return Answer.NOTHING
        return Answer.FALL_SILENT if had else Answer.NOTHING
