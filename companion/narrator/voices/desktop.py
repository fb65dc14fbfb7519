"""Voice of the desktop's speech engine, through pyttsx3 in a separate process."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.device import system
from companion.narrator.planner import to_spoken_form
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

# Words per minute at pace 1: slow enough for a room.
WORDS_PER_MINUTE: Final = 150
TIMEOUT_SECONDS: Final = 15.0
# The middle of espeak's range.
_NATURAL_PITCH: Final = 50
# The most intelligible voice variant of espeak-ng.
_VARIANTS: Final = {"espeak": "+f5"}
ENGINE_COMMAND: Final = system.part_command(system.ENGINE_PART)


class DesktopVoice:
    name = "device"

    def __init__(
        self, cache: ClipCache, command: Sequence[str] = ENGINE_COMMAND, timeout: float = TIMEOUT_SECONDS
    ) -> None:
        self._cache = cache
        self._command = command
        self._timeout = timeout
        self._process: _EngineProcess | None = None
        self._driver = ""
        self._voices: dict[str, str] | None = None
        self._is_hung = False
        # 1 is the engine's own pitch. Of the desktop engines only espeak supports another one.
        self.pitch = 1.0

    def supports_language(self, language: str) -> bool:
        try:
            return self._find_voice(language) is not None
        except VoiceError:
            return False

    def render(self, line: Line, pace: float) -> Clip:
        voice = self._find_voice(line.language)
        if voice is None:
            raise voice_error("app.problem.voice_no_language", language=language_name(line.language))
        # The engines of Windows and macOS pronounce better without our lexicon.
        is_espeak = self._driver == "espeak"
        text = to_spoken_form(line.text, line.language) if is_espeak else line.text
        rate = round(WORDS_PER_MINUTE * pace)
        pitch = round(_NATURAL_PITCH * self.pitch) if is_espeak else None

        def render_to(path: Path) -> None:
            # One process per line on macOS: there the second line of an engine never ends.
            request = {"voice": voice, "rate": rate, "pitch": pitch, "text": text, "path": str(path)}
            self._send_request(request, is_last=sys.platform == "darwin")

        cache_key = ("pyttsx3", self._driver, voice, str(rate), str(pitch), text)
        path, seconds = self._cache.get_or_render(cache_key, render_to)
        return Clip(path, seconds, self.name)

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process = None

    def _find_voice(self, language: str) -> str | None:
        """Return the engine's voice for a language, if it really has one."""
        if self._voices is None:
            # An engine that cannot start is not started again until the app restarts.
            self._voices = {}
            self._start_engine()
        for code in map(str.lower, voice_tags(language)):
            for voice_language, voice in self._voices.items():
                if voice_language == code or voice_language.startswith(f"{code}-"):
                    return voice
        return None

    def _start_engine(self) -> _EngineProcess:
        self._process = _EngineProcess(self._command)
        greeting = self._read_response(self._process)
        self._driver = str(greeting.get("driver", ""))
        self._voices = {}
        for voice in greeting.get("voices", ()):
            for language in voice["languages"]:
                code = str(language).lower().replace("_", "-")
                self._voices.setdefault(code, str(voice["id"]) + _VARIANTS.get(self._driver, ""))
        return self._process

    def _send_request(self, request: dict[str, Any], is_last: bool) -> None:
        if self._is_hung:
            raise engine_timeout_error(self._timeout)
        process = self._process or self._start_engine()
        process.send(request)
        self._read_response(process)
        if is_last:
            self.close()

    def _read_response(self, process: _EngineProcess) -> dict[str, Any]:
        try:
            response = process.receive(self._timeout)
        except queue.Empty:
            # Not asked again until the app restarts: every line of a night would wait for the time-out.
            self._is_hung = True
            self.close()
            raise engine_timeout_error(self._timeout) from None
        if response is None or "error" in response:
            if response is None:
                self.close()
            raise voice_error("app.problem.voice_engine_failed")
        return response


class _EngineProcess:
    """Process of the engine, read by a thread: only so can waiting for a pipe time out everywhere."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                env=system.part_environment(),
            )
        except OSError as failure:
            raise voice_error("app.problem.voice_engine_failed") from failure
        self._responses: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read_responses, daemon=True).start()

    def send(self, request: dict[str, Any]) -> None:
        if self._process.stdin is not None:
            try:
                self._process.stdin.write(json.dumps(request) + "\n")
                self._process.stdin.flush()
            except OSError:
                self._responses.put(None)

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """Return the next response; None if the process has ended. Raises queue.Empty."""
        return self._responses.get(timeout=timeout)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _read_responses(self) -> None:
        for line in self._process.stdout or ():
            try:
                response = json.loads(line)
            except ValueError:
                continue
            if isinstance(response, dict):
                self._responses.put(response)
        self._responses.put(None)


def has_pyttsx3() -> bool:
    return find_spec("pyttsx3") is not None
