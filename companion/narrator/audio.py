"""Audio output: one voice, a background sound and effects, without ever waiting for a sound to end.

Without a device sounds have no length and their end is never reported, so only the player's clock decides
when a line is over. Also the background's volume curve and the sound check before a night.

Levels, as fractions of full scale: built-in clips are at -18 LUFS with peaks up to -1 dB (0.89); a background
file is at -26 LUFS with no sample above `BACKGROUND_PEAK` (-12 dB), and plays at `DUCKED_LEVEL` (-10 dB)
under a voice, which is then some 18 dB louder. Their sum stays below full scale, so nothing is clipped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import inf, sqrt
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from companion.core.game import Problem, warning
from companion.narrator.planner import SegmentKind, Timeline

BACKGROUND_PEAK: Final = 0.25
DUCKED_LEVEL: Final = 0.316
SPEECH_PEAK: Final = 0.9
# Long enough not to be heard as a step.
FADE_SECONDS: Final = 0.4
# Two passes of the loop overlap by this much, so that no seam is heard, whatever a decoder does at the ends.
LOOP_OVERLAP_SECONDS: Final = 1.0


class LevelPoint(NamedTuple):
    """Point of the level curve: the level changes linearly to the next point."""

    seconds: float
    level: float


def level_curve(timeline: Timeline) -> tuple[LevelPoint, ...]:
    """Return the background's level over the night. It is ducked before a voice begins and rises only after
    it has ended; a pause too short for two fades is ignored."""
    points = [LevelPoint(0.0, 0.0)]
    for start, level in _target_levels(timeline):
        before = points[-1].level
        if level > before:
            points += [LevelPoint(start, before), LevelPoint(start + FADE_SECONDS, level)]
        elif level < before:
            points += [LevelPoint(start - FADE_SECONDS, before), LevelPoint(start, level)]
    fade_out = LevelPoint(max(points[-1].seconds, timeline.total - FADE_SECONDS), points[-1].level)
    return (*points, fade_out, LevelPoint(timeline.total, 0.0))


def _target_levels(timeline: Timeline) -> Iterator[tuple[float, float]]:
    """Yield the start of each stretch with or without speech, and its level."""
    for is_speech, group in groupby(timeline.segments, lambda segment: segment.kind is SegmentKind.SPEECH):
        segments = tuple(group)
        is_long_enough = segments[-1].end - segments[0].start >= 3 * FADE_SECONDS
        yield segments[0].start, DUCKED_LEVEL if is_speech or not is_long_enough else 1.0


class Playable(Protocol):
    """The part of Kivy's sound object that is used."""

    volume: float
    length: float

    def play(self) -> None: ...

    def stop(self) -> None: ...

    def unload(self) -> None: ...


# `SoundLoader.load`, or a fake of it.
LoadSound = Callable[[str], Playable | None]
# Called before anything is played.
RequestFocus = Callable[[], bool]
# Cache of decoded clips; a minute of speech in Kivy's mixer is about 10 MB.
_MAX_LOADED_SOUNDS: Final = 6
# After this many seconds of silence a Bluetooth speaker may be asleep.
_SPEAKER_SLEEP_SECONDS: Final = 6.0
# The quietest volume of a mixer with 128 steps: it wakes the speaker, but nobody hears it.
_MIN_VOLUME: Final = 1.5 / 128


@dataclass(frozen=True, slots=True)
class VolumeLevels:
    """Volume of each kind of sound, from 0 to 1."""

    voice: float = 1.0
    background: float = 1.0
    effects: float = 1.0


