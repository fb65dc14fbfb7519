"""Which voice speaks each language, and why.

The rule, in order:
1. a voice the user asked for, if it has the language;
2. the table's own recordings, if there are any in the language (asked for or not, unless another voice was);
3. the clearer of the device's engine and the built-in clips (`Clarity`); of two that are equally clear the
   built-in clips, whose lines were heard and mended beforehand and need no rendering.
All the others that have the language stand in, in the same order, for lines that the chosen one cannot say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.narrator.voices.clip import Clarity, Clip, Line, Voice, language_name, voice_error
from companion.settings import Voice as Preference


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

    def clarity(self, language: str) -> Clarity:
        return Clarity.ROBOTIC

    def render(self, line: Line, pace: float) -> Clip:
        raise voice_error(self.why, language=language_name(line.language))


NOBODY: Final = Nobody()


def choose(
    preference: Preference, languages: Collection[str], voices: Sequence[Voice]
) -> Mapping[str, Choice]:
    """A choice for each language. `voices` are those of this machine, at most one of each name."""
    return {language: _choice(preference, language, voices) for language in languages}


def _choice(preference: Preference, language: str, voices: Sequence[Voice]) -> Choice:
    able = sorted(
        (voice for voice in voices if voice.speaks(language)), key=lambda voice: _rank(voice, language)
    )
    asked = [voice for voice in able if voice.name == preference.value]
    order = (*asked, *(voice for voice in able if voice not in asked))
    if not order:
        return Choice(NOBODY, NOBODY.why)
    return Choice(order[0], _why(preference, language, order, bool(asked)), order[1:])


def _rank(voice: Voice, language: str) -> tuple[bool, int, bool]:
    return (voice.name != "recorded", -voice.clarity(language), voice.name != "builtin")


def _why(preference: Preference, language: str, order: Sequence[Voice], asked: bool) -> str:
    first = order[0]
    if asked:
        return f"app.voice.why.asked.{first.name}"
    if preference is not Preference.BEST:
        return f"app.voice.why.no_{preference.value}.{first.name}"
    others = [voice for voice in order[1:] if voice.name != "recorded"]
    if first.name == "recorded":
        return "app.voice.why.recorded"
    if not others:
        return f"app.voice.why.only.{first.name}"
    if first.clarity(language) > others[0].clarity(language):
        return f"app.voice.why.clearer.{first.name}"
    return "app.voice.why.as_clear"
