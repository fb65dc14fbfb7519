"""Audio focus: when the app requests and abandons it, and how it reacts to losing it.

While something of ours is heard, other apps are ducked; they recover `GRACE_SECONDS` after it, so that
consecutive lines do not pump. A night holds the focus throughout, also in silence: otherwise a call would go
unnoticed while everybody sits with shut eyes. After a loss the user has to resume. Times are monotonic
seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from math import inf
from typing import Final, Protocol

# Seconds after the last sound: longer than the pause between two lines or two beeps.
GRACE_SECONDS: Final = 1.5


class FocusChange(Enum):
    LOSS = auto()  # permanent: it has to be requested again
    LOSS_TRANSIENT = auto()  # a call or a prompt: it may come back
    DUCK = auto()  # another app speaks at the same time; no need to stop
    GAIN = auto()


class Loudspeaker(Protocol):
    """Audio focus of the device. Its changes go to a callback passed to the constructor, on any thread."""

    def request_focus(self) -> bool:
        """Request the focus and duck other apps; return False if it is refused, as during a call."""

    def abandon_focus(self) -> None: ...


OpenLoudspeaker = Callable[[Callable[[FocusChange], object]], Loudspeaker]


class UnsharedLoudspeaker:
    """Loudspeaker without an audio focus: a desktop mixes all sounds."""

    def __init__(self, _callback: Callable[[FocusChange], object]) -> None: ...

    def request_focus(self) -> bool:
        return True

    def abandon_focus(self) -> None: ...


class FocusReaction(Enum):
    IGNORE = auto()
    SILENCE = auto()
    RESUME_BACKGROUND = auto()  # only that: speech waits for the user


class AudioFocus:
    """State of the audio focus: what the app wants, and what the device has granted."""

    def __init__(self, loudspeaker: Loudspeaker) -> None:
        self._loudspeaker = loudspeaker
        self._is_granted = False
        # Requested and not abandoned. If not granted now, the focus was lost for a while and may come back.
        self._is_requested = False
        # Held by a night or a sound preview, also in silence.
        self.is_held = False
        # Another app speaks at the same time.
        self.is_ducked = False
        # Number of requests; also read on other threads.
        self.request_count = 0

    def request(self) -> bool:
        """Request the focus for a sound unless it is granted already; return True if it is granted."""
        if not self._is_granted:
            self.request_count += 1
            self._is_granted = self._loudspeaker.request_focus()
            self._is_requested = self._is_requested or self._is_granted
            self.is_ducked = False
        return self._is_granted

    def hold(self) -> bool:
        """Hold the focus in silence, too, from now on; return True if it is granted."""
        self.is_held = True
        return self.request()

    def release_hold(self) -> None:
        """Stop holding the focus in silence."""
        self.is_held = False

    def abandon_if_idle(self, now: float, sounds_until: float) -> float:
        """Abandon the focus if it is not needed; return the seconds until the next check, or infinity."""
        if not self._is_requested or self.is_held:
            return inf
        seconds_left = sounds_until + GRACE_SECONDS - now if self._is_granted else 0.0
        if seconds_left > 0:
            return seconds_left
        self.abandon()
        return inf

    def abandon(self) -> None:
        """Abandon the focus at once, as in the background, where no later check would run."""
        if self._is_requested:
            self._is_granted = self._is_requested = self.is_ducked = False
            self._loudspeaker.abandon_focus()

    def handle_change(self, change: FocusChange, request_count: int) -> FocusReaction:
        """Handle a change and return the reaction to it. `request_count` is the value at the time of the
        change: changes of an earlier request are ignored."""
        if not self._is_requested or request_count != self.request_count:
            return FocusReaction.IGNORE
        was_granted, self.is_ducked = self._is_granted, change is FocusChange.DUCK
        match change:
            case FocusChange.DUCK:
                return FocusReaction.IGNORE
            case FocusChange.GAIN:
                self._is_granted = True
                return FocusReaction.IGNORE if was_granted else FocusReaction.RESUME_BACKGROUND
            case FocusChange.LOSS:
                self.abandon()
            case FocusChange.LOSS_TRANSIENT:
                self._is_granted = False
        return FocusReaction.SILENCE if was_granted else FocusReaction.IGNORE
