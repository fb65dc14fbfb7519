"""`companion night`: the night of a table as words, as JSON or as one sound file, without a window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from companion.commands.command import (
    NAME,
    OK,
    Command,
    WrongArguments,
    as_json,
    complain,
    help_line,
    one_line,
    refused,
    refused_all,
    say,
)
from companion.commands.night_options import add_own_options, options_by_game, roles_asked_for
from companion.games.game import Problem, ProblemError, blocking, error
from companion.games.shelf import game_named, game_of
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narration import Narration
from companion.narrator.night import Manner, Night
from companion.narrator.plan import Span
from companion.narrator.rehearsal import Press, Rehearsal, read_presses, rehearse
from companion.scripts.cues import Style
from companion.scripts.nights import GameNight, Seated, games_with_a_night, night_of
from companion.settings import FASTEST, SLOWEST, Voice
from companion.storage.folder import data_folder


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    def add(*names: str, key: str, **options: Any) -> None:
        group.add_argument(*names, help=help_line(tr, f"app.cli.night.{key}"), **options)

    add("game", key="game", nargs="?", metavar="GAME")
    add("--players", key="players", metavar="N")
    add("--roles", key="roles", metavar="A,B", default="")
    add_own_options(group, tr)
    add("--style", key="style", metavar="|".join(Style), default=Style.NORMAL.value)
    add("--lang", key="lang", metavar="CODE")
    add("--second", key="second", metavar="CODE")
    add("--pace", key="pace", metavar="X", default="1.0")
    add("--equal", key="equal", action="store_true")
    add("--hands", key="hands", metavar="PRESSES")
    add("--json", key="json", action="store_true")
    add("--text", key="text", action="store_true")
    add("--out", key="out", metavar="FILE.wav")


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    game = _game(arguments)
    if sum((arguments.json, arguments.text, arguments.out is not None)) > 1:
        raise WrongArguments(error("app.cli.night.one_form"))
    manner = _manner(arguments, game, tr)
    try:
        setup, wrong = _setup(arguments)
    except WrongArguments as unreadable:
        return refused_all((unreadable.problem,), tr, json=arguments.json)
    if blocking(wrong):
        return refused_all(wrong, tr, json=arguments.json)
    for problem in wrong:
        complain(tr.problem(problem))
    hands = _hands(arguments)
    narration = Narration(data_folder(os.environ, sys.platform))
    night = narration.night(setup, manner, Voice.BEST)
    for problem in night.problems:
        complain(tr.problem(problem))
    if hands is not None:
        done = rehearse(night.timeline, hands)
        say(as_json(rehearsed(done, night, setup, game)) if arguments.json else as_told(done, night, tr))
    elif arguments.json:
        say(as_json(as_record(night, setup, game)))
    elif arguments.out is not None:
        return _write(narration, night, Path(arguments.out), tr)
    else:
        say(as_text(night, tr))
    return OK


def as_record(night: Night, setup: Seated, game: GameNight) -> dict[str, Any]:
    """The night as data: every step with its line in each language, what people do, and when."""
    main, *others = night.languages
    cues = []
    spans = night.timeline.spans()
    ends = (*(span.start for span in spans[1:]), night.timeline.total)
    for span, end in zip(spans, ends, strict=True):
        cue = night.script.cues[span.cue]
        cues.append(
            {
                "kind": cue.kind.value,
                "line": cue.line,
                "text": night.said(main, cue.line).text,
                **({"second": night.said(others[0], cue.line).text} if others else {}),
                **{act: getattr(cue, act) for act in game.acts},
                **_times(span, end),
            }
        )
    return {"cues": cues, "seconds": round(night.timeline.total, 3), **game.knows(setup)}


def rehearsed(done: Rehearsal, night: Night, setup: Seated, game: GameNight) -> dict[str, Any]:
    """A night in somebody's hands as data: all that is heard, in order, with what people do who hear it.

    A line that is not `whole` was cut off. `step` counts from 1, and `mode` is how the night was left.
    """
    heard = [
        {
            "kind": line.said.kind.value,
            "step": line.cue + 1,
            "line": line.said.line,
            "language": line.language,
            "text": night.said(line.language, line.said.line).text,
            **{act: getattr(line.said, act) for act in game.acts},
            "rests": line.said.rests,
            "start": round(line.start, 3),
            "speech": round(line.speech, 3),
            "hold": round(line.hold, 3),
            "whole": line.whole,
        }
        for line in done.heard
    ]
    return {
        "heard": heard,
        "mode": done.mode.value,
        "seconds": round(done.seconds, 3),
        **game.knows(setup),
    }


def as_told(done: Rehearsal, night: Night, tr: Translator) -> str:
    """The same to be read; what was cut off ends in dots."""
    rows = []
    for line in done.heard:
        text = night.said(line.language, line.said.line).text
        rows.append(f"{tr.clock(line.start):>5}  {text}{'' if line.whole else ' …'}")
    rows.append(f"{tr.clock(done.seconds):>5}")
    return "\n".join(rows)


def _times(span: Span, end: float) -> dict[str, float]:
    """In whole milliseconds. Moments are rounded, not lengths, so that a step ends where the next begins."""
    start, said, end = (round(1000 * moment) for moment in (span.start, span.start + span.speech, end))
    said = min(said, end)
    return {"start": start / 1000, "speech": (said - start) / 1000, "hold": (end - said) / 1000}


def as_text(night: Night, tr: Translator) -> str:
    """The night to be read: when each line is said, and the line in each language."""
    rows = []
    for span in night.timeline.spans():
        line = night.script.cues[span.cue].line
        said = [night.said(language, line).text for language in night.languages]
        rows.append(f"{tr.clock(span.start):>5}  {said[0]}")
        rows += [f"{'':>5}  {other}" for other in said[1:]]
    rows.append(f"{tr.clock(night.timeline.total):>5}")
    return "\n".join(rows)


def _hands(arguments: argparse.Namespace) -> tuple[Press, ...] | None:
    if arguments.hands is None:
        return None
    if arguments.out is not None:
        raise WrongArguments(error("app.cli.night.hands_silent"))
    try:
        return read_presses(arguments.hands)
    except ProblemError as wrong:
        raise WrongArguments(wrong.problem) from wrong


def _write(narration: Narration, night: Night, path: Path, tr: Translator) -> int:
    # A link stays a link: what it leads to is written.
    target = Path(os.path.realpath(path))
    try:
        if os.path.lexists(target) and not target.is_file():
            return refused(error("app.cli.night.no_file", file=str(path)), tr)
        narration.write(night, target)
    except OSError as wrong:
        return refused(error("app.cli.cannot_write", file=str(path), reason=wrong.strerror or str(wrong)), tr)
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    say(one_line(tr("app.cli.night.written", file=str(path), n=round(night.timeline.total))))
    return OK


def _game(arguments: argparse.Namespace) -> GameNight:
    named = game_named(arguments.game or "")
    if named is None or not named.night:
        known = "|".join(games_with_a_night())
        raise WrongArguments(error("app.cli.night.needs_game", command=f"{NAME} night {known}"))
    arguments.game = named.id
    for game, options in options_by_game().items():
        for option in options.own:
            if game != named.id and getattr(arguments, option.name):
                raise WrongArguments(error("app.cli.night.other_game", option=option.flag, game=named.id))
    return night_of(named.id)


def _setup(arguments: argparse.Namespace) -> tuple[Seated, tuple[Problem, ...]]:
    """The set-up, and what is wrong or unwise about it."""
    roles = roles_asked_for(arguments, game_of(arguments.game))
    try:
        return options_by_game()[arguments.game].setup(arguments, roles)
    except ProblemError as wrong:
        raise WrongArguments(wrong.problem) from wrong


def _manner(arguments: argparse.Namespace, game: GameNight, tr: Translator) -> Manner:
    languages = [arguments.lang or tr.code]
    if arguments.second is not None:
        languages.append(arguments.second)
    for code in languages:
        if code not in LANGUAGES:
            raise WrongArguments(error("app.cli.unknown_language", given=code, codes=tuple(LANGUAGES)))
    if arguments.style not in game.styles:
        raise WrongArguments(
            error("app.cli.night.unknown_style", given=arguments.style, styles=tuple(game.styles))
        )
    try:
        pace = float(arguments.pace)
    except ValueError:
        pace = 0.0
    if not SLOWEST <= pace <= FASTEST:
        raise WrongArguments(
            error(
                "app.cli.night.pace_range", given=arguments.pace, slowest=str(SLOWEST), fastest=str(FASTEST)
            )
        )
    return Manner(Style(arguments.style), tuple(dict.fromkeys(languages)), pace, equal=arguments.equal)


NIGHT = Command("app.cli.night", _arguments, _run)
