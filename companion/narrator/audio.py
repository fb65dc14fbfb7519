"""What is heard now: one voice, a bed beneath it, and small signs. Nothing here is ever waited for.

A sound may have no length, and its end may never be reported: without a device both are so. The player's
clock alone says when a line is over; this class is told what to play and when to stop, and is ticked to move
the bed.

The sound under the voice, which hides the rustle of sleeves and chairs: how loud it is at every moment.

Levels, as parts of full scale (1.0 is the loudest a file can hold):
- the built-in clips speak at -18 LUFS with peaks up to -1 dB (0.89);
- a bed's file is at -26 LUFS, with no sample above `BACKGROUND_PEAK` (-12 dB);
- it plays as it is while nobody speaks, and at `DUCKED_LEVEL` of that (-10 dB) under a voice, where speech
  stands some 18 dB above it.
So the loudest moment of voice and bed together stays below full scale, and nothing has to be clipped.

The sound check: will this table hear the night? Asked before anybody shuts their eyes.
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
# Two turns of the loop overlap by this much, so that no seam is heard, whatever a decoder does at its ends.
LOOP_OVERLAP_SECONDS: Final = 1.0


class LevelPoint(NamedTuple):
    """From here on the bed moves to this level, in a straight line to the next moment."""

    seconds: float
    level: float


def level_curve(timeline: Timeline) -> tuple[LevelPoint, ...]:
    """The bed's level over the night. It is already low when a voice begins and rises only after it has
    ended; a pause too short for that is not worth the rise."""
    points = [LevelPoint(0.0, 0.0)]
    for start, level in _target_levels(timeline):
        before = points[-1].level
        if level > before:
            points += [LevelPoint(start, before), LevelPoint(start + FADE_SECONDS, level)]
        elif level < before:
            points += [LevelPoint(start - FADE_SECONDS, before), LevelPoint(start, level)]
    last = points[-1]
    return (
        *points,
        LevelPoint(max(last.seconds, timeline.total - FADE_SECONDS), last.level),
        LevelPoint(timeline.total, 0.0),
    )


def _target_levels(timeline: Timeline) -> Iterator[tuple[float, float]]:
    """Where each stretch with or without speech begins, and the level for it."""
    for is_silent, group in groupby(
        timeline.segments, key=lambda segment: segment.kind is not SegmentKind.SPEECH
    ):
        segments = tuple(group)
        is_long_enough = segments[-1].end - segments[0].start >= 3 * FADE_SECONDS
        yield segments[0].start, 1.0 if is_silent and is_long_enough else DUCKED_LEVEL


class Playable(Protocol):
    """The part of Kivy's `AudioPlayer` that is used."""

    volume: float
    length: float

    def play(self) -> None: ...

    def stop(self) -> None: ...

    def unload(self) -> None: ...


# `SoundLoader.load`, or what stands for it.
LoadSound = Callable[[str], Playable | None]
# Asked before anything is heard.
RequestFocus = Callable[[], bool]
# Decoded clips kept ready; a minute of speech in Kivy's mixer is about 10 MB.
_MAX_LOADED_SOUNDS: Final = 6
# After so many seconds without a sound a Bluetooth speaker may be asleep.
_SPEAKER_SLEEP_SECONDS: Final = 6.0
# The least that a mixer of 128 steps can play: a signal for the speaker, silence for the table.
_MIN_VOLUME: Final = 1.5 / 128


@dataclass(frozen=True, slots=True)
class VolumeLevels:
    """How loud each kind of sound is to be, from 0 to 1."""

    voice: float = 1.0
    background: float = 1.0
    effects: float = 1.0


