"""The desktop's own speech engine, through pyttsx3 in a process of its own."""

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

from companion.device import alone
from companion.narrator.spoken import spoken
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

# Words a minute at pace 1: slow enough for a room.
WORDS_A_MINUTE: Final = 150
TIME_OUT: Final = 15.0
# The middle of espeak's range.
_NATURAL_PITCH: Final = 50
# Of espeak-ng's ways of speaking, the one that is understood best.
_VARIANTS: Final = {"espeak": "+f5"}
ENGINE: Final = alone.command_for(alone.ENGINE)


class DesktopVoice:
    name = "device"

    def __init__(self, cache: ClipCache, engine: Sequence[str] = ENGINE, time_out: float = TIME_OUT) -> None:
        self._cache = cache
        self._command = engine
        self._time_out = time_out
        self._process: _Process | None = None
        self._driver = ""
        self._voices: dict[str, str] | None = None
        self._hung = False
        # 1 is the engine's own. Of the desktop's engines only espeak can be told.
        self.pitch = 1.0

    def speaks(self, language: str) -> bool:
        try:
            return self._voice(language) is not None
        except VoiceError:
            return False

    def render(self, line: Line, pace: float) -> Clip:
        voice = self._voice(line.language)
        if voice is None:
            raise voice_error("app.problem.voice_no_language", language=language_name(line.language))
        # The engines of Windows and macOS know better than our lexicon.
        espeak = self._driver == "espeak"
        text = spoken(line.text, line.language) if espeak else line.text
        rate = round(WORDS_A_MINUTE * pace)
        pitch = round(_NATURAL_PITCH * self.pitch) if espeak else None

        def speak(path: Path) -> None:
            # One process a line on a Mac: there the second line of an engine never ends.
            with_what = {"voice": voice, "rate": rate, "pitch": pitch, "text": text, "path": str(path)}
            self._ask(with_what, last=sys.platform == "darwin")

        parts = ("pyttsx3", self._driver, voice, str(rate), str(pitch), text)
        path, seconds = self._cache.clip(parts, speak)
        return Clip(path, seconds, self.name)

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process = None

    def _voice(self, language: str) -> str | None:
        """The engine's voice for a language, if it really has one."""
        if self._voices is None:
            # What cannot start is not asked again: the answer for this evening is that there is no engine.
            self._voices = {}
            self._start()
        for code in map(str.lower, voice_tags(language)):
            for known, voice in self._voices.items():
                if known == code or known.startswith(f"{code}-"):
                    return voice
        return None

    def _start(self) -> _Process:
        self._process = _Process(self._command)
        hello = self._answer(self._process)
        self._driver = str(hello.get("driver", ""))
        self._voices = {}
        for voice in hello.get("voices", ()):
            for language in voice["languages"]:
                code = str(language).lower().replace("_", "-")
                self._voices.setdefault(code, str(voice["id"]) + _VARIANTS.get(self._driver, ""))
        return self._process

    def _ask(self, question: dict[str, Any], last: bool) -> None:
        if self._hung:
            raise engine_hangs(self._time_out)
        process = self._process or self._start()
        process.ask(question)
        self._answer(process)
        if last:
            self.close()

    def _answer(self, process: _Process) -> dict[str, Any]:
        try:
            answer = process.answer(self._time_out)
        except queue.Empty:
            # Not asked again this evening: nobody waits out the time of every line of a night.
            self._hung = True
            self.close()
            raise engine_hangs(self._time_out) from None
        if answer is None or "error" in answer:
            if answer is None:
                self.close()
            raise voice_error("app.problem.voice_engine_failed")
        return answer


class _Process:
    """The engine's process. A thread reads for us: only so does waiting for a pipe end everywhere."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                env=alone.surroundings(),
            )
        except OSError as wrong:
            raise voice_error("app.problem.voice_engine_failed") from wrong
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, question: dict[str, Any]) -> None:
        if self._process.stdin is not None:
            try:
                self._process.stdin.write(json.dumps(question) + "\n")
                self._process.stdin.flush()
            except OSError:
                self._answers.put(None)

    def answer(self, time_out: float) -> dict[str, Any] | None:
        """None if the process has ended; raises queue.Empty if it says nothing in time."""
        return self._answers.get(timeout=time_out)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            try:
                answer = json.loads(line)
            except ValueError:
                continue
            if isinstance(answer, dict):
                self._answers.put(answer)
        self._answers.put(None)


def pyttsx3_is_here() -> bool:
    return find_spec("pyttsx3") is not None
