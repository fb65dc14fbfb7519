"""`companion replay`: play a record file again and tell where the game stands."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from pathlib import Path

from companion.commands.command import (
    NAME,
    OK,
    REFUSED,
    Command,
    WrongArguments,
    as_json,
    complain,
    help_line,
    say,
)
from companion.commands.command import refused as say_refused
from companion.games.files import RefusedMove, read_record, replay
from companion.games.game import ProblemError, error
from companion.i18n.translator import Translator


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--trace", action="store_true", help=help_line(tr, "app.cli.replay_trace"))
    group.add_argument("file", nargs="?", metavar="FILE", help=help_line(tr, "app.cli.replay_file"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    if not arguments.file:
        raise WrongArguments(error("app.cli.replay_needs_file", command=f"{NAME} replay FILE"))
    try:
        data = _read(arguments.file)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        return say_refused(error("app.cli.cannot_read", file=arguments.file, reason=reason), tr)
    try:
        _print_states(data, trace=arguments.trace)
    except RefusedMove as refused:
        say(as_json({"refused": refused.number, "problem": refused.problem.code}))
        sentence = tr.problem(refused.problem)
        complain(tr("app.cli.move_refused", number=refused.number, reason=sentence))
        return REFUSED
    except ProblemError as refused:
        say(as_json({"refused": None, "problem": refused.problem.code}))
        return say_refused(refused.problem, tr)
    return OK


def _read(file: str) -> bytes:
    if file != "-":
        return Path(file).read_bytes()
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read()


def _print_states(data: bytes, *, trace: bool) -> None:
    record = read_record(data)
    states = replay(record)
    state = next(states)
    for state in states:
        if trace:
            say(as_json(record.game.public(state)))
    if not trace or not record.moves:
        say(as_json(record.game.public(state)))


REPLAY = Command("app.cli.replay", _arguments, _run)
