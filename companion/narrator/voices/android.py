"""Voice of the phone's text-to-speech engine, through pyjnius, rendered into files.

`start` is called on Kivy's thread: only there are all Java classes found. Other calls come from one worker
thread at a time (see `engine`) and wait there, up to the time-out, for the engine's two callbacks, which come
on Android's threads. `UtteranceProgressListener` is an abstract class, which pyjnius cannot extend; the older
`OnUtteranceCompletedListener` is an interface, called at the end of an utterance whether successful or not,
so the file itself has to show which.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from companion.core.game import Problem
from companion.device.system import activity, java_listener
from companion.narrator.voices.clip import (
    Clip,
    ClipCache,
    Line,
    VoiceError,
    engine_timeout_error,
    language_name,
    voice_error,
    voice_tags,
)


@dataclass(frozen=True, slots=True)
class EngineVoice:
    """Voice of the engine; `country` is the country of its locale, or empty."""

    name: str
    country: str = ""
    quality: int = 0
    needs_network: bool = False
    is_installed: bool = True


def choose_engine_voice(
    voices: Iterable[EngineVoice], country: str = "", default_name: str = ""
) -> EngineVoice | None:
    """Return the best voice that is installed and works offline; None if there is none. The owner's default
    voice (`default_name`) comes first, then one of this country, then the best quality; the name breaks ties,
    so that the choice is stable."""
    usable = [voice for voice in voices if voice.is_installed and not voice.needs_network]
    return min(
        usable,
        key=lambda voice: (voice.name != default_name, voice.country != country, -voice.quality, voice.name),
        default=None,
    )


TIMEOUT_SECONDS: Final = 15.0
_SUCCESS: Final = 0
# Feature of a voice that has not been downloaded yet.
_NOT_INSTALLED: Final = "notInstalled"
_CLASSES: Final = (
    "android.os.Bundle",
    "android.speech.tts.TextToSpeech",
    "java.io.File",
    "java.lang.String",
    "java.util.Locale",
)


@dataclass(frozen=True, slots=True)
class _VoiceSelection:
    """Voice for the lines of a language: a voice by name, or the engine's default for the locale."""

    engine: str
    locale: Any
    voice: Any = None
    name: str = ""


