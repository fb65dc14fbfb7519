"""`companion replay`: replay a game file and print its state."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from pathlib import Path

from companion.commands.command import (
    EXIT_OK,
    EXIT_REFUSED,
    PROGRAM_NAME,
    Command,
    InvalidArguments,
    format_help,
    print_error,
    print_line,
    to_json,
)
from companion.commands.command import report_problem as say_refused
from companion.core.game import ProblemError, error
from companion.games.game_file import ReplayError, parse_record, replay
from companion.i18n.translator import Translator


def _add_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--trace", action="store_true", help=format_help(tr, "app.cli.replay_trace"))
    group.add_argument("file", nargs="?", metavar="FILE", help=format_help(tr, "app.cli.replay_file"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    if not arguments.file:
        raise InvalidArguments(error("app.cli.replay_needs_file", command=f"{PROGRAM_NAME} replay FILE"))
    try:
        data = _read_input(arguments.file)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        return say_refused(error("app.cli.cannot_read", file=arguments.file, reason=reason), tr)
    try:
        _print_states(data, trace=arguments.trace)
    except ReplayError as wrong_move:
        print_line(to_json({"refused": wrong_move.move_number, "problem": wrong_move.problem.code}))
        sentence = tr.translate_problem(wrong_move.problem)
        print_error(tr("app.cli.move_refused", number=wrong_move.move_number, reason=sentence))
        return EXIT_REFUSED
    except ProblemError as wrong_move:
        print_line(to_json({"refused": None, "problem": wrong_move.problem.code}))
        return say_refused(wrong_move.problem, tr)
    return EXIT_OK


def _read_input(file: str) -> bytes:
    if file != "-":
        return Path(file).read_bytes()
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read()


def _print_states(data: bytes, *, trace: bool) -> None:
    record = parse_record(data)
    states = replay(record)
    state = next(states)
    for state in states:
        if trace:
            print_line(to_json(record.game.public_state(state)))
    if not trace or not record.moves:
        print_line(to_json(record.game.public_state(state)))


REPLAY = Command("app.cli.replay", _add_arguments, _run)
