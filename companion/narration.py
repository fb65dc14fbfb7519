"""The narrator, wired: settings and the voices of this machine in, nights ready to be spoken out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.games.game import Problem
from companion.i18n.shaping import plain
from companion.i18n.translator import Translator
from companion.narrator.check import sound_check
from companion.narrator.mixdown import mixdown
from companion.narrator.night import Manner, Night, Spoken, prepare
from companion.narrator.plan import Pauses, reading_time
from companion.narrator.voices.builtin import shipped_sound
from companion.narrator.voices.choose import NOBODY, Choice, choose
from companion.narrator.voices.clip import Line, VoiceError, language_name
from companion.narrator.voices.installed import installed_voices
from companion.narrator.voices.rendering import render
from companion.narrator.voices.sdl import Decoder, audio_driver
from companion.scripts.cues import Style
from companion.scripts.nights import Seated, games_with_a_night, night_of
from companion.scripts.sentences import Sentence
from companion.settings import FASTEST, Bed, Settings
from companion.settings import Voice as Preference

# So much faster a brisk engine speaks.
_BRISK = 1.2


def tried_line() -> str:
    """A line that every night begins with, to try a voice by."""
    first = night_of(games_with_a_night()[0])
    return first.every_line(Style.NORMAL)[0]


@dataclass(frozen=True, slots=True)
class SoundCheck:
    """Who was chosen for each language and why, which one really speaks, a line of each to be heard, and
    what stands in the way. `settled` unless an engine has to be asked to know it all.
    """

    voices: Mapping[str, Choice]
    speaks: Mapping[str, str]
    clips: Mapping[str, Path]
    problems: tuple[Problem, ...]
    settled: bool

    def heard(self, language: str) -> tuple[str, ...]:
        """The voices that can be heard in a language, whichever was chosen in the same order."""
        names = {voice.name for voice in self.voices[language].order}
        return tuple(voice.value for voice in Preference if voice.value in names)


class Narration:
    """Nights and lines in the voices of this machine. `folder` is the app's data folder.

    Where a speech engine is to be asked, which takes its time, is said by `engine`: without it a call is one
    for the main thread, and what it gives is `settled` unless the engine would have been asked. That is so
    where the table chose the engine, and for lines that no other voice can say.
    """

    def __init__(self, folder: Path) -> None:
        self._voices = installed_voices(folder)
        self._translators: dict[str, Translator] = {}

    def start_engine(self) -> None:
        """Call a phone's engine, which answers in its own time; once, on the app's own thread."""
        if self._voices.engine is not None:
            self._voices.engine.start()

    def close(self) -> None:
        if self._voices.engine is not None:
            self._voices.engine.close()

    def tune(self, pitch: float) -> None:
        """How high an engine speaks; recordings and built-in clips are as they are."""
        if self._voices.engine is not None:
            self._voices.engine.pitch = pitch

    def night(self, setup: Seated, manner: Manner, preference: Preference, *, engine: bool = True) -> Night:
        """The night of a table."""
        telling = self._telling(preference, manner.languages, manner.pace, engine=engine)
        night = prepare(setup, manner, telling.speak)
        return replace(night, problems=_together(telling.problems(night.lines)), settled=telling.settled)

    def lines(
        self, keys: Sequence[str], settings: Settings, language: str | None = None, *, engine: bool = True
    ) -> tuple[Spoken, ...]:
        """Lines of the game, in the voice of the night; if not told otherwise, in its first language."""
        language = language or settings.narration
        telling = self._telling(settings.voice, (language,), settings.pace, engine=engine)
        return tuple(telling.speak(language, key) for key in keys)

    def sentence(
        self, sentence: Sentence, settings: Settings, *, brisk: bool = False, engine: bool = True
    ) -> Spoken:
        """A sentence of a guide. A clip of it, ours or the table's, says just this; what names people can be
        said by an engine alone. `brisk`: a little faster, where an engine speaks."""
        language = settings.narration
        pace = min(FASTEST, settings.pace * _BRISK) if brisk else settings.pace
        telling = self._telling(settings.voice, (language,), pace, engine=engine)
        key, words = sentence.key, self._told(language, sentence)
        if words != self._words(language, key):
            # Something was put into it.
            key = sentence.line
        return telling.speak(language, key, plain(words))

    def try_voices(self, settings: Settings, *, engine: bool = True) -> SoundCheck:
        """All that can be found out before a sound is heard."""
        languages = manner_of(settings).languages
        telling = self._telling(settings.voice, languages, settings.pace, engine=engine)
        lines = {language: self._tried(language) for language in languages}
        tried = {language: telling.speak(language, line) for language, line in lines.items()}
        problems: list[Problem] = []
        for language in languages:
            # That another voice says this one line, or nobody, is told by who speaks; why is the trouble.
            told = telling.choices[language].why
            wrong = telling.problems([(language, lines[language])])
            problems += (one for one in wrong if one.key != told and "stood_in" not in one.key)
            if settings.voice in (Preference.BEST, Preference.RECORDED):
                known = self._voices.builtin.lines(language)
                problems += self._voices.recorded.problems(language, known)
        return SoundCheck(
            telling.choices,
            {
                language: spoken.voice if spoken.settled else telling.choices[language].voice.name
                for language, spoken in tried.items()
            },
            {language: spoken.clip for language, spoken in tried.items() if spoken.clip is not None},
            tuple(dict.fromkeys(problems)),
            telling.settled,
        )

    def try_voice(self, name: str, language: str, settings: Settings, *, engine: bool = True) -> Spoken:
        """The line of the sound check as this voice alone says it. Raises VoiceError if it cannot."""

        def choose_it(engine: bool) -> Mapping[str, Choice]:
            voice = next(voice for voice in self._voices.all(engine=engine) if voice.name == name)
            return {language: Choice(voice, NOBODY.why)}

        line = self._tried(language)
        telling = _Telling(self._words, choose_it, settings.pace, engine=engine)
        spoken = telling.speak(language, line)
        if spoken.clip is None and spoken.settled:
            raise VoiceError(telling.problems([(language, line)])[0])
        return spoken

    def _tried(self, language: str) -> str:
        """One that the table has recorded, so that its own voice is heard as well."""
        usual = tried_line()
        recorded = self._voices.recorded.lines(language) & self._voices.builtin.lines(language)
        return usual if usual in recorded else min(recorded, default=usual)

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

    def _telling(
        self, preference: Preference, languages: Sequence[str], pace: float, *, engine: bool
    ) -> _Telling:
        def choices(engine: bool) -> Mapping[str, Choice]:
            return choose(preference, languages, self._voices.all(engine=engine))

        return _Telling(self._words, choices, pace, engine=engine)

    def _words(self, language: str, key: str) -> str:
        return self._told(language, Sentence(key))

    def _told(self, language: str, sentence: Sentence) -> str:
        if language not in self._translators:
            self._translators[language] = Translator(language)
        return self._translators[language](sentence.key, **sentence.args)


class _Telling:
    """Lines said one by one, each once: at once where a voice can; where the engine would have to be asked,
    it is if it may be (`engine`), and otherwise another voice stands in for now.

    `choose_voices` says who speaks, with the engine in its own time or only with what it has said before.
    """

    def __init__(
        self,
        words: Callable[[str, str], str],
        choose_voices: Callable[[bool], Mapping[str, Choice]],
        pace: float,
        *,
        engine: bool,
    ) -> None:
        self._words = words
        self._choose = choose_voices
        self._pace = pace
        self._may_ask = engine
        self._said: dict[tuple[str, str], tuple[Spoken, tuple[Problem, ...]]] = {}
        self.choices = choose_voices(False)

    @property
    def settled(self) -> bool:
        return all(spoken.settled for spoken, _ in self._said.values())

    def speak(self, language: str, key: str, words: str | None = None) -> Spoken:
        """Without `words` it is the sentence of this key."""
        if (language, key) not in self._said:
            line = Line(key, self._words(language, key) if words is None else words, language)
            self._said[language, key] = self._speak(line)
        return self._said[language, key][0]

    def problems(self, lines: Iterable[tuple[str, str]]) -> tuple[Problem, ...]:
        """What went wrong with these, by language and key, line by line."""
        return tuple(problem for line in lines for problem in self._said[line][1])

    def _speak(self, line: Line) -> tuple[Spoken, tuple[Problem, ...]]:
        rendered = render((line,), self.choices, self._pace)
        if not rendered.settled and self._may_ask:
            self.choices = self._choose(True)
            rendered = render((line,), self.choices, self._pace)
        clip = rendered.clips.get((line.language, line.key))
        if clip is None:
            spoken = Spoken(line.text, reading_time(line.text, self._pace), settled=rendered.settled)
        else:
            spoken = Spoken(line.text, clip.seconds, clip.path, clip.source, rendered.settled)
        return spoken, rendered.problems


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
