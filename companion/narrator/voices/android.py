"""The phone's own speech engine, through pyjnius, into files.

One engine for the app's life. `start` is called on Kivy's thread, after the first frame: only there are all
Java classes found. The rest may come from one worker thread, and waits there for the engine's two callbacks,
which Android makes on threads of its own, each no longer than the time-out.

`UtteranceProgressListener` is an abstract class, which pyjnius cannot extend. The older
`OnUtteranceCompletedListener` is an interface, and Android still wraps it: it is called at the end of an
utterance, well or badly, so the file itself has to show which.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.device.java import activity
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

TIME_OUT: Final = 15.0
_SUCCESS: Final = 0


class AndroidVoice:
    name = "device"

    def __init__(self, cache: ClipCache, time_out: float = TIME_OUT) -> None:
        self._cache = cache
        self._time_out = time_out
        self._engine: Any = None
        self._java: dict[str, Any] = {}
        # pyjnius forgets a listener that only Java holds, and the app dies when it is called.
        self._listeners: tuple[Any, ...] = ()
        self._ready, self._works = threading.Event(), False
        self._ended = threading.Event()
        self._hung = False
        self._known: dict[str, bool] = {}
        # 1 is the engine's own.
        self.pitch = 1.0

    def start(self) -> None:
        """Ask for the engine; it answers in its own time, a phone without one with an error or never."""
        from jnius import autoclass

        names = ("java.io.File", "java.util.Locale", "java.lang.String", "android.os.Bundle")
        self._java = {name.rpartition(".")[2]: autoclass(name) for name in names}
        self._listeners = (_on_init(self._began), _on_end(self._ended.set))
        self._engine = autoclass("android.speech.tts.TextToSpeech")(activity(), self._listeners[0])

    def speaks(self, language: str) -> bool:
        """Whether the engine has this language here and now, its data included."""
        if self._engine is None or not self._ready.wait(self._time_out) or not self._works:
            return False
        if language not in self._known:
            try:
                with _java_errors():
                    if not self._known:
                        self._engine.setOnUtteranceCompletedListener(self._listeners[1])
                    available = self._engine.isLanguageAvailable(self._locale(language))
            except VoiceError:
                return False
            self._known[language] = available >= _SUCCESS
        return self._known[language]

    def render(self, line: Line, pace: float) -> Clip:
        if not self.speaks(line.language):
            raise voice_error("app.problem.voice_no_language", language=language_name(line.language))
        with _java_errors():
            engine = str(self._engine.getDefaultEngine())
            parts = ("android", engine, line.language, f"{pace:.2f}", f"{self.pitch:.2f}", line.text)
            path, seconds = self._cache.clip(parts, lambda path: self._speak(line, pace, path))
        return Clip(path, seconds, self.name)

    def _speak(self, line: Line, pace: float, path: Path) -> None:
        from jnius import cast

        if self._hung:
            raise engine_hangs(self._time_out)
        self._engine.setLanguage(self._locale(line.language))
        self._engine.setSpeechRate(pace)
        self._engine.setPitch(self.pitch)
        self._ended.clear()
        file, no_options = self._java["File"](str(path)), self._java["Bundle"]()
        # Among methods of one name pyjnius takes no Python string for a CharSequence.
        text = cast("java.lang.CharSequence", self._java["String"](line.text))
        if self._engine.synthesizeToFile(text, no_options, file, line.key) != _SUCCESS:
            raise voice_error("app.problem.voice_engine_failed")
        if not self._ended.wait(self._time_out):
            # Not asked again this evening: nobody waits out the time of every line of a night.
            self._hung = True
            self._engine.stop()
            raise engine_hangs(self._time_out)

    def _began(self, status: int) -> None:
        self._works = status == _SUCCESS
        self._ready.set()

    def _locale(self, language: str) -> Any:
        return self._java["Locale"].forLanguageTag(voice_tags(language)[0])


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


def _on_end(report: Callable[[], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class OnEnd(PythonJavaClass):
        __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnUtteranceCompletedListener",)
        __javacontext__ = "app"

        @java_method("(Ljava/lang/String;)V")
        def onUtteranceCompleted(self, utterance: str) -> None:
            report()

    return OnEnd()