class AudioPlayer:
    """Player of speech, effects and background sound. `load` opens a file as a playable sound, `clock`
    returns monotonic seconds. `levels` and `request_focus` are called whenever a sound starts; the background
    sound does not request the focus and is paused instead."""

    def __init__(
        self,
        load: LoadSound,
        clock: Callable[[], float],
        levels: Callable[[], VolumeLevels] = VolumeLevels,
        request_focus: RequestFocus = lambda: True,
    ) -> None:
        self._load = load
        self._clock = clock
        self._levels = levels
        self._request_focus = request_focus
        # When the last sound ends, corrected if it is cut off.
        self.audible_until = -inf
        # Start of the current period without a silence long enough for a speaker to fall asleep.
        self._awake_since = -inf
        self._loaded: OrderedDict[Path, Playable | None] = OrderedDict()
        self._effect: Playable | None = None
        self._speech: Playable | None = None
        self._background = _BackgroundLoop(load)
        # True if sounds have a length, which means that a device is open; None before the first sound.
        self.has_output: bool | None = None

    @property
    def is_speaking(self) -> bool:
        """True if a clip was started and not stopped."""
        return self._speech is not None

    @property
    def is_speaker_asleep(self) -> bool:
        """True if a speaker may have fallen asleep in silence; it would swallow the start of a line."""
        return self._clock() - self.audible_until > _SPEAKER_SLEEP_SECONDS

    @property
    def is_idle(self) -> bool:
        """True if the speaker may be asleep and no background sound is wanted."""
        return self.is_speaker_asleep and not self._background.is_wanted

    def wake_delay(self, seconds: float) -> float:
        """Return how long a line should wait for a speaker that takes this many seconds to wake."""
        if self.is_speaker_asleep:
            return seconds
        return max(0.0, self._awake_since + seconds - self._clock())

    def wake_speaker(self, path: Path) -> None:
        """Play this file so quietly that it only wakes the speaker."""
        self._play(path, _MIN_VOLUME)

    def preload(self, paths: Iterable[Path | None]) -> None:
        """Load these files into the cache so that they start at once; the oldest ones are dropped."""
        for path in paths:
            if path is not None:
                self._load_cached(path)

    def play_speech(self, path: Path | None) -> None:
        """Play a clip in place of the current one; None only stops the current one."""
        self._stop_current_speech()
        sound = self._play(path, self._levels().voice) if path is not None else None
        self._speech = sound
        self._background.fade_to(DUCKED_LEVEL if sound is not None else 1.0)

    def play_effect(self, path: Path) -> None:
        """Play an effect, such as a chime or a beep, on top of all other sounds."""
        self._effect = self._play(path, self._levels().effects)

    def stop_effect(self) -> None:
        """Stop the current effect, for example the bell of a cancelled countdown."""
        if self._effect is not None:
            self._effect.stop()
            self._effect = None

    def set_ducked(self, *, is_ducked: bool) -> None:
        """Duck the background under speech, or raise it. The end of a clip is not cut off."""
        self._background.fade_to(DUCKED_LEVEL if is_ducked else 1.0)

    def stop_speech(self) -> None:
        self._stop_current_speech()
        self._background.fade_to(1.0)

    def set_background(self, path: Path | None) -> None:
        """Loop this file under the voice; None fades out the current one."""
        self._background.set_path(path)

    def tick(self) -> bool:
        """Update the background; after `set_background` call it 20 times a second until it returns False."""
        now, background_volume = self._clock(), self._levels().background
        if self._background.is_audible and background_volume > 0:
            self._note_audible_until(now)
        return self._background.tick(now, background_volume)

    def pause(self) -> None:
        """Stop all sounds at once, as for a call; `tick` may not be called for a while."""
        self._stop_current_speech()
        self.stop_effect()
        self._background.pause()

    def resume(self) -> None:
        """Allow the background again; speech only starts with `play_speech`."""
        self._background.resume()

    def close(self) -> None:
        """Stop everything and unload all files."""
        self._stop_current_speech()
        self._background.close()
        while self._loaded:
            _unload(self._loaded.popitem()[1])

    def _stop_current_speech(self) -> None:
        if self._speech is not None:
            self._speech.stop()
            self._speech = None
            self.audible_until = min(self.audible_until, self._clock())

    def _play(self, path: Path, level: float) -> Playable | None:
        sound = self._load_cached(path)
        if sound is None or not self._request_focus():
            return None
        sound.volume = level
        sound.play()
        self._note_audible_until(self._clock() + sound.length)
        return sound

    def _note_audible_until(self, until: float) -> None:
        if self.is_speaker_asleep:
            self._awake_since = self._clock()
        self.audible_until = max(self.audible_until, until)

    def _load_cached(self, path: Path) -> Playable | None:
        if path in self._loaded:
            self._loaded.move_to_end(path)
            return self._loaded[path]
        sound = self._load(str(path))
        # One unreadable file does not mean that there is no device.
        self.has_output = bool(self.has_output) or (sound is not None and sound.length > 0)
        self._loaded[path] = sound
        while len(self._loaded) > _MAX_LOADED_SOUNDS:
            oldest = next(iter(self._loaded))
            if self._loaded[oldest] is self._speech and self._speech is not None:
                self._loaded.move_to_end(oldest)
                continue
            _unload(self._loaded.pop(oldest))
        return sound