class AudioPlayer:
    """`load` makes a playable sound of a file's path; `clock` gives monotonic seconds; `levels` says how loud
    it is to be now, and is asked again whenever something begins to sound; so is `request_focus`, but for the
    bed, which is told to pause."""

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
        # Until when something sounds, as far as it was not cut off.
        self.audible_until = -inf
        # Since when, without so long a silence that a loudspeaker falls asleep.
        self._awake_since = -inf
        self._loaded: OrderedDict[Path, Playable | None] = OrderedDict()
        self._effect: Playable | None = None
        self._speech: Playable | None = None
        self._background = _BackgroundLoop(load)
        self._has_output: bool | None = None

    @property
    def has_output(self) -> bool | None:
        """Whether sounds have a length, as they do where a device is open; None before the first one."""
        return self._has_output

    @property
    def is_speaking(self) -> bool:
        """Whether a clip was started and nobody has cut it off."""
        return self._speech is not None

    @property
    def is_speaker_asleep(self) -> bool:
        """Whether it was silent for so long that a loudspeaker may swallow the first moments of a line."""
        return self._clock() - self.audible_until > _SPEAKER_SLEEP_SECONDS

    @property
    def is_idle(self) -> bool:
        """Whether it has been silent for so long, and no bed is to sound either."""
        return self.is_speaker_asleep and not self._background.is_wanted

    def wake_delay(self, seconds: float) -> float:
        """How long a line had better wait for a loudspeaker that takes so many seconds to wake."""
        if self.is_speaker_asleep:
            return seconds
        return max(0.0, self._awake_since + seconds - self._clock())

    def wake_speaker(self, path: Path) -> None:
        """Play this so softly that only the loudspeaker takes notice."""
        self._play(path, _MIN_VOLUME)

    def preload(self, paths: Iterable[Path | None]) -> None:
        """Have these ready to start at once; those prepared longest ago are let go."""
        for path in paths:
            if path is not None:
                self._load_cached(path)

    def play_speech(self, path: Path | None) -> None:
        """Start a clip in place of the one that speaks; a line without a clip only ends that one."""
        self._stop_current_speech()
        sound = self._play(path, self._levels().voice) if path is not None else None
        self._speech = sound
        self._background.fade_to(DUCKED_LEVEL if sound is not None else 1.0)

    def play_effect(self, path: Path) -> None:
        """A chime, a beep: beside whatever else is heard."""
        self._effect = self._play(path, self._levels().effects)

    def stop_effect(self) -> None:
        """A bell that announces nothing any more falls silent."""
        if self._effect is not None:
            self._effect.stop()
            self._effect = None

    def set_ducked(self, *, is_ducked: bool) -> None:
        """Let the bed down under speech, or up where there is none. A clip's last moments are not cut off."""
        self._background.fade_to(DUCKED_LEVEL if is_ducked else 1.0)

    def stop_speech(self) -> None:
        """Cut the voice off; the bed goes on."""
        self._stop_current_speech()
        self._background.fade_to(1.0)

    def set_background(self, path: Path | None) -> None:
        """Let this sound run beneath the voice, over and over; None fades the one that runs out."""
        self._background.set_path(path)

    def tick(self) -> bool:
        """Move the bed on; to be called some 20 times a second, from `set_background` on until it says
        False."""
        now, background_volume = self._clock(), self._levels().background
        if self._background.is_audible and background_volume > 0:
            self._note_audible_until(now)
        return self._background.tick(now, background_volume)

    def pause(self) -> None:
        """Not a sound any more, at once: a call comes in, and nothing will tick for a while."""
        self._stop_current_speech()
        self.stop_effect()
        self._background.pause()

    def resume(self) -> None:
        """The bed may come back; a voice only by `play_speech`."""
        self._background.resume()

    def close(self) -> None:
        """Stop everything at once and let all files go."""
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
        # One file that cannot be read says nothing of the device.
        self._has_output = bool(self._has_output) or (sound is not None and sound.length > 0)
        self._loaded[path] = sound
        while len(self._loaded) > _MAX_LOADED_SOUNDS:
            oldest = next(iter(self._loaded))
            if self._loaded[oldest] is self._speech and self._speech is not None:
                self._loaded.move_to_end(oldest)
                continue
            _unload(self._loaded.pop(oldest))
        return sound


class _BackgroundLoop:
    """A loop without a seam. Kivy's own looping leaves a gap, so two players of the file take turns and are
    faded into each other; the same fades bring the bed in, down under a voice, and out."""

    def __init__(self, load: LoadSound) -> None:
        self._load = load
        self._players: list[tuple[Playable, float]] = []  # two players of the file; when each began, or -1
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
        """Also while it is paused, or fading out."""
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
        """Whether there is more to do."""
        if self._is_paused:
            return self._wanted_path is not None
        elapsed = 0.0 if self._last_tick is None else max(0.0, now - self._last_tick)
        self._last_tick = now
        if self._playing_path != self._wanted_path and self._level == 0.0:
            self._open_players()
        target = self._target_level if self._playing_path == self._wanted_path else 0.0
        step = elapsed / FADE_SECONDS
        self._level = (
            min(target, self._level + step) if target > self._level else max(target, self._level - step)
        )
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
            players = [self._load(str(path)) for _ in range(2)]
            # Without a device a sound has no length, and turns of no length would never end.
            self._players = [
                (sound, -1.0) for sound in players if sound and sound.length > 2 * LOOP_OVERLAP_SECONDS
            ]
            for sound, _ in self._players:
                sound.volume = 0.0

    def _start_next_player(self, now: float) -> None:
        """Start the player whose turn it is, while the other one still sounds."""
        if len(self._players) == 2:
            (first, first_start), (second, second_start) = self._players
            latest = max(first_start, second_start)
            if latest < 0 or now - latest >= first.length - LOOP_OVERLAP_SECONDS:
                next_index = 0 if first_start <= second_start else 1
                sound = (first, second)[next_index]
                sound.play()
                self._players[next_index] = (sound, now)


def _crossfade_volume(age: float, length: float) -> float:
    """Equal power: where two turns overlap, together they are as loud as one."""
    rising = min(1.0, age / LOOP_OVERLAP_SECONDS)
    falling = min(1.0, (length - age) / LOOP_OVERLAP_SECONDS)
    return sqrt(max(0.0, min(rising, falling)))


def _unload(sound: Playable | None) -> None:
    if sound is not None:
        sound.unload()


# Drivers of SDL's that take sound and let nobody hear it.
SILENT_DRIVERS = ("dummy", "disk")
# Percent of a device's volume: below the first, far seats may miss a word; the second is enough for most.
LOW_VOLUME_PERCENT: Final = 40
GOOD_VOLUME_PERCENT: Final = 70


def find_sound_problems(
    is_audible: bool | None, driver: str | None, languages: Mapping[str, str], clips: Mapping[str, Path]
) -> tuple[Problem, ...]:
    """All that stands between the voice and the table's ears.

    `is_audible` is what `AudioPlayer.is_audible` says once a sound was loaded; `driver` what SDL plays
    through, where it does; `languages` the names of those to be spoken, by code; `clips` a clip in each of
    them, to be tried.
    """
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
    """The one thing to say before a night, if anything is: whether there is a `has_device` for sound at
    all, and how many percent its volume is, where that can be known, and that of the `voice_level` among
    all sounds."""
    if not has_device:
        return warning("app.problem.sound_no_device")
    if volume is not None and volume < LOW_VOLUME_PERCENT:
        return warning("app.problem.volume_off" if volume == 0 else "app.problem.volume_low")
    return warning("app.problem.voice_low") if voice_level < LOW_VOLUME_PERCENT else None
