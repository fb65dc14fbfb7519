"""What a voice is: something that turns a line into a sound file of known length.

A voice may block while it works, so device voices are called outside the main thread. It never hangs:
whatever an engine does, a call ends within the voice's time-out, with a clip or a `VoiceError`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.games.game import ProblemArg, ProblemError, warning
from companion.i18n.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the script as it is shown; a voice finds its own spoken form."""

    key: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Clip:
    """A sound file, how long it plays, and the name of the voice that speaks."""

    path: Path
    seconds: float
    source: str


class Voice(Protocol):
    @property
    def name(self) -> str:
        """`recorded`, `device` or `builtin`, as in the settings."""

    def supports_language(self, language: str) -> bool: ...

    def render(self, line: Line, pace: float) -> Clip:
        """Raises VoiceError if there is no usable clip of this line, NotYet if there may be one later."""


class VoiceError(ProblemError):
    """A voice could not say a line; another may. The problem is a warning: the night goes on."""


class NotRenderedYet(Exception):
    """A voice that takes its time has not been asked for this line: until then another stands in."""


def voice_error(key: str, **args: ProblemArg) -> VoiceError:
    return VoiceError(warning(key, **args))


def engine_timeout_error(timeout: float) -> VoiceError:
    return voice_error("app.problem.voice_engine_hangs", seconds=round(timeout))


def voice_tags(code: str) -> tuple[str, ...]:
    """The tags under which an engine may know a language, best first; at last its mere code."""
    return (*(LANGUAGES[code].voice_tags if code in LANGUAGES else ()), code)


def language_name(code: str) -> str:
    """What its speakers call it, for problems: they are told in any language."""
    return LANGUAGES[code].name if code in LANGUAGES else code
