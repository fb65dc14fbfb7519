"""The phone's own speech engine, through pyjnius, into files.

One engine for the app's life. `start` is called on Kivy's thread, after the first frame: only there are all
Java classes found. The rest comes from one worker thread at a time (see `engine`), and waits there for the
engine's two callbacks, which Android makes on threads of its own, each no longer than the time-out. pyjnius
itself lets go of a Python thread that has called Java, when the thread ends.

`UtteranceProgressListener` is an abstract class, which pyjnius cannot extend. The older
`OnUtteranceCompletedListener` is an interface, and Android still wraps it: it is called at the end of an
utterance, well or badly, so the file itself has to show which.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from companion.device.java import activity
from companion.games.game import Problem
from companion.narrator.voices.cache import ClipCache
from companion.narrator.voices.clip import (
    Clip,
    Line,
    VoiceError,
    engine_hangs,
    language_name,
    voice_error,
    voice_tags,
)
from companion.narrator.voices.offered import Offered, best

TIME_OUT: Final = 15.0
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
class _Speaker:
    """Who says the lines of a language: a voice by its name, or whomever the engine takes for the locale."""

    engine: str
    locale: Any
    voice: Any = None
    name: str = ""


class AndroidVoice:
    name = "device"

    def __init__(self, cache: ClipCache, time_out: float = TIME_OUT) -> None:
        self._cache = cache
        self.time_out = time_out
        self._java: dict[str, Any] = {}
        self._context: Any = None
        # Kept as long as the app lives: Java may call what listens at any time, and must find it.
        self._made: tuple[_Called, ...] = ()
        self._called: _Called | None = None
        # One that dies is replaced by another, once an evening.
        self._spare: _Called | None = None
        # Waited for in vain: from then on it is looked for, but not waited for.
        self._late = False
        # Why it is not asked for any line this evening.
        self._given_up: Problem | None = None
        self._speakers: dict[str, _Speaker] = {}
        # 1 is the engine's own.
        self.pitch = 1.0

    def start(self) -> None:
        """Ask for the engine; it answers in its own time, a phone without one with an error or never."""
        try:
            from jnius import autoclass

            self._java = {name.rpartition(".")[2]: autoclass(name) for name in _CLASSES}
            # Not the activity: Android may put another in its place, and the engine stays.
            self._context = activity().getApplicationContext()
            self._called, self._spare = self._made = (_Called(), _Called())
            self._call(self._called)
        except Exception:
            # Whatever the phone lacks for it, the other voices speak.
            self._called = None

    def close(self) -> None:
        """Let the engine go: it is another program, which would be kept for us. Whoever waits is freed."""
        called, self._called = self._called, None
        self._given_up = voice_error("app.problem.voice_engine_failed").problem
        if called is not None:
            called.close()

    def speaks(self, language: str) -> bool:
        """Whether the engine has this language here and now, its data included."""
        return self._speaker(language) is not None

    def render(self, line: Line, pace: float) -> Clip:
        speaker = self._speaker(line.language)
        if speaker is None:
            raise voice_error("app.problem.voice_no_language", language=language_name(line.language))
        who = ("android", speaker.engine, speaker.name, line.language)
        parts = (*who, f"{pace:.2f}", f"{self.pitch:.2f}", line.text)
        path, seconds = self._cache.clip(parts, lambda path: self._speak(line.text, speaker, pace, path))
        return Clip(path, seconds, self.name)

    # -- the engine -----------------------------------------------------------------------------------------

    def _call(self, called: _Called) -> None:
        called.call(self._java["TextToSpeech"], self._context)

    def _awake(self) -> _Called | None:
        """The engine, once it has come; it is waited for once."""
        called = self._called
        if called is None:
            return None
        came = called.ready.wait(0.0 if self._late else self.time_out)
        self._late = not came
        return called if came and called.works else None

    def _replace(self) -> _Called | None:
        """Another engine in place of one that died; None if that was done before, or helps nothing."""
        dead, spare, self._spare = self._called, self._spare, None
        if dead is None or spare is None:
            return None
        dead.close()
        self._call(spare)
        self._called = spare
        return self._awake()

    def _speaker(self, language: str) -> _Speaker | None:
        """Who is to say the lines of a language, or None if the engine does not have it or does not work."""
        called = self._awake()
        if called is None:
            return None
        if language not in self._speakers:
            try:
                with _java_errors():
                    found = self._found(called.engine, language)
            except VoiceError:
                return None
            if found is None:
                return None
            self._speakers[language] = found
        return self._speakers[language]

    def _found(self, engine: Any, language: str) -> _Speaker | None:
        name = str(engine.getDefaultEngine())
        locales = [self._java["Locale"].forLanguageTag(tag) for tag in voice_tags(language)]
        voice = _voice(engine, locales[0])
        if voice is not None:
            return _Speaker(name, locales[0], voice, str(voice.getName()))
        for locale in locales:
            if engine.setLanguage(locale) >= _SUCCESS:
                return _Speaker(name, locale)
        return None

    # -- a line ---------------------------------------------------------------------------------------------

    def _speak(self, text: str, speaker: _Speaker, pace: float, path: Path) -> None:
        if self._given_up is not None:
            raise VoiceError(self._given_up)
        # A folder that takes no file is no fault of the engine's, which would say only that it failed.
        path.touch()
        with _java_errors():
            if len(text.encode("utf-16-le")) // 2 > self._java["TextToSpeech"].getMaxSpeechInputLength():
                raise voice_error("app.problem.voice_engine_failed")
            called = self._begun(text, speaker, pace, path)
            if called is None:
                self._given_up = voice_error("app.problem.voice_engine_failed").problem
                raise VoiceError(self._given_up)
            if not called.ended.wait(self.time_out):
                # Nobody waits out the time of every line of a night.
                self._given_up = engine_hangs(self.time_out).problem
                called.engine.stop()
                raise VoiceError(self._given_up)

    def _begun(self, text: str, speaker: _Speaker, pace: float, path: Path) -> _Called | None:
        """The engine that has taken this line, or None: one whose process has died takes nothing."""
        called = self._called
        if called is None or self._begin(called, text, speaker, pace, path):
            return called
        called = self._replace()
        if called is None or self._begin(called, text, speaker, pace, path):
            return called
        return None

    def _begin(self, called: _Called, text: str, speaker: _Speaker, pace: float, path: Path) -> bool:
        """Whether the engine has taken the line."""
        from jnius import cast

        engine = called.engine
        if speaker.voice is None:
            taken = engine.setLanguage(speaker.locale) >= _SUCCESS
        else:
            taken = engine.setVoice(speaker.voice) == _SUCCESS
        engine.setSpeechRate(pace)
        engine.setPitch(self.pitch)
        # Among methods of one name pyjnius takes no Python string for a CharSequence.
        words = cast("java.lang.CharSequence", self._java["String"](text))
        file, no_options = self._java["File"](str(path)), self._java["Bundle"]()
        return taken and bool(engine.synthesizeToFile(words, no_options, file, called.expect()) == _SUCCESS)


class _Called:
    """An engine that is called for: whether it has come, and whether the line it was given is at its end.

    To be made on Kivy's thread: on others Java may not find what a listener is made of.
    """

    def __init__(self) -> None:
        self.engine: Any = None
        self.ready, self.works = threading.Event(), False
        self.ended = threading.Event()
        self._numbers = count(1)
        self._expected = ""
        # pyjnius forgets a listener that only Java holds, and the app dies when it is called.
        self._listeners = (_on_init(self._began), _on_end(self._end))

    def call(self, text_to_speech: Any, context: Any) -> None:
        self.engine = text_to_speech(context, self._listeners[0])
        self.engine.setOnUtteranceCompletedListener(self._listeners[1])

    def expect(self) -> str:
        """A name for the next line. The end of one before it, of which nobody waits any more, counts for
        nothing."""
        self._expected = str(next(self._numbers))
        self.ended.clear()
        return self._expected

    def close(self) -> None:
        with suppress(VoiceError), _java_errors():
            self.engine.shutdown()
        self.ready.set()
        self.ended.set()

    def _began(self, status: int) -> None:
        self.works = status == _SUCCESS
        self.ready.set()

    def _end(self, utterance: str) -> None:
        if utterance == self._expected:
            self.ended.set()


def _voice(engine: Any, locale: Any) -> Any:
    """The engine's best voice for this locale, or None. Some know so little of voices that the mere question
    makes them fail; they may speak the language all the same."""
    from jnius import JavaException

    try:
        voices = {str(voice.getName()): voice for voice in _voices(engine, locale)}
        usual = engine.getDefaultVoice() if voices else None
        chosen = best(
            [_offered(voice) for voice in voices.values()],
            _known(locale.getISO3Country),
            "" if usual is None else str(usual.getName()),
        )
    except JavaException:
        return None
    return None if chosen is None else voices[chosen.name]


def _voices(engine: Any, locale: Any) -> Iterator[Any]:
    """Those of this locale's language. An engine that has none to tell of may give no set."""
    offered, code = engine.getVoices(), _known(locale.getISO3Language)
    for voice in () if offered is None or not code else offered.toArray():
        at_home = voice.getLocale()
        if at_home is not None and _known(at_home.getISO3Language) == code:
            yield voice


