"""Which voice speaks each language, and why.

The rule, in order:
1. the voice that the table asked for, if it has the language;
2. the table's own recordings;
3. the built-in clips, which are natural, the same on every device, and ready at once;
4. the device's engine.
All the others that have the language stand in, in the same order, for lines that the chosen one cannot say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.narrator.voices.clip import Clip, Line, Voice, language_name, voice_error
from companion.settings import VoicePreference as Preference

_PREFERENCE_ORDER: Final = tuple(voice.value for voice in Preference)


@dataclass(frozen=True, slots=True)
class VoiceChoice:
    """The voice of a language; `reason_key` is the key of a sentence that takes `language`."""

    voice: Voice
    reason_key: str
    fallbacks: tuple[Voice, ...] = ()

    @property
    def order(self) -> tuple[Voice, ...]:
        return (self.voice, *self.fallbacks)


class SilentVoice:
    """Speaks when there is no voice at all: never. The night is shown, not heard."""

    name = "nobody"
    reason_key = "app.voice.why.nobody"

    def supports_language(self, language: str) -> bool:
        return False

    def render(self, line: Line, pace: float) -> Clip:
        raise voice_error(self.reason_key, language=language_name(line.language))


SILENT_VOICE: Final = SilentVoice()


def choose_voices(
    preference: Preference, languages: Collection[str], voices: Sequence[Voice]
) -> Mapping[str, VoiceChoice]:
    """A choice for each language. `voices` are those of this machine, at most one of each name."""
    return {language: _choose_voice(preference, language, voices) for language in languages}


def _choose_voice(preference: Preference, language: str, voices: Sequence[Voice]) -> VoiceChoice:
    order = sorted(
        (voice for voice in voices if voice.supports_language(language)),
        key=lambda voice: (voice.name != preference.value, _PREFERENCE_ORDER.index(voice.name)),
    )
    if not order:
        return VoiceChoice(SILENT_VOICE, SILENT_VOICE.reason_key)
    first, *then = order
    return VoiceChoice(first, _reason_key(preference, first.name), tuple(then))


def _reason_key(preference: Preference, name: str) -> str:
    if name == preference.value:
        return f"app.voice.why.asked.{name}"
    if preference is Preference.BEST:
        return f"app.voice.why.best.{name}"
    return f"app.voice.why.no_{preference.value}.{name}"
