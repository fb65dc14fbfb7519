"""The narrator, wired: settings and the voices of this machine in, nights ready to be spoken out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.games.game import Problem
from companion.i18n.translator import Translator
from companion.narrator.check import sound_check
from companion.narrator.mixdown import mixdown
from companion.narrator.night import Manner, Night, Spoken, prepare
from companion.narrator.plan import Pauses, reading_time
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.builtin import shipped_sound
from companion.narrator.voices.choose import Choice, choose
from companion.narrator.voices.clip import Line, language_name
from companion.narrator.voices.desktop import DesktopVoice
from companion.narrator.voices.installed import installed_voices, recorded_problems
from companion.narrator.voices.rendering import render
from companion.narrator.voices.sdl import Decoder, audio_driver
from companion.scripts.cues import Style
from companion.scripts.nights import Seated, games_with_a_night, night_of
from companion.settings import Bed, Settings
from companion.settings import Voice as Preference

# The line of the sound check.


def tried_line() -> str:
    """A line that every night begins with, to try a voice by."""
    first = night_of(games_with_a_night()[0])
    return first.every_line(Style.NORMAL)[0]


@dataclass(frozen=True, slots=True)
class SoundCheck:
    """Who will speak each language and why, a line of each to be heard, and what stands in the way."""

    voices: Mapping[str, Choice]
    clips: Mapping[str, Path]
    problems: tuple[Problem, ...]


class Narration:
    """Nights and lines in the voices of this machine. `folder` is the app's data folder."""

    def __init__(self, folder: Path) -> None:
        voices = installed_voices(folder, android=_on_android())
        self._folder = folder
        self._device = next((voice for voice in voices if voice.name == Preference.DEVICE.value), None)
        self._at_once = tuple(voice for voice in voices if voice is not self._device)
        self._translators: dict[str, Translator] = {}
        self.problems: tuple[Problem, ...] = ()

    def start_engine(self) -> None:
        """Call a phone's engine, which answers in its own time; once, on the app's own thread."""
        if isinstance(self._device, AndroidVoice):
            self._device.start()

    def asks_engine(self, preference: Preference, languages: Iterable[str]) -> bool:
        """Whether a speech engine may be asked, which takes its time: then `night` is no call for a tap.

        On Linux the engine is espeak-ng, which our own clips surpass; it speaks only if it is asked for, or
        if there is nobody else for one of these languages.
        """
        if self._device is None:
            return False
        natural = _on_android() or not sys.platform.startswith("linux")
        mute = any(not any(voice.speaks(language) for voice in self._at_once) for language in languages)
        return preference is Preference.DEVICE or (preference is Preference.BEST and (natural or mute))

    def tune(self, pitch: float) -> None:
        """How high an engine speaks; recordings and built-in clips are as they are."""
        if isinstance(self._device, AndroidVoice | DesktopVoice):
            self._device.pitch = pitch

    def night(self, setup: Seated, manner: Manner, preference: Preference, *, engine: bool = True) -> Night:
        """The night of a table; what fell back is in `problems`. Without `engine` it is ready at once."""
        choices = self._choices(preference, manner.languages, engine=engine)
        said: dict[tuple[str, str], tuple[Spoken, tuple[Problem, ...]]] = {}

        def speak(language: str, line: str) -> Spoken:
            if (language, line) not in said:
                said[language, line] = self._speak(language, line, choices, manner.pace)
            return said[language, line][0]

        night = prepare(setup, manner, speak)
        self.problems = _together(problem for line in night.lines for problem in said[line][1])
        return night

    def lines(
        self, keys: Sequence[str], settings: Settings, language: str | None = None
    ) -> tuple[Spoken, ...]:
        """Lines for now, in voices that need no rendering; if not told otherwise, in the first language."""
        language = language or settings.narration
        choices = self._choices(settings.voice, (language,), engine=False)
        return tuple(self._speak(language, key, choices, settings.pace)[0] for key in keys)

    def try_voices(self, settings: Settings) -> SoundCheck:
        """All that can be found out before a sound is heard; an engine takes its time for it."""
        languages = manner_of(settings).languages
        choices = self._choices(settings.voice, languages, engine=True)
        clips: dict[str, Path] = {}
        problems: list[Problem] = []
        for language in languages:
            spoken, wrong = self._speak(language, tried_line(), choices, settings.pace)
            # That another voice says this one line, or nobody, is told by who speaks; why is the trouble.
            told = choices[language].why
            problems += (one for one in wrong if one.key != told and "stood_in" not in one.key)
            if spoken.clip is not None:
                clips[language] = spoken.clip
            if settings.voice in (Preference.BEST, Preference.RECORDED):
                problems += recorded_problems(self._folder, language)
        return SoundCheck(choices, clips, tuple(dict.fromkeys(problems)))

    def listen(self, tried: SoundCheck, play: Callable[[Path | None], bool | None]) -> SoundCheck:
        """`play` lets the tried clip be heard, and tells whether there is a device to hear it by."""
        heard = play(next(iter(tried.clips.values()), None))
        names = {language: language_name(language) for language in tried.voices}
        unheard = sound_check(heard, audio_driver(), names, tried.clips)
        return replace(tried, problems=(*unheard, *tried.problems))

    def write(self, night: Night, path: Path, bed: Bed = Bed.OFF) -> None:
        """The night as one WAV file that lasts as planned; it is there whole or not at all."""
        clips = {key: spoken.clip for key, spoken in night.lines.items() if spoken.clip is not None}
        part = path.with_name(f"{path.name}.part")
        try:
            with Decoder() as decoder, part.open("wb") as file:
                mixdown(
                    night.timeline,
                    clips,
                    file,
                    decode=decoder.samples,
                    rate=decoder.rate,
                    bed=bed_sound(bed),
                )
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _choices(
        self, preference: Preference, languages: Sequence[str], *, engine: bool
    ) -> Mapping[str, Choice]:
        voices = self._at_once
        if engine and self._device is not None and self.asks_engine(preference, languages):
            voices = (*voices, self._device)
        return choose(preference, languages, voices)

    def _speak(
        self, language: str, key: str, choices: Mapping[str, Choice], pace: float
    ) -> tuple[Spoken, tuple[Problem, ...]]:
        if language not in self._translators:
            self._translators[language] = Translator(language)
        text = self._translators[language](key)
        rendered = render((Line(key, text, language),), choices, pace)
        clip = rendered.clips.get((language, key))
        if clip is None:
            return Spoken(text, reading_time(text, pace)), rendered.problems
        return Spoken(text, clip.seconds, clip.path), rendered.problems


def _together(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The same trouble with many lines is told once, with how many lines it was."""
    told: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        args = dict(problem.args)
        count = args.pop("n", None)
        kind = (problem.key, *args.items())
        if isinstance(count, int):
            before = told[kind].args["n"] if kind in told else 0
            args["n"] = count + before if isinstance(before, int) else count
        told[kind] = replace(problem, args=args)
    return tuple(told.values())


def bed_sound(bed: Bed) -> Path | None:
    return None if bed is Bed.OFF else sign_sound(bed.value)


def sign_sound(name: str) -> Path | None:
    """A shipped sound that is no speech, if it is there."""
    path = shipped_sound(name)
    return path if path.is_file() else None


def manner_of(settings: Settings) -> Manner:
    """The table's wishes as the settings hold them."""
    second = settings.second_narration
    return Manner(
        style=settings.style,
        languages=(settings.narration,) if second is None else (settings.narration, second),
        pace=settings.pace,
        pauses=Pauses(look=float(settings.look_seconds), act=float(settings.act_seconds)),
        equal=settings.equal_nights,
    )


def _on_android() -> bool:
    return hasattr(sys, "getandroidapilevel")
