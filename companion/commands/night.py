"""`companion night`: the night of a set-up as text, as JSON or as an audio file, without a window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from companion.commands.command import (
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    InvalidArguments,
    escape_control_characters,
    format_help,
    print_error,
    print_line,
    report_problem,
    report_problems,
    to_json,
)
from companion.commands.night_options import add_game_arguments, arguments_by_game, parse_roles
from companion.core.game import Problem, ProblemError, error, filter_blocking
from companion.games.registry import find_game_by_name, get_game
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.narration import Narration
from companion.narrator.planner import NightOptions, PreparedNight, StepSpan
from companion.narrator.scripted_playback import PlaybackResult, Press, parse_presses, play_presses
from companion.scripts.script import (
    NightDefinition,
    NightSetup,
    NightStyle,
    list_night_games,
    load_night_definition,
)
from companion.settings import MAX_PACE, MIN_PACE, VoicePreference
from companion.storage.database import find_data_folder


def _add_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    def add(*names: str, key: str, **options: Any) -> None:
        group.add_argument(*names, help=format_help(tr, f"app.cli.night.{key}"), **options)

    add("game", key="game", nargs="?", metavar="GAME")
    add("--players", key="players", metavar="N")
    add("--roles", key="roles", metavar="A,B", default="")
    add_game_arguments(group, tr)
    add("--style", key="style", metavar="|".join(NightStyle), default=NightStyle.NORMAL.value)
    add("--lang", key="lang", metavar="CODE")
    add("--second", key="second", metavar="CODE")
    add("--pace", key="pace", metavar="X", default="1.0")
    add("--equal", key="equal", action="store_true")
    add("--hands", key="hands", metavar="PRESSES")
    add("--json", key="json", action="store_true")
    add("--text", key="text", action="store_true")
    add("--out", key="out", metavar="FILE.wav")


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    game = _parse_game(arguments)
    if sum((arguments.json, arguments.text, arguments.out is not None)) > 1:
        raise InvalidArguments(error("app.cli.night.one_form"))
    night_options = _parse_options(arguments, game, tr)
    try:
        setup, setup_problems = _parse_setup(arguments)
    except InvalidArguments as invalid:
        return report_problems((invalid.problem,), tr, is_json=arguments.json)
    if filter_blocking(setup_problems):
        return report_problems(setup_problems, tr, is_json=arguments.json)
    for problem in setup_problems:
        print_error(tr.translate_problem(problem))
    presses = _parse_presses(arguments)
    narration = Narration(find_data_folder(os.environ, sys.platform))
    night = narration.render_night(setup, night_options, VoicePreference.BEST)
    for problem in night.problems:
        print_error(tr.translate_problem(problem))
    if presses is not None:
        playback = play_presses(night.timeline, presses)
        print_line(
            to_json(playback_to_json(playback, night, setup, game))
            if arguments.json
            else format_playback(playback, night, tr)
        )
    elif arguments.json:
        print_line(to_json(night_to_json(night, setup, game)))
    elif arguments.out is not None:
        return _write_audio(narration, night, Path(arguments.out), tr)
    else:
        print_line(format_night(night, tr))
    return EXIT_OK


def night_to_json(night: PreparedNight, setup: NightSetup, game: NightDefinition) -> dict[str, Any]:
    """Return the night as data: every step with its line in each language, the players' actions, and the
    times."""
    main, *others = night.languages
    cues = []
    spans = night.timeline.step_spans()
    ends = (*(span.start for span in spans[1:]), night.timeline.total)
    for span, end in zip(spans, ends, strict=True):
        cue = night.script.cues[span.cue_index]
        cues.append(
            {
                "kind": cue.kind.value,
                "line": cue.line,
                "text": night.rendered_line(main, cue.line).text,
                **({"second": night.rendered_line(others[0], cue.line).text} if others else {}),
                **{action: getattr(cue, action) for action in game.action_fields},
                **_span_times(span, end),
            }
        )
    return {"cues": cues, "seconds": round(night.timeline.total, 3), **game.night_knowledge(setup)}


def playback_to_json(
    playback: PlaybackResult, night: PreparedNight, setup: NightSetup, game: NightDefinition
) -> dict[str, Any]:
    """Return a simulated night as data: all lines that are heard, in order, with the players' actions.

    A line that is not `whole` was cut off. `step` counts from 1, and `mode` is the final mode of the player.
    """
    lines = [
        {
            "kind": line.spoken_cue.kind.value,
            "step": line.cue_index + 1,
            "line": line.spoken_cue.line,
            "language": line.language,
            "text": night.rendered_line(line.language, line.spoken_cue.line).text,
            **{action: getattr(line.spoken_cue, action) for action in game.action_fields},
            "rests": line.spoken_cue.is_rest,
            "start": round(line.start, 3),
            "speech": round(line.speech, 3),
            "hold": round(line.hold, 3),
            "whole": line.is_complete,
        }
        for line in playback.lines
    ]
    return {
        "heard": lines,
        "mode": playback.mode.value,
        "seconds": round(playback.seconds, 3),
        **game.night_knowledge(setup),
    }


def format_playback(playback: PlaybackResult, night: PreparedNight, tr: Translator) -> str:
    """Format a simulated night as text; a line that was cut off ends in dots."""
    lines = []
    for line in playback.lines:
        text = night.rendered_line(line.language, line.spoken_cue.line).text
        lines.append(f"{tr.format_clock(line.start):>5}  {text}{'' if line.is_complete else ' …'}")
    lines.append(f"{tr.format_clock(playback.seconds):>5}")
    return "\n".join(lines)


def _span_times(span: StepSpan, end: float) -> dict[str, float]:
    """Return the times in whole milliseconds. Start and end are rounded, not durations, so that each step
    ends where the next begins."""
    start, speech_end, end = (round(1000 * moment) for moment in (span.start, span.start + span.speech, end))
    speech_end = min(speech_end, end)
    return {"start": start / 1000, "speech": (speech_end - start) / 1000, "hold": (end - speech_end) / 1000}


def format_night(night: PreparedNight, tr: Translator) -> str:
    """Format the night as text: the start of each line, and the line in each language."""
    lines = []
    for span in night.timeline.step_spans():
        line = night.script.cues[span.cue_index].line
        line_texts = [night.rendered_line(language, line).text for language in night.languages]
        lines.append(f"{tr.format_clock(span.start):>5}  {line_texts[0]}")
        lines += [f"{'':>5}  {translation}" for translation in line_texts[1:]]
    lines.append(f"{tr.format_clock(night.timeline.total):>5}")
    return "\n".join(lines)


def _parse_presses(arguments: argparse.Namespace) -> tuple[Press, ...] | None:
    if arguments.hands is None:
        return None
    if arguments.out is not None:
        raise InvalidArguments(error("app.cli.night.hands_silent"))
    try:
        return parse_presses(arguments.hands)
    except ProblemError as wrong:
        raise InvalidArguments(wrong.problem) from wrong


def _write_audio(narration: Narration, night: PreparedNight, path: Path, tr: Translator) -> int:
    # Follow a symbolic link and write its target, so that the link stays.
    target = Path(os.path.realpath(path))
    try:
        if os.path.lexists(target) and not target.is_file():
            return report_problem(error("app.cli.night.no_file", file=str(path)), tr)
        narration.write_wav(night, target)
    except OSError as wrong:
        return report_problem(
            error("app.cli.cannot_write", file=str(path), reason=wrong.strerror or str(wrong)), tr
        )
    except ProblemError as wrong:
        return report_problem(wrong.problem, tr)
    print_line(
        escape_control_characters(tr("app.cli.night.written", file=str(path), n=round(night.timeline.total)))
    )
    return EXIT_OK


def _parse_game(arguments: argparse.Namespace) -> NightDefinition:
    definition = find_game_by_name(arguments.game or "")
    if definition is None or not definition.has_night:
        game_ids = "|".join(list_night_games())
        raise InvalidArguments(error("app.cli.night.needs_game", command=f"{PROGRAM_NAME} night {game_ids}"))
    arguments.game = definition.id
    for game, options in arguments_by_game().items():
        for option in options.arguments:
            if game != definition.id and getattr(arguments, option.name):
                raise InvalidArguments(
                    error("app.cli.night.other_game", option=option.flag, game=definition.id)
                )
    return load_night_definition(definition.id)


def _parse_setup(arguments: argparse.Namespace) -> tuple[NightSetup, tuple[Problem, ...]]:
    """Return the set-up and its problems."""
    roles = parse_roles(arguments, get_game(arguments.game))
    try:
        return arguments_by_game()[arguments.game].parse_setup(arguments, roles)
    except ProblemError as wrong:
        raise InvalidArguments(wrong.problem) from wrong


def _parse_options(arguments: argparse.Namespace, game: NightDefinition, tr: Translator) -> NightOptions:
    languages = [arguments.lang or tr.code]
    if arguments.second is not None:
        languages.append(arguments.second)
    for code in languages:
        if code not in LANGUAGES:
            raise InvalidArguments(error("app.cli.unknown_language", given=code, codes=tuple(LANGUAGES)))
    if arguments.style not in game.styles:
        raise InvalidArguments(
            error("app.cli.night.unknown_style", given=arguments.style, styles=tuple(game.styles))
        )
    try:
        pace = float(arguments.pace)
    except ValueError:
        pace = 0.0
    if not MIN_PACE <= pace <= MAX_PACE:
        raise InvalidArguments(
            error(
                "app.cli.night.pace_range", given=arguments.pace, slowest=str(MIN_PACE), fastest=str(MAX_PACE)
            )
        )
    return NightOptions(
        NightStyle(arguments.style), tuple(dict.fromkeys(languages)), pace, is_fixed_length=arguments.equal
    )


NIGHT = Command("app.cli.night", _add_arguments, _run)
