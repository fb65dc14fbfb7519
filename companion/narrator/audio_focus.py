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
GRACE_SECONDS: Final = 1.5


class FocusChange(Enum):
    """What the device says of the loudspeaker unasked."""

    LOSS = auto()  # for good: whoever wants it again has to ask
    LOSS_TRANSIENT = auto()  # a call, a prompt: it may come back
    DUCK = auto()  # somebody speaks over us; we need not stop
    GAIN = auto()


class Loudspeaker(Protocol):
    """The device, as far as it lends its loudspeaker. Whoever makes it hands in what is told of a change,
    which may come on any thread."""

    def request_focus(self) -> bool:
        """Turn the others down for us; False where that may not be, as during a call."""

    def abandon_focus(self) -> None: ...


OpenLoudspeaker = Callable[[Callable[[FocusChange], object]], Loudspeaker]


class UnsharedLoudspeaker:
    """A loudspeaker that nobody minds: a desktop mixes whatever is played."""

    def __init__(self, _callback: Callable[[FocusChange], object]) -> None: ...

    def request_focus(self) -> bool:
        return True

    def abandon_focus(self) -> None: ...


class FocusReaction(Enum):
    """What a change asks of us."""

    IGNORE = auto()
    SILENCE = auto()
    RESUME_BACKGROUND = auto()  # and nothing else: the voice waits for a person


class AudioFocus:
    """Asked by whoever wants to be heard, told by the device, and settled when a sound may be over."""

    def __init__(self, loudspeaker: Loudspeaker) -> None:
        self._loudspeaker = loudspeaker
        self._is_granted = False
        # Asked for and not given back. Without having it, it was taken for now and may come back.
        self._is_requested = False
        # A night, or a sound to try one by, that wants it also while nothing is heard.
        self.is_held = False
        # Somebody speaks over us.
        self.is_ducked = False
        # How often it was asked for; read on other threads, too.
        self.request_count = 0

    def request(self) -> bool:
        """Something is to be heard: whether it may be. Asked again while it is there, nobody is asked."""
        if not self._is_granted:
            self.request_count += 1
            self._is_granted = self._loudspeaker.request_focus()
            self._is_requested = self._is_requested or self._is_granted
            self.is_ducked = False
        return self._is_granted

    def hold(self) -> bool:
        """From here on it is wanted in silence, too; whether we have it."""
        self.is_held = True
        return self.request()

    def release_hold(self) -> None:
        """It is no longer wanted in silence."""
        self.is_held = False

    def abandon_if_idle(self, now: float, sounds_until: float) -> float:
        """Give it back if nobody wants it any more; in how many seconds to look again, if ever."""
        if not self._is_requested or self.is_held:
            return inf
        seconds_left = sounds_until + GRACE_SECONDS - now if self._is_granted else 0.0
        if seconds_left > 0:
            return seconds_left
        self.abandon()
        return inf

    def abandon(self) -> None:
        """At once: the app goes out of sight, where nothing would remind it."""
        if self._is_requested:
            self._is_granted = self._is_requested = self.is_ducked = False
            self._loudspeaker.abandon_focus()

    def handle_change(self, change: FocusChange, request_count: int) -> FocusReaction:
        """What to do about a change; `request_count` is how often we had asked when it was told. What was
        told of a loudspeaker that we have given back since is of no concern."""
        if not self._is_requested or request_count != self.request_count:
            return FocusReaction.IGNORE
        was_granted, self.is_ducked = self._is_granted, change is FocusChange.DUCK
        match change:
            case FocusChange.LOSS:
                self.abandon()
            case FocusChange.LOSS_TRANSIENT:
                self._is_granted = False
            case FocusChange.GAIN:
                self._is_granted = True
                return FocusReaction.IGNORE if was_granted else FocusReaction.RESUME_BACKGROUND
            case FocusChange.DUCK:
                return FocusReaction.IGNORE
        return FocusReaction.SILENCE if was_granted else FocusReaction.IGNORE
