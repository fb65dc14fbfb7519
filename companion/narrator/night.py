"""A night made ready: proven right, put into words, given a length, before the first word is spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.core.game import Problem, ProblemError
from companion.i18n.languages import FALLBACK_LANGUAGE
from companion.narrator.planner import DEFAULT_PAUSES, Pauses, Timeline, plan_timeline
from companion.scripts.recovery import list_interjections
from companion.scripts.script import NightDefinition, NightSetup, NightStyle, Script, find_night_definition


class UnsafeNight(ProblemError):
    """Acted out, the script does not do what the rules say: it must not be spoken."""


@dataclass(frozen=True, slots=True)
class RenderedLine:
    """A line in one language: its sentence, how long it takes, and if there is one its sound, and in whose
    voice (`recorded`, `builtin`, `device`).

    `is_final` unless an engine that has not been asked yet may say it, and then take another time.
    """

    text: str
    seconds: float
    clip: Path | None = None
    voice: str = ""
    is_final: bool = True


# What a line is in a language.
RenderLine = Callable[[str, str], RenderedLine]


@dataclass(frozen=True, slots=True)
class PreparedNight:
    """`problems` tells what fell back; `is_final` unless an engine may still say a line of it."""

    timeline: Timeline
    lines: Mapping[tuple[str, str], RenderedLine]
    languages: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    is_final: bool = True

    @property
    def script(self) -> Script:
        return self.timeline.script

    def rendered_line(self, language: str, line: str) -> RenderedLine:
        return self.lines[language, line]


@dataclass(frozen=True, slots=True)
class NightOptions:
    """How a table wants its night. `is_fixed_length`: as long as the fullest night, whatever the roles.

    A style that the table's game has not is taken for the usual one.
    """

    style: NightStyle = NightStyle.NORMAL
    languages: tuple[str, ...] = (FALLBACK_LANGUAGE.code,)
    pace: float = 1.0
    pauses: Pauses = DEFAULT_PAUSES
    is_fixed_length: bool = False


def prepare_night(setup: NightSetup, options: NightOptions, render_line: RenderLine) -> PreparedNight:
    """The night of this table. Raises `BadSetup`, or `UnsafeNight` should the script ever be wrong."""
    game = find_night_definition(setup)
    options = replace(options, style=game.supported_style(options.style))
    script = game.build_script(setup, options.style)
    problems = game.verify(script, setup)
    if problems:
        raise UnsafeNight(problems[0])
    players = len(setup.players)
    min_seconds = _max_seconds(game, options, players, render_line) if options.is_fixed_length else 0.0
    return _plan_night(script, options, players, render_line, min_seconds)


def _plan_night(
    script: Script, options: NightOptions, players: int, render_line: RenderLine, min_seconds: float
) -> PreparedNight:
    # What may be said between the lines is made ready with them: nobody may wait for it with shut eyes.
    keys = tuple(dict.fromkeys(cue.line for cue in (*script.cues, *list_interjections(script))))
    lines = {(language, key): render_line(language, key) for language in options.languages for key in keys}
    lengths = {
        language: {key: lines[language, key].seconds for key in keys} for language in options.languages
    }
    timeline = plan_timeline(
        script, lengths, players=players, pace=options.pace, pauses=options.pauses, min_seconds=min_seconds
    )
    return PreparedNight(timeline, lines, options.languages)


def _max_seconds(
    game: NightDefinition, options: NightOptions, players: int, render_line: RenderLine
) -> float:
    def seconds(line: str) -> float:
        return sum(render_line(language, line).seconds for language in options.languages)

    script = game.build_full_script(options.style, seconds)
    return _plan_night(script, options, players, render_line, 0.0).timeline.total
