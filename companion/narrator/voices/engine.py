"""The device's speech engine, asked where waiting does no harm, and remembered where it would.

An engine takes its time, even to tell whether it has a language. So `SpeechEngine` is asked outside the main
thread only, one line at a time, and remembers every answer; its `cached` is the same voice for the main
thread, which says again what is remembered and otherwise raises `NotRenderedYet`.

Which voice speaks each language, and why.

The rule, in order:
1. the voice that the table asked for, if it has the language;
2. the table's own recordings;
3. the built-in clips, which are natural, the same on every device, and ready at once;
4. the device's engine.
All the others that have the language stand in, in the same order, for lines that the chosen one cannot say.

Lines to clips: the chosen voice of each language, and line by line the next one where it fails.

The voices of this machine.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.core.game import Problem, warning
from companion.device.system import is_android
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.builtin import BuiltinVoice
from companion.narrator.voices.clip import (
    Clip,
    ClipCache,
    Line,
    NotRenderedYet,
    UnplayableFile,
    Voice,
    VoiceError,
    language_name,
    read_duration,
    voice_error,
)
from companion.narrator.voices.desktop import DesktopVoice, has_pyttsx3
from companion.narrator.voices.recordings import RECORDINGS_FOLDER, RecordedVoice
from companion.settings import VoicePreference as Preference

# A line at a pace and a pitch.
_RenderKey = tuple[Line, float, float]


class SpeechEngine:
    name = "device"

    def __init__(self, voice: AndroidVoice | DesktopVoice) -> None:
        self._voice = voice
        # There is one engine, whoever asks, and it is tuned before it speaks.
        self._lock = threading.Lock()
        self._supported_languages: dict[str, bool] = {}
        self._results: dict[_RenderKey, Clip | Problem] = {}
        # As a wish; the engine is told with the next line.
        self.pitch = 1.0
        self.cached = CachedEngine(self)

    def start(self) -> None:
        """Call a phone's engine, which answers in its own time; on the app's own thread."""
        if isinstance(self._voice, AndroidVoice):
            self._voice.start()

    def close(self) -> None:
        """Without the lock: whoever waits for the engine now is freed by it."""
        self._voice.close()

    def supports_language(self, language: str) -> bool:
        with self._lock:
            self._supported_languages[language] = self._voice.supports_language(language)
        return self._supported_languages[language]

    def render(self, line: Line, pace: float) -> Clip:
        with self._lock:
            key = (line, pace, self.pitch)
            self._voice.pitch = key[2]
            try:
                clip = self._voice.render(line, pace)
            except VoiceError as failure:
                # For this evening: nobody waits again for what failed.
                self._results[key] = failure.problem
                raise
            self._results[key] = clip
            return clip

    def may_support_language(self, language: str) -> bool:
        """As long as it has not said that it cannot."""
        return self._supported_languages.get(language, True)

    def cached_clip(self, line: Line, pace: float) -> Clip:
        """Raises VoiceError as the engine did, or NotYet."""
        result = self._results.get((line, pace, self.pitch))
        if isinstance(result, Problem):
            raise VoiceError(result)
        # The oldest clips are let go when there are too many.
        with suppress(OSError, UnplayableFile):
            if result is not None and read_duration(result.path) == result.seconds:
                return result
        raise NotRenderedYet(line)


class CachedEngine:
    """As much of an engine as needs no waiting."""

    name = SpeechEngine.name

    def __init__(self, engine: SpeechEngine) -> None:
        self._engine = engine

    def supports_language(self, language: str) -> bool:
        return self._engine.may_support_language(language)

    def render(self, line: Line, pace: float) -> Clip:
        return self._engine.cached_clip(line, pace)


_PREFERENCE_ORDER: Final = tuple(voice.value for voice in Preference)


@dataclass(frozen=True, slots=True)
class VoiceChoice:
    """The voice of a language; `reason_key` is the key of a sentence that takes `language`."""

    voice: Voice
    reason_key: str
    fallbacks: tuple[Voice, ...] = ()

    @property
    def order(self) -> tuple[Voice, ...]:
        return (self.voice, *self.fallbacks)


class SilentVoice:
    """Speaks when there is no voice at all: never. The night is shown, not heard."""

    name = "nobody"
    reason_key = "app.voice.why.nobody"

    def supports_language(self, language: str) -> bool:
        return False

    def render(self, line: Line, pace: float) -> Clip:
        raise voice_error(self.reason_key, language=language_name(line.language))


SILENT_VOICE: Final = SilentVoice()


def choose_voices(
    preference: Preference, languages: Collection[str], voices: Sequence[Voice]
) -> Mapping[str, VoiceChoice]:
    """A choice for each language. `voices` are those of this machine, at most one of each name."""
    return {language: _choose_voice(preference, language, voices) for language in languages}


def _choose_voice(preference: Preference, language: str, voices: Sequence[Voice]) -> VoiceChoice:
    order = sorted(
        (voice for voice in voices if voice.supports_language(language)),
        key=lambda voice: (voice.name != preference.value, _PREFERENCE_ORDER.index(voice.name)),
    )
    if not order:
        return VoiceChoice(SILENT_VOICE, SILENT_VOICE.reason_key)
    first, *then = order
    return VoiceChoice(first, _reason_key(preference, first.name), tuple(then))


def _reason_key(preference: Preference, name: str) -> str:
    if name == preference.value:
        return f"app.voice.why.asked.{name}"
    if preference is Preference.BEST:
        return f"app.voice.why.best.{name}"
    return f"app.voice.why.no_{preference.value}.{name}"


@dataclass(frozen=True, slots=True)
class RenderedClips:
    """A clip for every line that any voice could say, by language and key; and what went wrong on the way.

    `is_final` unless a voice that was passed over could say a line once it is asked.
    """

    clips: Mapping[tuple[str, str], Clip]
    problems: tuple[Problem, ...] = ()
    is_final: bool = True


def render_lines(lines: Iterable[Line], choices: Mapping[str, VoiceChoice], pace: float) -> RenderedClips:
    """Never raises for a voice: a line that nobody can say has no clip and is shown only."""
    clips: dict[tuple[str, str], Clip] = {}
    # As keys, so that the same trouble with many lines is told once.
    problems: dict[Problem, None] = {}
    fallback_counts: dict[tuple[str, str], int] = {}
    is_final = True
    for line in dict.fromkeys(lines):
        choice = choices[line.language]
        for voice in choice.order:
            try:
                clip = voice.render(line, pace)
            except NotRenderedYet:
                is_final = False
                continue
            except VoiceError as failure:
                # A table records as many lines as it likes: what is not there is no trouble.
                if failure.problem.code != "voice_not_recorded" and failure.problem not in problems:
                    problems[failure.problem] = None
                continue
            clips[line.language, line.key] = clip
            if voice is not choice.voice:
                fallback_counts[line.language, voice.name] = (
                    fallback_counts.get((line.language, voice.name), 0) + 1
                )
            break
        else:
            # That there is no voice at all says it for every line.
            if choice.voice is not SILENT_VOICE:
                name = language_name(line.language)
                problems[warning("app.problem.voice_line_silent", language=name, line=line.key)] = None
    fallback_problems = [
        warning(f"app.problem.voice_stood_in.{name}", language=language_name(language), n=n)
        for (language, name), n in fallback_counts.items()
    ]
    return RenderedClips(clips, (*fallback_problems, *problems), is_final)


# In the app's folder: what an engine has rendered.
CLIP_FOLDER = "clips"


@dataclass(frozen=True, slots=True)
class InstalledVoices:
    """Those that speak at once, and the device's engine, if it has one."""

    recorded: RecordedVoice
    builtin: BuiltinVoice
    engine: SpeechEngine | None

    def list_voices(self, *, use_engine: bool) -> tuple[Voice, ...]:
        """Without `use_engine` its voice says at once what it remembers, and no more."""
        local_voices = (self.recorded, self.builtin)
        if self.engine is None:
            return local_voices
        return (*local_voices, self.engine if use_engine else self.engine.cached)


def create_voices(folder: Path) -> InstalledVoices:
    """`folder` is the app's folder.

    Nothing is started or looked for yet; a voice finds out what it can do when it is first asked.
    """
    cache = ClipCache(folder / CLIP_FOLDER)
    engine = None
    if is_android():
        engine = SpeechEngine(AndroidVoice(cache))
    elif has_pyttsx3():
        engine = SpeechEngine(DesktopVoice(cache))
    return InstalledVoices(RecordedVoice(folder / RECORDINGS_FOLDER), BuiltinVoice(), engine)