class AndroidVoice:
    name = "device"

    def __init__(self, cache: ClipCache, timeout: float = TIMEOUT_SECONDS) -> None:
        self._cache = cache
        self.timeout = timeout
        self._java: dict[str, Any] = {}
        self._context: Any = None
        # Held as long as the app lives: Java may call the listeners at any time.
        self._connections: tuple[_EngineConnection, ...] = ()
        self._connection: _EngineConnection | None = None
        # Replaces an engine that dies, once per session of the app.
        self._spare_connection: _EngineConnection | None = None
        # Set after waiting in vain: later calls check for the engine without waiting.
        self._is_late = False
        # The reason why the engine is not used any more until the app restarts.
        self._failure: Problem | None = None
        self._voice_selections: dict[str, _VoiceSelection] = {}
        # 1 is the engine's own pitch.
        self.pitch = 1.0

    def start(self) -> None:
        """Connect to the engine, which answers later; a phone without one reports an error or nothing."""
        try:
            from jnius import autoclass

            self._java = {name.rpartition(".")[2]: autoclass(name) for name in _CLASSES}
            # Not the activity: Android may replace it, while the engine stays.
            self._context = activity().getApplicationContext()
            self._connections = _EngineConnection(), _EngineConnection()
            self._connection, self._spare_connection = self._connections
            self._connect(self._connection)
        except Exception:
            # Whatever the phone lacks, the other voices are used instead.
            self._connection = None

    def close(self) -> None:
        """Shut the engine down: as another process it would stay alive for us. Waiting threads return."""
        connection, self._connection = self._connection, None
        self._failure = voice_error("app.problem.voice_engine_failed").problem
        if connection is not None:
            connection.close()

    def supports_language(self, language: str) -> bool:
        return self._select_voice(language) is not None

    def render(self, line: Line, pace: float) -> Clip:
        selection = self._select_voice(line.language)
        if selection is None:
            raise voice_error("app.problem.voice_no_language", language=language_name(line.language))
        voice_key = ("android", selection.engine, selection.name, line.language)
        cache_key = (*voice_key, f"{pace:.2f}", f"{self.pitch:.2f}", line.text)
        path, seconds = self._cache.get_or_render(
            cache_key, lambda path: self._render_to_file(line.text, selection, pace, path)
        )
        return Clip(path, seconds, self.name)

    # -- the engine -----------------------------------------------------------------------------------------

    def _connect(self, connection: _EngineConnection) -> None:
        connection.connect(self._java["TextToSpeech"], self._context)

    def _wait_for_engine(self) -> _EngineConnection | None:
        """Return the engine once it is ready; waits for it once."""
        connection = self._connection
        if connection is None:
            return None
        is_ready = connection.ready.wait(0.0 if self._is_late else self.timeout)
        self._is_late = not is_ready
        return connection if is_ready and connection.is_working else None

    def _reconnect(self) -> _EngineConnection | None:
        """Connect to another engine after one died; None if that was done before or failed."""
        dead, spare, self._spare_connection = self._connection, self._spare_connection, None
        if dead is None or spare is None:
            return None
        dead.close()
        self._connect(spare)
        self._connection = spare
        return self._wait_for_engine()

    def _select_voice(self, language: str) -> _VoiceSelection | None:
        """Return the voice of a language; None if the engine does not support it or does not work."""
        connection = self._wait_for_engine()
        if connection is None:
            return None
        if language not in self._voice_selections:
            try:
                with _translate_java_errors():
                    selection = self._query_voice(connection.engine, language)
            except VoiceError:
                return None
            if selection is None:
                return None
            self._voice_selections[language] = selection
        return self._voice_selections[language]

    def _query_voice(self, engine: Any, language: str) -> _VoiceSelection | None:
        name = str(engine.getDefaultEngine())
        locales = [self._java["Locale"].forLanguageTag(tag) for tag in voice_tags(language)]
        voice = _best_voice(engine, locales[0])
        if voice is not None:
            return _VoiceSelection(name, locales[0], voice, str(voice.getName()))
        for locale in locales:
            if engine.setLanguage(locale) >= _SUCCESS:
                return _VoiceSelection(name, locale)
        return None

    # -- rendering a line -----------------------------------------------------------------------------------

    def _render_to_file(self, text: str, selection: _VoiceSelection, pace: float, path: Path) -> None:
        if self._failure is not None:
            raise VoiceError(self._failure)
        # An unwritable folder is not the engine's fault, and the engine would not report the cause.
        path.touch()
        with _translate_java_errors():
            if len(text.encode("utf-16-le")) // 2 > self._java["TextToSpeech"].getMaxSpeechInputLength():
                raise voice_error("app.problem.voice_engine_failed")
            connection = self._start_or_reconnect(text, selection, pace, path)
            if connection is None:
                self._failure = voice_error("app.problem.voice_engine_failed").problem
                raise VoiceError(self._failure)
            if not connection.ended.wait(self.timeout):
                # Give up: otherwise every line of a night would wait for the time-out.
                self._failure = engine_timeout_error(self.timeout).problem
                connection.engine.stop()
                raise VoiceError(self._failure)

    def _start_or_reconnect(
        self, text: str, selection: _VoiceSelection, pace: float, path: Path
    ) -> _EngineConnection | None:
        """Start rendering, reconnecting once if the engine's process has died; None if that fails."""
        connection = self._connection
        for _ in range(2):
            if connection is None or self._start_rendering(connection, text, selection, pace, path):
                return connection
            connection = self._reconnect()
        return None

    def _start_rendering(
        self, connection: _EngineConnection, text: str, selection: _VoiceSelection, pace: float, path: Path
    ) -> bool:
        """Return True if the engine has accepted the line."""
        from jnius import cast

        engine = connection.engine
        if selection.voice is None:
            is_accepted = engine.setLanguage(selection.locale) >= _SUCCESS
        else:
            is_accepted = engine.setVoice(selection.voice) == _SUCCESS
        engine.setSpeechRate(pace)
        engine.setPitch(self.pitch)
        # For overloaded methods pyjnius does not convert a Python string to a CharSequence.
        text_arg = cast("java.lang.CharSequence", self._java["String"](text))
        file, no_options = self._java["File"](str(path)), self._java["Bundle"]()
        return is_accepted and bool(
            engine.synthesizeToFile(text_arg, no_options, file, connection.next_utterance()) == _SUCCESS
        )


