"""A night made ready: proven right, put into words, given a length, before the first word is spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.games.game import Problem, ProblemError
from companion.i18n.languages import FALLBACK
from companion.narrator.plan import DEFAULT_PAUSES, Pauses, Timeline, plan
from companion.scripts.asides import asides
from companion.scripts.cues import Script, Style
from companion.scripts.nights import GameNight, Seated, night_for


class UnsafeNight(ProblemError):
    """Acted out, the script does not do what the rules say: it must not be spoken."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line in one language: its sentence, how long it takes, and if there is one its sound, and in whose
    voice (`recorded`, `builtin`, `device`).

    `settled` unless an engine that has not been asked yet may say it, and then take another time.
    """

    text: str
    seconds: float
    clip: Path | None = None
    voice: str = ""
    settled: bool = True


# What a line is in a language.
Speak = Callable[[str, str], Spoken]


@dataclass(frozen=True, slots=True)
class Night:
    """`problems` tells what fell back; `settled` unless an engine may still say a line of it."""

    timeline: Timeline
    lines: Mapping[tuple[str, str], Spoken]
    languages: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    settled: bool = True

    @property
    def script(self) -> Script:
        return self.timeline.script

    def said(self, language: str, line: str) -> Spoken:
        return self.lines[language, line]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table wants its night. `equal`: as long as the fullest night, whatever the roles.

    A style that the table's game has not is taken for the usual one.
    """

    style: Style = Style.NORMAL
    languages: tuple[str, ...] = (FALLBACK.code,)
    pace: float = 1.0
    pauses: Pauses = DEFAULT_PAUSES
    equal: bool = False


def prepare(setup: Seated, manner: Manner, speak: Speak) -> Night:
    """The night of this table. Raises `BadSetup`, or `UnsafeNight` should the script ever be wrong."""
    game = night_for(setup)
    manner = replace(manner, style=game.style(manner.style))
    script = game.night(setup, manner.style)
    wrong = game.verify(script, setup)
    if wrong:
        raise UnsafeNight(wrong[0])
    players = len(setup.players)
    at_least = _longest(game, manner, players, speak) if manner.equal else 0.0
    return _planned(script, manner, players, speak, at_least)


def _planned(script: Script, manner: Manner, players: int, speak: Speak, at_least: float) -> Night:
    # What may be said between the lines is made ready with them: nobody may wait for it with shut eyes.
    keys = tuple(dict.fromkeys(cue.line for cue in (*script.cues, *asides(script))))
    lines = {(language, key): speak(language, key) for language in manner.languages for key in keys}
    lengths = {language: {key: lines[language, key].seconds for key in keys} for language in manner.languages}
    timeline = plan(
        script, lengths, players=players, pace=manner.pace, pauses=manner.pauses, at_least=at_least
    )
    return Night(timeline, lines, manner.languages)


def _longest(game: GameNight, manner: Manner, players: int, speak: Speak) -> float:
    def seconds(line: str) -> float:
        return sum(speak(language, line).seconds for language in manner.languages)

    script = game.fullest_night(manner.style, seconds)
    return _planned(script, manner, players, speak, 0.0).timeline.total