def _offered(voice: Any) -> Offered:
    features = voice.getFeatures()
    return Offered(
        name=str(voice.getName()),
        country=_known(voice.getLocale().getISO3Country),
        quality=int(voice.getQuality()),
        needs_network=bool(voice.isNetworkConnectionRequired()),
        installed=features is None or not features.contains(_NOT_INSTALLED),
    )


def _known(ask: Callable[[], Any]) -> str:
    """A code in three letters, in which engines old and new agree; empty where Java knows none."""
    from jnius import JavaException

    try:
        return str(ask())
    except JavaException:
        return ""


@contextmanager
def _java_errors() -> Iterator[None]:
    """Whatever Java complains of, another voice takes over."""
    from jnius import JavaException

    try:
        yield
    except JavaException as wrong:
        raise voice_error("app.problem.voice_engine_failed") from wrong


def _on_init(report: Callable[[int], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class OnInit(PythonJavaClass):
        __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnInitListener",)
        __javacontext__ = "app"

        @java_method("(I)V")
        def onInit(self, status: int) -> None:
            report(status)

    return OnInit()


def _on_end(report: Callable[[str], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class OnEnd(PythonJavaClass):
        __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnUtteranceCompletedListener",)
        __javacontext__ = "app"

        @java_method("(Ljava/lang/String;)V")
        def onUtteranceCompleted(self, utterance: str) -> None:
            report(utterance)

    return OnEnd()