class _EngineConnection:
    """Connection to an engine: whether it is ready, and whether the current utterance has ended. Create it on
    Kivy's thread: on others Java may not find the listener classes."""

    def __init__(self) -> None:
        self.engine: Any = None
        self.ready, self.is_working = threading.Event(), False
        self.ended = threading.Event()
        self._utterance_ids = count(1)
        self._expected_utterance = ""
        interface = "android/speech/tts/TextToSpeech$On"
        self._listeners = (
            java_listener(f"{interface}InitListener", "onInit", "(I)V", self._on_init),
            java_listener(
                f"{interface}UtteranceCompletedListener",
                "onUtteranceCompleted",
                "(Ljava/lang/String;)V",
                self._on_utterance_end,
            ),
        )

    def connect(self, text_to_speech: Any, context: Any) -> None:
        self.engine = text_to_speech(context, self._listeners[0])
        self.engine.setOnUtteranceCompletedListener(self._listeners[1])

    def next_utterance(self) -> str:
        """Return an id for the next utterance; the end of an earlier one is ignored from now on."""
        self._expected_utterance = str(next(self._utterance_ids))
        self.ended.clear()
        return self._expected_utterance

    def close(self) -> None:
        with suppress(VoiceError), _translate_java_errors():
            self.engine.shutdown()
        self.ready.set()
        self.ended.set()

    def _on_init(self, status: int) -> None:
        self.is_working = status == _SUCCESS
        self.ready.set()

    def _on_utterance_end(self, utterance: str) -> None:
        if utterance == self._expected_utterance:
            self.ended.set()


def _best_voice(engine: Any, locale: Any) -> Any:
    """Return the engine's best voice for this locale, or None: some engines fail when asked for voices."""
    from jnius import JavaException

    try:
        voices = {str(voice.getName()): voice for voice in _voices_of_language(engine, locale)}
        default_voice = engine.getDefaultVoice() if voices else None
        best = choose_engine_voice(
            [_engine_voice(voice) for voice in voices.values()],
            _call_or_empty(locale.getISO3Country),
            "" if default_voice is None else str(default_voice.getName()),
        )
    except JavaException:
        return None
    return None if best is None else voices[best.name]


def _voices_of_language(engine: Any, locale: Any) -> Iterator[Any]:
    """Yield the voices of this locale's language. An engine without voices may return null."""
    voice_set, code = engine.getVoices(), _call_or_empty(locale.getISO3Language)
    for voice in () if voice_set is None or not code else voice_set.toArray():
        voice_locale = voice.getLocale()
        if voice_locale is not None and _call_or_empty(voice_locale.getISO3Language) == code:
            yield voice


def _engine_voice(voice: Any) -> EngineVoice:
    features = voice.getFeatures()
    return EngineVoice(
        name=str(voice.getName()),
        country=_call_or_empty(voice.getLocale().getISO3Country),
        quality=int(voice.getQuality()),
        needs_network=bool(voice.isNetworkConnectionRequired()),
        is_installed=features is None or not features.contains(_NOT_INSTALLED),
    )


def _call_or_empty(call: Callable[[], Any]) -> str:
    """Return a three-letter ISO code, in which old and new engines agree; empty if Java knows none."""
    from jnius import JavaException

    try:
        return str(call())
    except JavaException:
        return ""


@contextmanager
def _translate_java_errors() -> Iterator[None]:
    """Context manager that turns Java exceptions into `VoiceError`, so that another voice takes over."""
    from jnius import JavaException

    try:
        yield
    except JavaException as failure:
        raise voice_error("app.problem.voice_engine_failed") from failure
