"""`companion night`: the night of a set-up as text, as JSON or as an audio file, without a window.

With `--hands`, button presses and phone events at given times are simulated: which lines are heard, and when.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
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
from companion.core.game import Problem, ProblemError, error, filter_blocking
from companion.core.players import make_unnamed_seats
from companion.core.serialization import Json
from companion.games.avalon import setup as avalon
from companion.games.cultists import setup as cultists
from companion.games.registry import find_game_by_name, get_game
from companion.i18n.translator import Translator
from companion.narrator.narration import Narration
from companion.narrator.planner import NightOptions, PreparedNight, StepSpan, Timeline
from companion.narrator.player import FROZEN_AFTER_SECONDS, Event, NightMode, NightPlayer, StartLine
from companion.scripts.script import (
    Cue,
    NightDefinition,
    NightSetup,
    NightStyle,
    list_night_games,
    load_night_definition,
)
from companion.settings import MAX_PACE, MIN_PACE, VoicePreference
from companion.storage.database import find_data_folder

# Shorter than the gap that a player takes for a frozen process.
_TICK_SECONDS: Final = FROZEN_AFTER_SECONDS / 2
# Limit of the simulated time, for presses that never end the night.
_MAX_SECONDS: Final = 3600.0


class PhoneEvent(StrEnum):
    """Event on the phone during a night. `CALL` is a call, the lock screen or another app, and `RETURN` the
    way back. `RESIZE` stands for a new window size or language, which rebuilds the page and cuts off the
    voice. `KILL` closes the app and opens it again."""

    PAUSE = "pause"
    RESUME = "resume"
    REPEAT = "again"
    BACK = "back"
    SHORTEN = "shorten"
    STOP = "stop"
    START = "start"
    CALL = "call"
    RETURN = "return"
    RESIZE = "resize"
    LANGUAGE = "language"
    KILL = "kill"


@dataclass(frozen=True, slots=True)
class Press:
    seconds: float
    event: PhoneEvent


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Line as far as it was heard, and the seconds of silence after it. `cue_index` is its step, from 0."""

    cue_index: int
    spoken_cue: Cue
    language: str
    start: float
    speech: float
    is_complete: bool
    hold: float


@dataclass(frozen=True, slots=True)
class PlaybackResult:
    lines: tuple[PlayedLine, ...]
    mode: NightMode
    seconds: float


def apply_phone_event(player: NightPlayer, event: PhoneEvent, now: float) -> tuple[Event, ...]:
    handlers: dict[PhoneEvent, Callable[[float], tuple[Event, ...]]] = {
        PhoneEvent.PAUSE: player.pause,
        PhoneEvent.RESUME: player.resume,
        PhoneEvent.REPEAT: player.repeat_line,
        PhoneEvent.BACK: player.step_back,
        PhoneEvent.SHORTEN: player.shorten_hold,
        PhoneEvent.STOP: player.stop,
        PhoneEvent.START: player.restart,
        PhoneEvent.CALL: player.suspend,
        # The night stays paused until the user resumes it.
        PhoneEvent.RETURN: lambda _: (),
        PhoneEvent.RESIZE: player.on_rebuild,
        PhoneEvent.LANGUAGE: player.on_rebuild,
        PhoneEvent.KILL: player.interrupt,
    }
    return handlers[event](now)


def run_playback(player: NightPlayer, presses: Sequence[Press]) -> Iterator[tuple[float, tuple[Event, ...]]]:
    """Yield all events with their times, in order; the player is ticked as the night page does it."""
    now = 0.0
    yield now, player.start(now)
    pending = sorted(presses, key=lambda pending_press: pending_press.seconds)
    while now < _MAX_SECONDS and (pending or _is_running(player)):
        next_press_at = pending[0].seconds if pending else math.inf
        now = max(now, min(player.next_event_at, next_press_at, now + _TICK_SECONDS))
        yield now, player.tick(now)
        while pending and pending[0].seconds <= now:
            yield now, apply_phone_event(player, pending.pop(0).event, now)


def play_presses(timeline: Timeline, presses: Iterable[Press]) -> PlaybackResult:
    player = NightPlayer(timeline)
    lines: list[PlayedLine] = []
    now = 0.0
    is_speaking = False
    for now, events in run_playback(player, tuple(presses)):
        for event in events:
            if lines:
                lines[-1] = _extend_line(lines[-1], now, timeline, is_speaking=is_speaking)
            is_speaking = isinstance(event, StartLine)
            if isinstance(event, StartLine):
                cue_index, cue, language = event.cue_index, event.spoken_cue, event.language
                lines.append(PlayedLine(cue_index, cue, language, now, 0.0, False, 0.0))
    if lines:
        lines[-1] = _extend_line(lines[-1], now, timeline, is_speaking=is_speaking)
    return PlaybackResult(tuple(lines), player.mode, now)


def advance_to_cue(player: NightPlayer, now: float, cue_index: int) -> float:
    """Tick a running night until it reaches this step, counted from 0; return the time at which it does."""
    while player.cue_index < cue_index and player.mode in (NightMode.COUNTING, NightMode.PLAYING):
        now = max(now, min(player.next_event_at, now + _TICK_SECONDS))
        player.tick(now)
    return now


def _extend_line(line: PlayedLine, now: float, timeline: Timeline, *, is_speaking: bool) -> PlayedLine:
    full_seconds = timeline.line_seconds[line.language][line.spoken_cue.line]
    if is_speaking:
        speech = min(now - line.start, full_seconds)
        # Ticks are exact here; the tolerance is for rounding errors of float sums.
        line = replace(line, speech=speech, is_complete=speech > full_seconds - 1e-6)
    return replace(line, hold=now - line.start - line.speech)


def _is_running(player: NightPlayer) -> bool:
    """True if the night runs by itself; a paused one only repeats its reminder."""
    return player.mode not in (NightMode.READY, NightMode.ENDED) and not player.is_waiting


def parse_presses(text: str) -> tuple[Press, ...]:
    """Parse presses such as `6.5 shorten, 12 back`: seconds from the start, and the event."""
    presses = []
    for part in filter(None, map(str.strip, text.split(","))):
        seconds, _, name = part.partition(" ")
        try:
            press = Press(float(seconds), PhoneEvent(name.strip().lower()))
            if not 0 <= press.seconds <= _MAX_SECONDS:
                raise ValueError(part)
        except ValueError as failure:
            names, limit = ", ".join(PhoneEvent), round(_MAX_SECONDS)
            problem = error("app.cli.night.hands_unreadable", given=part, known=names, longest=limit)
            raise ProblemError(problem) from failure
        presses.append(press)
    return tuple(presses)


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
