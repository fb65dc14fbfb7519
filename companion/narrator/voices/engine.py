"""Speech engine with a cache, the choice of a voice for each language, and the rendering of lines to clips.

An engine is slow even when asked for its languages. So `SpeechEngine` is only called outside the main thread,
one line at a time, and caches every answer; its `cached` is the same voice for the main thread. Order of the
voices of a language: the preferred one, the user's recordings, the built-in clips (natural, the same on every
device, ready at once), the device's engine. The remaining ones are fallbacks, in this order, for lines that
the chosen voice cannot say.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.core.game import Problem, warning
from companion.device.system import is_android
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.clip import (
    BuiltinVoice,
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
from companion.narrator.voices.recorded import RECORDINGS_FOLDER, RecordedVoice
from companion.settings import VoicePreference as Preference

# A line, its pace and its pitch.
_RenderKey = tuple[Line, float, float]


class SpeechEngine:
    name = "device"

    def __init__(self, voice: AndroidVoice | DesktopVoice) -> None:
        self._voice = voice
        # There is one engine for all callers, and it is configured before it speaks.
        self._lock = threading.Lock()
        self._supported_languages: dict[str, bool] = {}
        self._results: dict[_RenderKey, Clip | Problem] = {}
        # Applied with the next line.
        self.pitch = 1.0
        self.cached = CachedEngine(self)

    def start(self) -> None:
        """Start a phone's engine, which answers asynchronously; call on the main thread."""
        if isinstance(self._voice, AndroidVoice):
            self._voice.start()

    def close(self) -> None:
        """Close the engine without the lock: this frees a thread that is waiting for the engine."""
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
                # Cached until the app restarts: nobody waits again for a line that failed.
                self._results[key] = failure.problem
                raise
            self._results[key] = clip
            return clip

    def may_support_language(self, language: str) -> bool:
        """True unless the engine has answered that it does not support the language."""
        return self._supported_languages.get(language, True)

    def cached_clip(self, line: Line, pace: float) -> Clip:
        """Return the cached clip. Raises the cached VoiceError, or NotRenderedYet."""
        result = self._results.get((line, pace, self.pitch))
        if isinstance(result, Problem):
            raise VoiceError(result)
        # The clip cache deletes its oldest files when it is full.
        with suppress(OSError, UnplayableFile):
            if result is not None and read_duration(result.path) == result.seconds:
                return result
        raise NotRenderedYet(line)


class CachedEngine:
    """The part of an engine that never waits."""

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
    """Voice chosen for a language; `reason_key` is the key of a sentence with the argument `language`."""

    voice: Voice
    reason_key: str
    fallbacks: tuple[Voice, ...] = ()

    @property
    def order(self) -> tuple[Voice, ...]:
        return (self.voice, *self.fallbacks)


class SilentVoice:
    """Placeholder if there is no voice: it can say nothing, so the night is shown but not heard."""

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
    """Return the choice for each language. `voices` are those of this device, at most one of each name."""
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
    """Clips of all lines that some voice can say, by language and key, and the problems on the way.
    `is_final` is False if a skipped voice could say a line once it is asked."""

    clips: Mapping[tuple[str, str], Clip]
    problems: tuple[Problem, ...] = ()
    is_final: bool = True


def render_lines(lines: Iterable[Line], choices: Mapping[str, VoiceChoice], pace: float) -> RenderedClips:
    """Render lines to clips: the chosen voice first, then its fallbacks. Never raises for a voice: a line
    that no voice can say has no clip and is only shown."""
    clips: dict[tuple[str, str], Clip] = {}
    # A dict as an ordered set, so that the same problem of many lines is reported once.
    problems: dict[Problem, None] = {}
    fallback_counts = Counter[tuple[str, str]]()
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
                # Users record as many lines as they like: a missing recording is not a problem.
                if failure.problem.code != "voice_not_recorded" and failure.problem not in problems:
                    problems[failure.problem] = None
                continue
            clips[line.language, line.key] = clip
            if voice is not choice.voice:
                fallback_counts[line.language, voice.name] += 1
            break
        else:
            # Without any voice one problem covers all lines.
            if choice.voice is not SILENT_VOICE:
                name = language_name(line.language)
                problems[warning("app.problem.voice_line_silent", language=name, line=line.key)] = None
    fallback_problems = [
        warning(f"app.problem.voice_stood_in.{name}", language=language_name(language), n=n)
        for (language, name), n in fallback_counts.items()
    ]
    return RenderedClips(clips, (*fallback_problems, *problems), is_final)


# Subfolder of the app's folder with the cache of rendered clips.
CLIP_FOLDER = "clips"


@dataclass(frozen=True, slots=True)
class InstalledVoices:
    """Voices of this device: those that speak at once, and the speech engine, if there is one."""

    recorded: RecordedVoice
    builtin: BuiltinVoice
    engine: SpeechEngine | None

    def list_voices(self, *, use_engine: bool) -> tuple[Voice, ...]:
        """Return the voices. Without `use_engine` the engine is replaced by its cached answers."""
        local_voices = (self.recorded, self.builtin)
        if self.engine is None:
            return local_voices
        return (*local_voices, self.engine if use_engine else self.engine.cached)


def create_voices(folder: Path) -> InstalledVoices:
    """Create the voices of this device. `folder` is the app's data folder. Nothing is started or searched
    yet; a voice checks its abilities on first use."""
    cache = ClipCache(folder / CLIP_FOLDER)
    engine = None
    if is_android():
        engine = SpeechEngine(AndroidVoice(cache))
    elif has_pyttsx3():
        engine = SpeechEngine(DesktopVoice(cache))
    return InstalledVoices(RecordedVoice(folder / RECORDINGS_FOLDER), BuiltinVoice(), engine)
