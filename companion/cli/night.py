"""`companion night`: the night of a set-up as text, as JSON or as an audio file, without a window."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from companion.cli.command import (
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    OptionGroup,
    escape_control_characters,
    parse_language,
    print_error,
    print_json,
    print_line,
    refusal,
    report_problems,
)
from companion.core.definition import GameDefinition, parse_options, to_snake_case
from companion.core.game import Problem, ProblemError, filter_blocking
from companion.core.players import make_unnamed_seats
from companion.core.serialization import Json
from companion.games.avalon import setup as avalon
from companion.games.cultists import setup as cultists
from companion.games.registry import find_game_by_name, get_game
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

# More digits cannot be a number of players, and would create as many names.
_PLAYER_COUNT: Final = re.compile(r"\d{1,4}")


# -- options of each game -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Argument:
    """Option `--name` with the catalogue key of its help and further arguments for argparse."""

    name: str
    help_key: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class NightArguments:
    """Night arguments of a game. `parse_setup` returns the set-up and its problems; the roles are passed
    separately."""

    arguments: tuple[Argument, ...]
    parse_setup: Callable[[argparse.Namespace, list[str]], tuple[NightSetup, tuple[Problem, ...]]]


def _parse_avalon_setup(
    arguments: argparse.Namespace, roles: list[str]
) -> tuple[NightSetup, tuple[Problem, ...]]:
    variant = (arguments.lancelot or "off").lower()
    variants = ("off", *(member.value for member in avalon.Lancelot))
    check_choice("--lancelot", arguments.lancelot, variant, variants)
    options = parse_options(arguments.option)
    known_options = [option.name for option in fields(avalon.Options)]
    for name in options:
        check_choice("--option", name, to_snake_case(name), known_options)
    setup = avalon.read_setup(
        {
            "players": list_seat_names(arguments),
            "roles": [*roles],
            "lancelot": None if variant == "off" else variant,
            "options": options,
        }
    )
    return setup, avalon.problems(setup)


def _parse_cultists_setup(
    arguments: argparse.Namespace, roles: list[str]
) -> tuple[NightSetup, tuple[Problem, ...]]:
    has_extra_seer = arguments.seer and cultists.SEER not in roles
    selected_roles = [*roles, *((cultists.SEER,) if has_extra_seer else ())]
    setup = cultists.read_setup(
        {
            "players": list_seat_names(arguments),
            "roles": selected_roles or None,
            "automa": arguments.automa or None,
            "first_game": arguments.first_game,
        }
    )
    setup_problems = cultists.problems(setup)
    # The night only depends on the Seer. Whether a set of roles is balanced can be checked only if it is
    # given.
    return setup, setup_problems if roles else filter_blocking(setup_problems)


AVALON_ARGUMENTS: Final = NightArguments(
    (
        Argument("lancelot", "app.cli.night.lancelot", {"metavar": "off|v1|v2|v3"}),
        Argument(
            "option", "app.cli.night.option", {"metavar": "NAME=VALUE", "action": "append", "default": []}
        ),
    ),
    _parse_avalon_setup,
)
CULTISTS_ARGUMENTS: Final = NightArguments(
    tuple(
        Argument(name, f"app.cli.night.{name}", {"action": "store_true"})
        for name in ("seer", "automa", "first_game")
    ),
    _parse_cultists_setup,
)


def arguments_by_game() -> dict[str, NightArguments]:
    """Return the night arguments of each game that has a night."""
    return {game: get_game(game).get_part(NightArguments) for game in list_night_games()}


def add_game_options(options: OptionGroup, *, except_names: Collection[str] = ()) -> None:
    """Add the options of all games, except those that a command defines itself."""
    for night_arguments in arguments_by_game().values():
        for argument in night_arguments.arguments:
            if argument.name not in except_names:
                options.add(
                    argument.flag, help_key=argument.help_key, dest=argument.name, **argument.settings
                )


def check_game_options(
    arguments: argparse.Namespace, definition: GameDefinition, *, except_names: Collection[str] = ()
) -> None:
    """Raise `ProblemError` if an option of another game is used."""
    for game, night_arguments in arguments_by_game().items():
        for argument in night_arguments.arguments:
            is_used = argument.name not in except_names and getattr(arguments, argument.name)
            if is_used and game != definition.id:
                raise refusal("app.cli.night.other_game", option=argument.flag, game=definition.id)


def parse_roles(arguments: argparse.Namespace, game: GameDefinition) -> list[str]:
    """Return the roles of the command line. Raises `ProblemError` if the number of players is missing."""
    if not _PLAYER_COUNT.fullmatch(arguments.players or ""):
        raise refusal("app.cli.night.needs_players", fewest=game.min_players, most=game.max_players)
    return [role.strip() for role in arguments.roles.split(",") if role.strip()]


def list_seat_names(arguments: argparse.Namespace) -> list[Json]:
    """Return a list of unnamed players."""
    return [*make_unnamed_seats(int(arguments.players))]


def check_choice(option: str, typed: str, value: str, choices: Sequence[str]) -> None:
    """Raise `ProblemError` if the value is not one of the choices."""
    if value not in choices:
        raise refusal("app.cli.night.unknown_value", option=option, given=typed, known=", ".join(choices))


# -- the command --------------------------------------------------------------------------------------------


def _add_options(options: OptionGroup) -> None:
    def add(*names: str, key: str, **settings: Any) -> None:
        options.add(*names, help_key=f"app.cli.night.{key}", **settings)

    add("game", key="game", nargs="?", metavar="GAME")
    add("--players", key="players", metavar="N")
    add("--roles", key="roles", metavar="A,B", default="")
    add_game_options(options)
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
    definition = _parse_game(arguments)
    game = load_night_definition(definition.id)
    if sum((arguments.json, arguments.text, arguments.out is not None)) > 1:
        raise refusal("app.cli.night.one_form")
    night_options = _parse_options(arguments, game, tr)
    try:
        roles = parse_roles(arguments, definition)
        setup, setup_problems = definition.get_part(NightArguments).parse_setup(arguments, roles)
    except ProblemError as wrong:
        return report_problems((wrong.problem,), tr, is_json=arguments.json)
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
        if arguments.json:
            print_json(playback_to_json(playback, night, setup, game))
        else:
            print_line(format_playback(playback, night, tr))
    elif arguments.json:
        print_json(night_to_json(night, setup, game))
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
        raise refusal("app.cli.night.hands_silent")
    return parse_presses(arguments.hands)


def _write_audio(narration: Narration, night: PreparedNight, path: Path, tr: Translator) -> int:
    # Follow a symbolic link and write its target, so that the link stays.
    target = Path(os.path.realpath(path))
    try:
        if os.path.lexists(target) and not target.is_file():
            raise refusal("app.cli.night.no_file", file=str(path))
        narration.write_wav(night, target)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise refusal("app.cli.cannot_write", file=str(path), reason=reason) from wrong
    print_line(
        escape_control_characters(tr("app.cli.night.written", file=str(path), n=round(night.timeline.total)))
    )
    return EXIT_OK


def _parse_game(arguments: argparse.Namespace) -> GameDefinition:
    definition = find_game_by_name(arguments.game or "")
    if definition is None or not definition.has_night:
        game_ids = "|".join(list_night_games())
        raise refusal("app.cli.night.needs_game", command=f"{PROGRAM_NAME} night {game_ids}")
    check_game_options(arguments, definition)
    return definition


def _parse_options(arguments: argparse.Namespace, game: NightDefinition, tr: Translator) -> NightOptions:
    languages = [parse_language(arguments.lang or tr.code)]
    if arguments.second is not None:
        languages.append(parse_language(arguments.second))
    if arguments.style not in game.styles:
        raise refusal("app.cli.night.unknown_style", given=arguments.style, styles=tuple(game.styles))
    try:
        pace = float(arguments.pace)
    except ValueError:
        pace = 0.0
    if not MIN_PACE <= pace <= MAX_PACE:
        pace_range = {"slowest": str(MIN_PACE), "fastest": str(MAX_PACE)}
        raise refusal("app.cli.night.pace_range", given=arguments.pace, **pace_range)
    return NightOptions(
        NightStyle(arguments.style), tuple(dict.fromkeys(languages)), pace, is_fixed_length=arguments.equal
    )


NIGHT = Command(_add_options, _run)
