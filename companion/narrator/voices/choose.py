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
from companion.settings import Voice as Preference

_ORDER: Final = tuple(voice.value for voice in Preference)


@dataclass(frozen=True, slots=True)
class Choice:
    """The voice of a language; `why` is the key of a sentence that takes `language`."""

    voice: Voice
    why: str
    then: tuple[Voice, ...] = ()

    @property
    def order(self) -> tuple[Voice, ...]:
        return (self.voice, *self.then)


class Nobody:
    """Speaks when there is no voice at all: never. The night is shown, not heard."""

    name = "nobody"
    why = "app.voice.why.nobody"

    def speaks(self, language: str) -> bool:
        return False

    def render(self, line: Line, pace: float) -> Clip:
        raise voice_error(self.why, language=language_name(line.language))


NOBODY: Final = Nobody()


def choose(
    preference: Preference, languages: Collection[str], voices: Sequence[Voice]
) -> Mapping[str, Choice]:
    """A choice for each language. `voices` are those of this machine, at most one of each name."""
    return {language: _choice(preference, language, voices) for language in languages}


def _choice(preference: Preference, language: str, voices: Sequence[Voice]) -> Choice:
    order = sorted(
        (voice for voice in voices if voice.speaks(language)),
        key=lambda voice: (voice.name != preference.value, _ORDER.index(voice.name)),
    )
    if not order:
        return Choice(NOBODY, NOBODY.why)
    first, *then = order
    return Choice(first, _why(preference, first.name), tuple(then))


def _why(preference: Preference, name: str) -> str:
    if name == preference.value:
        return f"app.voice.why.asked.{name}"
    if preference is Preference.BEST:
        return f"app.voice.why.best.{name}"
    return f"app.voice.why.no_{preference.value}.{name}"