class _BackgroundLoop:
    """Seamless loop. Kivy's own looping leaves a gap, so two players of the file alternate with a crossfade;
    the same fades start, duck and end the background."""

    def __init__(self, load: LoadSound) -> None:
        self._load = load
        # two players of the file, each with its start time or -1
        self._players: list[tuple[Playable, float]] = []
        self._level, self._target_level = 0.0, 0.0
        self._wanted_path: Path | None = None
        self._playing_path: Path | None = None
        self._last_tick: float | None = None
        self._is_paused = False

    @property
    def is_audible(self) -> bool:
        return self._level > 0 and bool(self._players)

    @property
    def is_wanted(self) -> bool:
        """True from `set_path` until the sound has faded out, also while paused."""
        return self._playing_path is not None or self._wanted_path is not None

    def fade_to(self, level: float) -> None:
        self._target_level = level

    def set_path(self, path: Path | None) -> None:
        self._wanted_path = path
        self._target_level = max(self._target_level, DUCKED_LEVEL)

    def pause(self) -> None:
        path = self._wanted_path
        self.close()
        self._wanted_path = path
        self._is_paused = True

    def resume(self) -> None:
        self._is_paused = False

    def tick(self, now: float, volume: float) -> bool:
        """Return True if there is more to do."""
        if self._is_paused:
            return self._wanted_path is not None
        elapsed = 0.0 if self._last_tick is None else max(0.0, now - self._last_tick)
        self._last_tick = now
        if self._playing_path != self._wanted_path and self._level == 0.0:
            self._open_players()
        target = self._target_level if self._playing_path == self._wanted_path else 0.0
        step = elapsed / FADE_SECONDS
        self._level = min(max(target, self._level - step), self._level + step)
        self._start_next_player(now)
        for sound, started_at in self._players:
            if started_at >= 0:
                sound.volume = volume * self._level * _crossfade_volume(now - started_at, sound.length)
        return self.is_wanted

    def close(self) -> None:
        for sound, _ in self._players:
            sound.stop()
            _unload(sound)
        self._players = []
        self._playing_path = self._wanted_path = None
        self._level = 0.0

    def _open_players(self) -> None:
        path = self._wanted_path
        self.close()
        self._playing_path = self._wanted_path = path
        if path is not None:
            for sound in [self._load(str(path)) for _ in range(2)]:
                # Without a device a sound has no length, and the crossfade would never end.
                if sound and sound.length > 2 * LOOP_OVERLAP_SECONDS:
                    sound.volume = 0.0
                    self._players.append((sound, -1.0))

    def _start_next_player(self, now: float) -> None:
        """Start the next player while the other one is still playing."""
        if len(self._players) == 2:
            (first, first_start), (second, second_start) = self._players
            latest = max(first_start, second_start)
            if latest < 0 or now - latest >= first.length - LOOP_OVERLAP_SECONDS:
                next_index = 0 if first_start <= second_start else 1
                sound = (first, second)[next_index]
                sound.play()
                self._players[next_index] = (sound, now)


def _crossfade_volume(age: float, length: float) -> float:
    """Equal-power crossfade: two overlapping passes are as loud as one."""
    rising = min(1.0, age / LOOP_OVERLAP_SECONDS)
    falling = min(1.0, (length - age) / LOOP_OVERLAP_SECONDS)
    return sqrt(max(0.0, min(rising, falling)))


def _unload(sound: Playable | None) -> None:
    if sound is not None:
        sound.unload()


# SDL drivers that accept sound without playing it.
SILENT_DRIVERS = ("dummy", "disk")
# Device volume in percent: below the first, distant seats may miss a word; the second is enough for most.
LOW_VOLUME_PERCENT: Final = 40
GOOD_VOLUME_PERCENT: Final = 70


def find_sound_problems(
    is_audible: bool | None, driver: str | None, languages: Mapping[str, str], clips: Mapping[str, Path]
) -> tuple[Problem, ...]:
    """Return all problems that would keep players from hearing the voice. `is_audible` is
    `AudioPlayer.has_output` after a sound was loaded, `driver` the audio driver of SDL if it is used,
    `languages` the names of the spoken languages by code, `clips` a clip to try in each language."""
    problems = []
    if is_audible is False:
        problems.append(warning("app.problem.sound_no_device"))
    elif driver in SILENT_DRIVERS:
        problems.append(warning("app.problem.sound_unheard", driver=str(driver)))
    for code, name in languages.items():
        if code not in clips or not clips[code].is_file():
            problems.append(warning("app.problem.sound_no_clip", language=name))
    return tuple(problems)


def find_volume_problem(volume: int | None, voice_level: int = 100, *, has_device: bool) -> Problem | None:
    """Return the most important volume problem before a night, if any. `volume` is the device's volume in
    percent if known, `voice_level` the voice's share in percent, `has_device` whether there is an audio
    device."""
    if not has_device:
        return warning("app.problem.sound_no_device")
    if volume is not None and volume < LOW_VOLUME_PERCENT:
        return warning("app.problem.volume_off" if volume == 0 else "app.problem.volume_low")
    return warning("app.problem.voice_low") if voice_level < LOW_VOLUME_PERCENT else None
