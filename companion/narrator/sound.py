"""What is heard now: one voice, a bed beneath it, and small signs. Nothing here is ever waited for.

A sound may have no length, and its end may never be reported: without a device both are so. The player's
clock alone says when a line is over; this class is told what to play and when to stop, and is ticked to move
the bed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf, sqrt
from pathlib import Path
from typing import Final, Protocol

from companion.narrator.bed import FADE, OVERLAP, UNDER_SPEECH


class Playable(Protocol):
    """The part of Kivy's `Sound` that is used."""

    volume: float
    length: float

    def play(self) -> None: ...

    def stop(self) -> None: ...

    def unload(self) -> None: ...


# `SoundLoader.load`, or what stands for it.
Load = Callable[[str], Playable | None]
# Asked before anything is heard.
MayBeHeard = Callable[[], bool]
# Decoded clips kept ready; a minute of speech in Kivy's mixer is about 10 MB.
_READY: Final = 6
# After so many seconds without a sound a Bluetooth speaker may be asleep.
_FALLS_ASLEEP: Final = 6.0
# The least that a mixer of 128 steps can play: a signal for the speaker, silence for the table.
_BARELY: Final = 1.5 / 128


@dataclass(frozen=True, slots=True)
class Levels:
    """How loud each kind of sound is to be, from 0 to 1."""

    voice: float = 1.0
    bed: float = 1.0
    signs: float = 1.0


class Sound:
    """`load` makes a playable sound of a file's path; `clock` gives monotonic seconds; `levels` says how loud
    it is to be now, and is asked again whenever something begins to sound; so is `may_be_heard`, but for the
    bed, which is told to pause."""

    def __init__(
        self,
        load: Load,
        clock: Callable[[], float],
        levels: Callable[[], Levels] = Levels,
        may_be_heard: MayBeHeard = lambda: True,
    ) -> None:
        self._load = load
        self._clock = clock
        self._levels = levels
        self._may_be_heard = may_be_heard
        # Until when something sounds, as far as it was not cut off.
        self.sounds_until = -inf
        # Since when, without so long a silence that a loudspeaker falls asleep.
        self._awake_since = -inf
        self._ready: OrderedDict[Path, Playable | None] = OrderedDict()
        self._signal: Playable | None = None
        self._speaking: Playable | None = None
        self._bed = _Bed(load)
        self._heard: bool | None = None

    @property
    def heard(self) -> bool | None:
        """Whether sounds have a length, as they do where a device is open; None before the first one."""
        return self._heard

    @property
    def speaking(self) -> bool:
        """Whether a clip was started and nobody has cut it off."""
        return self._speaking is not None

    @property
    def asleep(self) -> bool:
        """Whether it was silent for so long that a loudspeaker may swallow the first moments of a line."""
        return self._clock() - self.sounds_until > _FALLS_ASLEEP

    @property
    def is_idle(self) -> bool:
        """Whether it has been silent for so long, and no bed is to sound either."""
        return self.asleep and not self._bed.is_wanted

    def wakes_in(self, seconds: float) -> float:
        """How long a line had better wait for a loudspeaker that takes so many seconds to wake."""
        if self.asleep:
            return seconds
        return max(0.0, self._awake_since + seconds - self._clock())

    def wake(self, path: Path) -> None:
        """Play this so softly that only the loudspeaker takes notice."""
        self._play(path, _BARELY)

    def prepare(self, paths: Iterable[Path | None]) -> None:
        """Have these ready to start at once; those prepared longest ago are let go."""
        for path in paths:
            if path is not None:
                self._sound(path)

    def speak(self, path: Path | None) -> None:
        """Start a clip in place of the one that speaks; a line without a clip only ends that one."""
        self._stop()
        sound = self._play(path, self._levels().voice) if path is not None else None
        self._speaking = sound
        self._bed.go_to(UNDER_SPEECH if sound is not None else 1.0)

    def sign(self, path: Path) -> None:
        """A chime, a beep: beside whatever else is heard."""
        self._signal = self._play(path, self._levels().signs)

    def end_sign(self) -> None:
        """A bell that announces nothing any more falls silent."""
        if self._signal is not None:
            self._signal.stop()
            self._signal = None

    def hush(self, *, speech: bool) -> None:
        """Let the bed down under speech, or up where there is none. A clip's last moments are not cut off."""
        self._bed.go_to(UNDER_SPEECH if speech else 1.0)

    def silence(self) -> None:
        """Cut the voice off; the bed goes on."""
        self._stop()
        self._bed.go_to(1.0)

    def bed(self, path: Path | None) -> None:
        """Let this sound run beneath the voice, over and over; None fades the one that runs out."""
        self._bed.change(path)

    def tick(self) -> bool:
        """Move the bed on; to be called some 20 times a second, from `bed` on until it says False."""
        now, loud = self._clock(), self._levels().bed
        if self._bed.sounds and loud > 0:
            self._sounds(now)
        return self._bed.tick(now, loud)

    def pause(self) -> None:
        """Not a sound any more, at once: a call comes in, and nothing will tick for a while."""
        self._stop()
        self.end_sign()
        self._bed.pause()

    def resume(self) -> None:
        """The bed may come back; a voice only by `speak`."""
        self._bed.resume()

    def close(self) -> None:
        """Stop everything at once and let all files go."""
        self._stop()
        self._bed.close()
        while self._ready:
            _let_go(self._ready.popitem()[1])

    def _stop(self) -> None:
        if self._speaking is not None:
            self._speaking.stop()
            self._speaking = None
            self.sounds_until = min(self.sounds_until, self._clock())

    def _play(self, path: Path, level: float) -> Playable | None:
        sound = self._sound(path)
        if sound is None or not self._may_be_heard():
            return None
        sound.volume = level
        sound.play()
        self._sounds(self._clock() + sound.length)
        return sound

    def _sounds(self, until: float) -> None:
        if self.asleep:
            self._awake_since = self._clock()
        self.sounds_until = max(self.sounds_until, until)

    def _sound(self, path: Path) -> Playable | None:
        if path in self._ready:
            self._ready.move_to_end(path)
            return self._ready[path]
        sound = self._load(str(path))
        # One file that cannot be read says nothing of the device.
        self._heard = bool(self._heard) or (sound is not None and sound.length > 0)
        self._ready[path] = sound
        while len(self._ready) > _READY:
            oldest = next(iter(self._ready))
            if self._ready[oldest] is self._speaking and self._speaking is not None:
                self._ready.move_to_end(oldest)
                continue
            _let_go(self._ready.pop(oldest))
        return sound


