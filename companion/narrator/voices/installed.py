"""The voices of this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.device.machine import is_android
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.builtin import BuiltinVoice
from companion.narrator.voices.cache import ClipCache
from companion.narrator.voices.clip import Voice
from companion.narrator.voices.desktop import DesktopVoice, pyttsx3_is_here
from companion.narrator.voices.engine import Engine
from companion.narrator.voices.recorded import FOLDER, RecordedVoice

# In the app's folder: what an engine has rendered.
CLIPS = "clips"


@dataclass(frozen=True, slots=True)
class Voices:
    """Those that speak at once, and the device's engine, if it has one."""

    recorded: RecordedVoice
    builtin: BuiltinVoice
    engine: Engine | None

    def all(self, *, engine: bool) -> tuple[Voice, ...]:
        """Without `engine` its voice says at once what it remembers, and no more."""
        ours = (self.recorded, self.builtin)
        if self.engine is None:
            return ours
        return (*ours, self.engine if engine else self.engine.at_once)


def installed_voices(data: Path) -> Voices:
    """`data` is the app's folder.

    Nothing is started or looked for yet; a voice finds out what it can do when it is first asked.
    """
    cache = ClipCache(data / CLIPS)
    engine = None
    if is_android():
        engine = Engine(AndroidVoice(cache))
    elif pyttsx3_is_here():
        engine = Engine(DesktopVoice(cache))
    return Voices(RecordedVoice(data / FOLDER), BuiltinVoice(), engine)
