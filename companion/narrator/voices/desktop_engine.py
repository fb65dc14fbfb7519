"""Worker process that renders text to files with pyttsx3, one line at a time.

An engine may hang, crash or print anything; here it harms no other process. Requests are JSON, one per line,
and each gets one line as response; the first response, without a request, lists the voices.
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

    def speak(self, request: dict[str, Any]) -> None: ...


def run_engine_process() -> None:
    # Output printed by an engine must not be mistaken for a response.
    responses = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def respond(message: dict[str, Any]) -> None:
        responses.write(json.dumps(message) + "\n")
        responses.flush()

    try:
        engine: _Engine = _EspeakEngine() if sys.platform == "linux" else _Pyttsx3Engine()
        respond({"driver": engine.driver, "voices": engine.voices()})
    except Exception as failure:
        respond({"error": repr(failure)})
        return
    for request in map(json.loads, sys.stdin):
        try:
            engine.speak(request)
            respond({})
        except Exception as failure:
            respond({"error": repr(failure)})


class _Pyttsx3Engine:
    """Engine of the system: SAPI on Windows, NSSpeechSynthesizer on macOS."""

    def __init__(self) -> None:
        import pyttsx3

        self._engine = pyttsx3.init()
        self.driver = type(self._engine.proxy._driver).__module__.rpartition(".")[2]

    def voices(self) -> list[dict[str, Any]]:
        return [
            {"id": voice.id, "languages": [_to_language_code(language) for language in voice.languages or ()]}
            for voice in self._engine.getProperty("voices")
        ]

    def speak(self, request: dict[str, Any]) -> None:
        self._engine.setProperty("voice", request["voice"])
        self._engine.setProperty("rate", request["rate"])
        if request.get("pitch") is not None:
            self._engine.setProperty("pitch", request["pitch"])
        self._engine.save_to_file(request["text"], request["path"])
        self._engine.runAndWait()


class _EspeakEngine:
    """espeak-ng through pyttsx3's bindings, but not through its driver: that one runs espeak in a thread and
    returns before a speed is set or a file is written, so one line in fifty was too fast, truncated or
    missing. Here espeak is called synchronously."""

    driver = "espeak"

    def __init__(self) -> None:
        _load_library()
        from pyttsx3.drivers import _espeak

        self._espeak = _espeak
        self._sample_rate = _espeak.Initialize(_espeak.AUDIO_OUTPUT_SYNCHRONOUS, 1000)
        if self._sample_rate <= 0:
            raise RuntimeError("espeak does not start")
        self._audio = bytearray()
        _espeak.SetSynthCallback(self._on_audio)

    def voices(self) -> list[dict[str, Any]]:
        return [
            {"id": voice.identifier.decode().lower(), "languages": [_to_language_code(voice.languages)]}
            for voice in self._espeak.ListVoices(None)
        ]

    def speak(self, request: dict[str, Any]) -> None:
        espeak = self._espeak
        self._audio.clear()
        if espeak.SetVoiceByName(request["voice"].encode()) != 0:
            raise ValueError(request["voice"])
        espeak.SetParameter(espeak.RATE, request["rate"], 0)
        espeak.SetParameter(espeak.PITCH, request["pitch"], 0)
        espeak.Synth(request["text"], flags=espeak.ENDPAUSE | espeak.CHARS_UTF8)
        with wave.open(request["path"], "wb") as file:
            file.setparams((1, 2, self._sample_rate, 0, "NONE", "not compressed"))
            file.writeframes(self._audio)

    def _on_audio(self, samples: Any, frames: int, _events: Any) -> int:
        if frames > 0:
            self._audio += ctypes.string_at(samples, frames * ctypes.sizeof(ctypes.c_short))
        return 0


def _load_library() -> None:
    """Without an installed espeak-ng, use the one of the Python package `espeakng_loader`."""
    if ctypes.util.find_library("espeak-ng") or not find_spec("espeakng_loader"):
        return
    import espeakng_loader

    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    ctypes.CDLL(espeakng_loader.get_library_path(), ctypes.RTLD_GLOBAL)


def _to_language_code(language: str | bytes) -> str:
    # espeak's own structure has a priority byte before each name.
    if isinstance(language, str):
        return language
    return language.lstrip(b"\0\1\2\3\4\5").decode(errors="replace")
