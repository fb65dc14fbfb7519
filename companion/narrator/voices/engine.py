"""The device's speech engine, asked where waiting does no harm, and remembered where it would.

An engine takes its time, even to tell whether it has a language. So `SpeechEngine` is asked outside the main
thread only, one line at a time, and remembers every answer; its `cached` is the same voice for the main
thread, which says again what is remembered and otherwise raises `NotRenderedYet`.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from companion.games.game import Problem
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.clip import Clip, Line, NotRenderedYet, VoiceError
from companion.narrator.voices.desktop import DesktopVoice
from companion.narrator.voices.lengths import UnplayableFile, read_duration

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
