"""The voices of this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.device.machine import is_android
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.builtin import BuiltinVoice
from companion.narrator.voices.cache import ClipCache
from companion.narrator.voices.clip import Voice
from companion.narrator.voices.desktop import DesktopVoice, has_pyttsx3
from companion.narrator.voices.engine import SpeechEngine
from companion.narrator.voices.recorded import RECORDINGS_FOLDER, RecordedVoice

# In the app's folder: what an engine has rendered.
CLIP_FOLDER = "clips"


@dataclass(frozen=True, slots=True)
class InstalledVoices:
    """Those that speak at once, and the device's engine, if it has one."""

    recorded: RecordedVoice
    builtin: BuiltinVoice
    engine: SpeechEngine | None

    def list_voices(self, *, use_engine: bool) -> tuple[Voice, ...]:
        """Without `use_engine` its voice says at once what it remembers, and no more."""
        local_voices = (self.recorded, self.builtin)
        if self.engine is None:
            return local_voices
        return (*local_voices, self.engine if use_engine else self.engine.cached)


def create_voices(folder: Path) -> InstalledVoices:
    """`folder` is the app's folder.

    Nothing is started or looked for yet; a voice finds out what it can do when it is first asked.
    """
    cache = ClipCache(folder / CLIP_FOLDER)
    engine = None
    if is_android():
        engine = SpeechEngine(AndroidVoice(cache))
    elif has_pyttsx3():
        engine = SpeechEngine(DesktopVoice(cache))
    return InstalledVoices(RecordedVoice(folder / RECORDINGS_FOLDER), BuiltinVoice(), engine)
