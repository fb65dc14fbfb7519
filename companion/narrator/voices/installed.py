"""The voices of this machine."""

from __future__ import annotations

from pathlib import Path

from companion.games.game import Problem
from companion.narrator.voices.android import AndroidVoice
from companion.narrator.voices.builtin import BuiltinVoice
from companion.narrator.voices.cache import ClipCache
from companion.narrator.voices.clip import Voice
from companion.narrator.voices.desktop import DesktopVoice, pyttsx3_is_here
from companion.narrator.voices.recorded import RecordedVoice

# In the app's folder: the table's own recordings, and what an engine has rendered.
_RECORDINGS, _CLIPS = "voices", "clips"


def installed_voices(data: Path, *, android: bool) -> tuple[Voice, ...]:
    """`data` is the app's folder.

    Nothing is started or looked for yet; a voice finds out what it can do when it is first asked.
    """
    voices: list[Voice] = [RecordedVoice(data / _RECORDINGS)]
    cache = ClipCache(data / _CLIPS)
    if android:
        voices.append(AndroidVoice(cache))
    elif pyttsx3_is_here():
        voices.append(DesktopVoice(cache))
    return (*voices, BuiltinVoice())


def recorded_problems(data: Path, language: str) -> tuple[Problem, ...]:
    """All that is wrong with the table's recordings in a language."""
    return RecordedVoice(data / _RECORDINGS).problems(language, BuiltinVoice().lines(language))
