"""The phone's own speech engine, through pyjnius, into files.

One engine for the app's life. `start` is called on Kivy's thread, after the first frame: only there are all
Java classes found. The rest comes from one worker thread at a time (see `engine`), and waits there for the
engine's two callbacks, which Android makes on threads of its own, each no longer than the time-out. pyjnius
itself lets go of a Python thread that has called Java, when the thread ends.

`UtteranceProgressListener` is an abstract class, which pyjnius cannot extend. The older
`OnUtteranceCompletedListener` is an interface, and Android still wraps it: it is called at the end of an
utterance, well or badly, so the file itself has to show which.

Which of the voices that a phone's engine offers in a language is to speak.
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
from companion.device.system import activity
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
    """A voice as the engine tells of it; `country` is where it is at home, or empty."""

    name: str
    country: str = ""
    quality: int = 0
    needs_network: bool = False
    is_installed: bool = True


def choose_engine_voice(
    voices: Iterable[EngineVoice], country: str = "", default_name: str = ""
) -> EngineVoice | None:
    """One that can speak at any table: on the phone itself, without a network. None if there is no such.

    Of several it is the one that the phone's owner uses (`default_name`), then one from this country, then
    the finest; at last the name decides, so that the same one speaks every evening.
    """
    usable = [voice for voice in voices if voice.is_installed and not voice.needs_network]
    return min(
        usable,
        key=lambda voice: (voice.name != default_name, voice.country != country, -voice.quality, voice.name),
        default=None,
    )


TIMEOUT_SECONDS: Final = 15.0
_SUCCESS: Final = 0
# Among the features of a voice that has yet to be fetched.
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
    """Who says the lines of a language: a voice by its name, or whomever the engine takes for the locale."""

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
        # Kept as long as the app lives: Java may call what listens at any time, and must find it.
        self._connections: tuple[_EngineConnection, ...] = ()
        self._connection: _EngineConnection | None = None
        # One that dies is replaced by another, once an evening.
        self._spare_connection: _EngineConnection | None = None
        # Waited for in vain: from then on it is looked for, but not waited for.
        self._is_late = False
        # Why it is not asked for any line this evening.
        self._failure: Problem | None = None
        self._voice_selections: dict[str, _VoiceSelection] = {}
        # 1 is the engine's own.
        self.pitch = 1.0

    def start(self) -> None:
        """Ask for the engine; it answers in its own time, a phone without one with an error or never."""
        try:
            from jnius import autoclass

            self._java = {name.rpartition(".")[2]: autoclass(name) for name in _CLASSES}
            # Not the activity: Android may put another in its place, and the engine stays.
            self._context = activity().getApplicationContext()
            self._connection, self._spare_connection = self._connections = (
                _EngineConnection(),
                _EngineConnection(),
            )
            self._connect(self._connection)
        except Exception:
            # Whatever the phone lacks for it, the other voices speak.
            self._connection = None

    def close(self) -> None:
        """Let the engine go: it is another program, which would be kept for us. Whoever waits is freed."""
        connection, self._connection = self._connection, None
        self._failure = voice_error("app.problem.voice_engine_failed").problem
        if connection is not None:
            connection.close()

    def supports_language(self, language: str) -> bool:
        """Whether the engine has this language here and now, its data included."""
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
        """The engine, once it has come; it is waited for once."""
        connection = self._connection
        if connection is None:
            return None
        is_ready = connection.ready.wait(0.0 if self._is_late else self.timeout)
        self._is_late = not is_ready
        return connection if is_ready and connection.is_working else None

    def _reconnect(self) -> _EngineConnection | None:
        """Another engine in place of one that died; None if that was done before, or helps nothing."""
        dead, spare, self._spare_connection = self._connection, self._spare_connection, None
        if dead is None or spare is None:
            return None
        dead.close()
        self._connect(spare)
        self._connection = spare
        return self._wait_for_engine()

    def _select_voice(self, language: str) -> _VoiceSelection | None:
        """Who is to say the lines of a language, or None if the engine does not have it or does not work."""
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

    # -- a line ---------------------------------------------------------------------------------------------

    def _render_to_file(self, text: str, selection: _VoiceSelection, pace: float, path: Path) -> None:
        if self._failure is not None:
            raise VoiceError(self._failure)
        # A folder that takes no file is no fault of the engine's, which would say only that it failed.
        path.touch()
        with _translate_java_errors():
            if len(text.encode("utf-16-le")) // 2 > self._java["TextToSpeech"].getMaxSpeechInputLength():
                raise voice_error("app.problem.voice_engine_failed")
            connection = self._start_or_reconnect(text, selection, pace, path)
            if connection is None:
                self._failure = voice_error("app.problem.voice_engine_failed").problem
                raise VoiceError(self._failure)
            if not connection.ended.wait(self.timeout):
                # Nobody waits out the time of every line of a night.
                self._failure = engine_timeout_error(self.timeout).problem
                connection.engine.stop()
                raise VoiceError(self._failure)

    def _start_or_reconnect(
        self, text: str, selection: _VoiceSelection, pace: float, path: Path
    ) -> _EngineConnection | None:
        """The engine that has taken this line, or None: one whose process has died takes nothing."""
        connection = self._connection
        if connection is None or self._start_rendering(connection, text, selection, pace, path):
            return connection
        connection = self._reconnect()
        if connection is None or self._start_rendering(connection, text, selection, pace, path):
            return connection
        return None

    def _start_rendering(
        self, connection: _EngineConnection, text: str, selection: _VoiceSelection, pace: float, path: Path
    ) -> bool:
        """Whether the engine has taken the line."""
        from jnius import cast

        engine = connection.engine
        if selection.voice is None:
            is_accepted = engine.setLanguage(selection.locale) >= _SUCCESS
        else:
            is_accepted = engine.setVoice(selection.voice) == _SUCCESS
        engine.setSpeechRate(pace)
        engine.setPitch(self.pitch)
        # Among methods of one name pyjnius takes no Python string for a CharSequence.
        text_arg = cast("java.lang.CharSequence", self._java["String"](text))
        file, no_options = self._java["File"](str(path)), self._java["Bundle"]()
        return is_accepted and bool(
            engine.synthesizeToFile(text_arg, no_options, file, connection.next_utterance()) == _SUCCESS
        )


class _EngineConnection:
    """An engine that is called for: whether it has come, and whether the line it was given is at its end.

    To be made on Kivy's thread: on others Java may not find what a listener is made of.
    """

    def __init__(self) -> None:
        self.engine: Any = None
        self.ready, self.is_working = threading.Event(), False
        self.ended = threading.Event()
        self._utterance_ids = count(1)
        self._expected_utterance = ""
        # pyjnius forgets a listener that only Java holds, and the app dies when it is called.
        self._listeners = (_init_listener(self._on_init), _utterance_listener(self._on_utterance_end))

    def connect(self, text_to_speech: Any, context: Any) -> None:
        self.engine = text_to_speech(context, self._listeners[0])
        self.engine.setOnUtteranceCompletedListener(self._listeners[1])

    def next_utterance(self) -> str:
        """A name for the next line. The end of one before it, of which nobody waits any more, counts for
        nothing."""
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
    """The engine's best voice for this locale, or None. Some know so little of voices that the mere question
    makes them fail; they may speak the language all the same."""
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
    """Those of this locale's language. An engine that has none to tell of may give no set."""
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
    """A code in three letters, in which engines old and new agree; empty where Java knows none."""
    from jnius import JavaException

    try:
        return str(call())
    except JavaException:
        return ""


@contextmanager
def _translate_java_errors() -> Iterator[None]:
    """Whatever Java complains of, another voice takes over."""
    from jnius import JavaException

    try:
        yield
    except JavaException as failure:
        raise voice_error("app.problem.voice_engine_failed") from failure


def _init_listener(callback: Callable[[int], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class OnInit(PythonJavaClass):
        __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnInitListener",)
        __javacontext__ = "app"

        @java_method("(I)V")
        def onInit(self, status: int) -> None:
            callback(status)

    return OnInit()


def _utterance_listener(callback: Callable[[str], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class OnEnd(PythonJavaClass):
        __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnUtteranceCompletedListener",)
        __javacontext__ = "app"

        @java_method("(Ljava/lang/String;)V")
        def onUtteranceCompleted(self, utterance: str) -> None:
            callback(utterance)

    return OnEnd()