class _Bed:
    """A loop without a seam. Kivy's own looping leaves a gap, so two players of the file take turns and are
    faded into each other; the same fades bring the bed in, down under a voice, and out."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._turns: list[tuple[Playable, float]] = []  # two players of the file; when each began, or -1
        self._level, self._goal = 0.0, 0.0
        self._wanted: Path | None = None
        self._playing: Path | None = None
        self._last: float | None = None
        self._paused = False

    @property
    def sounds(self) -> bool:
        return self._level > 0 and bool(self._turns)

    @property
    def is_wanted(self) -> bool:
        """Also while it is paused, or fading out."""
        return self._playing is not None or self._wanted is not None

    def go_to(self, level: float) -> None:
        self._goal = level

    def change(self, path: Path | None) -> None:
        self._wanted = path
        self._goal = max(self._goal, UNDER_SPEECH)

    def pause(self) -> None:
        wanted = self._wanted
        self.close()
        self._wanted = wanted
        self._paused = True

    def resume(self) -> None:
        self._paused = False

    def tick(self, now: float, loud: float) -> bool:
        """Whether there is more to do."""
        if self._paused:
            return self._wanted is not None
        passed = 0.0 if self._last is None else max(0.0, now - self._last)
        self._last = now
        if self._playing != self._wanted and self._level == 0.0:
            self._open()
        goal = self._goal if self._playing == self._wanted else 0.0
        step = passed / FADE
        self._level = min(goal, self._level + step) if goal > self._level else max(goal, self._level - step)
        self._turn(now)
        for sound, begun in self._turns:
            if begun >= 0:
                sound.volume = loud * self._level * _loudness(now - begun, sound.length)
        return self.is_wanted

    def close(self) -> None:
        for sound, _ in self._turns:
            sound.stop()
            _let_go(sound)
        self._turns = []
        self._playing = self._wanted = None
        self._level = 0.0

    def _open(self) -> None:
        wanted = self._wanted
        self.close()
        self._playing = self._wanted = wanted
        if wanted is not None:
            players = [self._load(str(wanted)) for _ in range(2)]
            # Without a device a sound has no length, and turns of no length would never end.
            self._turns = [(sound, -1.0) for sound in players if sound and sound.length > 2 * OVERLAP]
            for sound, _ in self._turns:
                sound.volume = 0.0

    def _turn(self, now: float) -> None:
        """Start the player whose turn it is, while the other one still sounds."""
        if len(self._turns) == 2:
            (first, first_begun), (second, second_begun) = self._turns
            latest = max(first_begun, second_begun)
            if latest < 0 or now - latest >= first.length - OVERLAP:
                following = 0 if first_begun <= second_begun else 1
                sound = (first, second)[following]
                sound.play()
                self._turns[following] = (sound, now)


def _loudness(age: float, length: float) -> float:
    """Equal power: where two turns overlap, together they are as loud as one."""
    rising = min(1.0, age / OVERLAP)
    falling = min(1.0, (length - age) / OVERLAP)
    return sqrt(max(0.0, min(rising, falling)))


def _let_go(sound: Playable | None) -> None:
    if sound is not None:
        sound.unload()
