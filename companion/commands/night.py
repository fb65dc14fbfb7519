"""`companion night`: the night of a table as words, as JSON or as one sound file, without a window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from companion.commands.command import (
    OK,
    REFUSED,
    Command,
    WrongArguments,
    as_json,
    complain,
    help_line,
    refused,
)
from companion.games.avalon.knowledge import knowledge
from companion.games.avalon.roles import FEWEST, MOST
from companion.games.avalon.setup import Lancelot, Setup, options_from_text, problems, read_setup
from companion.games.game import ProblemError, blocking, error
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narration import Narration
from companion.narrator.night import Manner, Night
from companion.scripts.cues import Style
from companion.settings import FASTEST, SLOWEST, Voice
from companion.storage.folder import data_folder

GAMES = ("avalon",)


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    def add(*names: str, key: str, **options: Any) -> None:
        group.add_argument(*names, help=help_line(tr, f"app.cli.night.{key}"), **options)

    add("game", key="game", nargs="?", metavar="GAME")
    add("--players", key="players", metavar="N")
    add("--roles", key="roles", metavar="A,B", default="")
    add("--lancelot", key="lancelot", metavar="|".join(way.value for way in Lancelot))
    add("--option", key="option", metavar="NAME=VALUE", action="append", default=[])
    add("--style", key="style", metavar="|".join(Style), default=Style.NORMAL.value)
    add("--lang", key="lang", metavar="CODE")
    add("--second", key="second", metavar="CODE")
    add("--pace", key="pace", metavar="X", default="1.0")
    add("--equal", key="equal", action="store_true")
    add("--json", key="json", action="store_true")
    add("--text", key="text", action="store_true")
    add("--out", key="out", metavar="FILE.wav")


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    setup = _setup(arguments)
    manner = _manner(arguments, tr)
    if sum((arguments.json, arguments.text, arguments.out is not None)) > 1:
        raise WrongArguments(error("app.cli.night.one_form"))
    wrong = problems(setup)
    for problem in wrong:
        complain(tr.problem(problem))
    if blocking(wrong):
        if arguments.json:
            print(as_json({"problems": [problem.code for problem in wrong]}))
        return REFUSED
    narration = Narration(data_folder(os.environ, sys.platform))
    night = narration.night(setup, manner, Voice.BEST)
    for problem in narration.problems:
        complain(tr.problem(problem))
    if arguments.json:
        print(as_json(as_record(night, setup)))
    elif arguments.out is not None:
        return _write(narration, night, Path(arguments.out), tr)
    else:
        print(as_text(night, tr))
    return OK


def as_record(night: Night, setup: Setup) -> dict[str, Any]:
    """The night as data: every step with its line, what people do, and when."""
    main = night.languages[0]
    cues = []
    for span in night.timeline.spans():
        cue = night.script.cues[span.cue]
        cues.append(
            {
                "kind": cue.kind.value,
                "line": cue.line,
                "text": night.said(main, cue.line).text,
                "opens": list(cue.opens),
                "closes": list(cue.closes),
                "thumbs_up": list(cue.thumbs_up),
                "thumbs_down": list(cue.thumbs_down),
                "start": round(span.start, 3),
                "speech": round(span.speech, 3),
                "hold": round(span.hold, 3),
            }
        )
    seen = {role: list(roles) for role, roles in knowledge(setup).items()}
    return {"cues": cues, "seconds": round(night.timeline.total, 3), "knows": seen}


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


def _write(narration: Narration, night: Night, path: Path, tr: Translator) -> int:
    try:
        narration.write(night, path)
    except OSError as wrong:
        return refused(error("app.cli.cannot_write", file=str(path), reason=wrong.strerror or str(wrong)), tr)
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    print(tr("app.cli.night.written", file=str(path), n=round(night.timeline.total)))
    return OK


def _setup(arguments: argparse.Namespace) -> Setup:
    if arguments.game not in GAMES:
        raise WrongArguments(error("app.cli.night.needs_game", games=GAMES))
    if arguments.players is None or not arguments.players.isdecimal():
        raise WrongArguments(error("app.cli.night.needs_players", fewest=FEWEST, most=MOST))
    names = [str(seat + 1) for seat in range(min(int(arguments.players), 99))]
    roles = [role.strip() for role in arguments.roles.split(",") if role.strip()]
    try:
        return read_setup(
            {
                "players": names,
                "roles": [role for role in roles if role not in ("merlin", "assassin")],
                "lancelot": arguments.lancelot,
                "options": options_from_text(arguments.option),
            }
        )
    except ProblemError as wrong:
        raise WrongArguments(wrong.problem) from wrong


def _manner(arguments: argparse.Namespace, tr: Translator) -> Manner:
    languages = [arguments.lang or tr.code]
    if arguments.second is not None:
        languages.append(arguments.second)
    for code in languages:
        if code not in LANGUAGES:
            raise WrongArguments(error("app.cli.unknown_language", given=code, codes=tuple(LANGUAGES)))
    if arguments.style not in tuple(Style):
        raise WrongArguments(error("app.cli.night.unknown_style", given=arguments.style, styles=tuple(Style)))
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
