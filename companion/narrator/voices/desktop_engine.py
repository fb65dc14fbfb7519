"""A process of its own that speaks through pyttsx3 into files, one line at a time.

An engine may hang, crash or print whatever it likes; here it can do so alone. Questions come as JSON, one a
line, and each is answered by one line: first, unasked, which voices there are, then one for each text.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import json
import os
import sys
import wave
from importlib.util import find_spec
from typing import Any, Protocol


class _Engine(Protocol):
    driver: str

    def voices(self) -> list[dict[str, Any]]: ...

    def speak(self, question: dict[str, Any]) -> None: ...


def speak_to_files() -> None:
    # What an engine prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    try:
        engine: _Engine = _Espeak() if sys.platform == "linux" else _Pyttsx3()
        answer({"driver": engine.driver, "voices": engine.voices()})
    except Exception as wrong:
        answer({"error": repr(wrong)})
        return
    for question in map(json.loads, sys.stdin):
        try:
            engine.speak(question)
            answer({})
        except Exception as wrong:
            answer({"error": repr(wrong)})


class _Pyttsx3:
    """Whatever speaks on this system: SAPI on Windows, NSSpeechSynthesizer on a Mac."""

    def __init__(self) -> None:
        import pyttsx3

        self._engine = pyttsx3.init()
        self.driver = type(self._engine.proxy._driver).__module__.rpartition(".")[2]

    def voices(self) -> list[dict[str, Any]]:
        return [
            {"id": voice.id, "languages": [_plain(language) for language in voice.languages or ()]}
            for voice in self._engine.getProperty("voices")
        ]

    def speak(self, question: dict[str, Any]) -> None:
        self._engine.setProperty("voice", question["voice"])
        self._engine.setProperty("rate", question["rate"])
        if question.get("pitch") is not None:
            self._engine.setProperty("pitch", question["pitch"])
        self._engine.save_to_file(question["text"], question["path"])
        self._engine.runAndWait()


class _Espeak:
    """espeak-ng through pyttsx3's bindings, but not through its driver: that one lets espeak work in a thread
    of its own and comes back before a speed is set or a file is written, so that one line in fifty was too
    fast, cut short or missing. Here espeak does one thing after the other."""

    driver = "espeak"

    def __init__(self) -> None:
        _find_library()
        from pyttsx3.drivers import _espeak

        self._espeak = _espeak
        self._frames_a_second = _espeak.Initialize(_espeak.AUDIO_OUTPUT_SYNCHRONOUS, 1000)
        if self._frames_a_second <= 0:
            raise RuntimeError("espeak does not start")
        self._sound = bytearray()
        _espeak.SetSynthCallback(self._hear)

    def voices(self) -> list[dict[str, Any]]:
        return [
            {"id": voice.identifier.decode().lower(), "languages": [_plain(voice.languages)]}
            for voice in self._espeak.ListVoices(None)
        ]

    def speak(self, question: dict[str, Any]) -> None:
        espeak = self._espeak
        self._sound.clear()
        if espeak.SetVoiceByName(question["voice"].encode()) != 0:
            raise ValueError(question["voice"])
        espeak.SetParameter(espeak.RATE, question["rate"], 0)
        espeak.SetParameter(espeak.PITCH, question["pitch"], 0)
        espeak.Synth(question["text"], flags=espeak.ENDPAUSE | espeak.CHARS_UTF8)
        with wave.open(question["path"], "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self._frames_a_second)
            file.writeframes(self._sound)

    def _hear(self, sound: Any, frames: int, _events: Any) -> int:
        if frames > 0:
            self._sound += ctypes.string_at(sound, frames * ctypes.sizeof(ctypes.c_short))
        return 0


def _find_library() -> None:
    """Without an espeak-ng of the system's own, the one that comes as a Python package will do."""
    if ctypes.util.find_library("espeak-ng") or not find_spec("espeakng_loader"):
        return
    import espeakng_loader

    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    ctypes.CDLL(espeakng_loader.get_library_path(), ctypes.RTLD_GLOBAL)


def _plain(language: str | bytes) -> str:
    # espeak's own structure has a priority byte before each name.
    return (
        language.lstrip(b"\0\1\2\3\4\5").decode(errors="replace") if isinstance(language, bytes) else language
    )
