"""Preparation of a night: verify the script, render its lines, and plan the timeline before the first
word."""

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
    """Simulated, the script does not do what the rules say: the night must not be played."""


@dataclass(frozen=True, slots=True)
class RenderedLine:
    """Line in one language: its text, its duration, and if it has a clip, the clip and its voice (`recorded`,
    `builtin`, `device`).

    `is_final` is False if an engine that was not asked yet may say it, with another duration.
    """

    text: str
    seconds: float
    clip: Path | None = None
    voice: str = ""
    is_final: bool = True


# Returns the line of a language and key.
RenderLine = Callable[[str, str], RenderedLine]


@dataclass(frozen=True, slots=True)
class PreparedNight:
    """Night that can be played. `problems` lists the fallbacks; `is_final` is False if an engine may still
    say a line."""

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
    """Options of a night. `is_fixed_length`: as long as the longest possible night, whatever the roles.

    A style that the game does not support is replaced by the normal one.
    """

    style: NightStyle = NightStyle.NORMAL
    languages: tuple[str, ...] = (FALLBACK_LANGUAGE.code,)
    pace: float = 1.0
    pauses: Pauses = DEFAULT_PAUSES
    is_fixed_length: bool = False


def prepare_night(setup: NightSetup, options: NightOptions, render_line: RenderLine) -> PreparedNight:
    """Return the prepared night. Raises `BadSetup`, or `UnsafeNight` if the script is wrong."""
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
    # Interjections are rendered in advance, too: nobody can wait for them with shut eyes.
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
