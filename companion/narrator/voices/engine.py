"""The device's speech engine, asked where waiting does no harm, and remembered where it would.

An engine takes its time, even to tell whether it has a language. So `Engine` is asked outside the main
thread only, one line at a time, and remembers every answer; its `at_once` is the same voice for the main
thread, which says again what is remembered and otherwise raises `NotYet`.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from companion.games.game import Problem
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.clip import Clip, Line, NotYet, VoiceError
from companion.narrator.voices.desktop import DesktopVoice
from companion.narrator.voices.lengths import NotPlayable, seconds_of

# A line at a pace and a pitch.
_Asked = tuple[Line, float, float]


class Engine:
    name = "device"

    def __init__(self, voice: AndroidVoice | DesktopVoice) -> None:
        self._voice = voice
        # There is one engine, whoever asks, and it is tuned before it speaks.
        self._asked = threading.Lock()
        self._speaks: dict[str, bool] = {}
        self._said: dict[_Asked, Clip | Problem] = {}
        # As a wish; the engine is told with the next line.
        self.pitch = 1.0
        self.at_once = AtOnce(self)

    def start(self) -> None:
        """Call a phone's engine, which answers in its own time; on the app's own thread."""
        if isinstance(self._voice, AndroidVoice):
            self._voice.start()

    def close(self) -> None:
        """Without the lock: whoever waits for the engine now is freed by it."""
        self._voice.close()

    def speaks(self, language: str) -> bool:
        with self._asked:
            self._speaks[language] = self._voice.speaks(language)
        return self._speaks[language]

    def render(self, line: Line, pace: float) -> Clip:
        with self._asked:
            asked = (line, pace, self.pitch)
            self._voice.pitch = asked[2]
            try:
                clip = self._voice.render(line, pace)
            except VoiceError as refused:
                # For this evening: nobody waits again for what failed.
                self._said[asked] = refused.problem
                raise
            self._said[asked] = clip
            return clip

    def may_speak(self, language: str) -> bool:
        """As long as it has not said that it cannot."""
        return self._speaks.get(language, True)

    def remembered(self, line: Line, pace: float) -> Clip:
        """Raises VoiceError as the engine did, or NotYet."""
        said = self._said.get((line, pace, self.pitch))
        if isinstance(said, Problem):
            raise VoiceError(said)
        # The oldest clips are let go when there are too many.
        with suppress(OSError, NotPlayable):
            if said is not None and seconds_of(said.path) == said.seconds:
                return said
        raise NotYet(line)


class AtOnce:
    """As much of an engine as needs no waiting."""

    name = Engine.name

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def speaks(self, language: str) -> bool:
        return self._engine.may_speak(language)

    def render(self, line: Line, pace: float) -> Clip:
        return self._engine.remembered(line, pace)
