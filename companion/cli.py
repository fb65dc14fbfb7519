"""The command line: the app itself, and the same core without a window."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import companion
from companion.device import device_language
from companion.games.files import RefusedMove, read_record, replay
from companion.games.game import Problem, ProblemError, error
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Arg, Translator
from companion.settings import default_language

OK, BROKEN, REFUSED = 0, 1, 2
# What a shell reports for a program stopped from the keyboard, or by a reader that went away.
INTERRUPTED, PIPE_CLOSED = 130, 141
NAME = "companion"


class WrongArguments(ProblemError):
    """The command line makes no sense; the problem's sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word after `companion`: its line in the help, its arguments, and what it does."""

    help_key: str
    add_arguments: Callable[[argparse._ArgumentGroup, Translator], None]
    run: Callable[[argparse.Namespace, Translator], int]


def main(argv: list[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a letter shows a stand-in for it.
            stream.reconfigure(errors="replace")
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered must not fail once more on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(argv: Sequence[str]) -> int:
    tr = Translator(default_language(device_language()))
    try:
        # Taken out first, so that they may stand before or after the command.
        everywhere, rest = _everywhere(tr).parse_known_args(argv)
        if everywhere.language is not None:
            tr = Translator(_language(everywhere.language))
            os.environ["COMPANION_LANGUAGE"] = tr.code
        if everywhere.data is not None:
            os.environ["COMPANION_DATA"] = str(_folder(everywhere.data))
        arguments = _parsed(rest, tr)
        command = COMMANDS.get(arguments.command)
        return _start(tr) if command is None else command.run(arguments, tr)
    except SystemExit as done:  # argparse has printed the help or the version
        return int(done.code or OK)
    except WrongArguments as wrong:
        return _refused(wrong.problem, tr)
    except argparse.ArgumentError as wrong:
        return _refused(error("app.cli.option_wrong", option=wrong.argument_name or wrong.message), tr)


def _start(tr: Translator) -> int:
    if find_spec("kivy") is None:
        _complain(tr("app.cli.no_kivy"))
        return BROKEN
    from companion.launch import run

    return run()


def _doctor_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--json", action="store_true", help=_help(tr, "app.cli.doctor_json"))


def _doctor(arguments: argparse.Namespace, tr: Translator) -> int:
    from companion import doctor

    findings = doctor.examine()
    print(_json(doctor.as_json(findings, tr)) if arguments.json else doctor.as_text(findings, tr))
    return OK if doctor.usable(findings) else BROKEN


def _replay_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--trace", action="store_true", help=_help(tr, "app.cli.replay_trace"))
    group.add_argument("file", nargs="?", metavar="FILE", help=_help(tr, "app.cli.replay_file"))


def _replay(arguments: argparse.Namespace, tr: Translator) -> int:
    if arguments.file is None:
        raise WrongArguments(error("app.cli.replay_needs_file"))
    try:
        data = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        return _refused(error("app.cli.cannot_read", file=arguments.file, reason=reason), tr)
    try:
        _print_states(data, trace=arguments.trace)
    except RefusedMove as refused:
        print(_json({"refused": refused.number, "problem": refused.problem.code}))
        sentence = tr.problem(refused.problem)
        _complain(tr("app.cli.move_refused", number=refused.number, reason=sentence))
        return REFUSED
    except ProblemError as refused:
        print(_json({"refused": None, "problem": refused.problem.code}))
        return _refused(refused.problem, tr)
    return OK


def _print_states(data: bytes, *, trace: bool) -> None:
    record = read_record(data)
    states = replay(record)
    state = next(states)
    for state in states:
        if trace:
            print(_json(record.game.public(state)))
    if not trace or not record.moves:
        print(_json(record.game.public(state)))


COMMANDS: Mapping[str, Command] = {
    "doctor": Command("app.cli.doctor", _doctor_arguments, _doctor),
    "replay": Command("app.cli.replay", _replay_arguments, _replay),
}


class _Parser(argparse.ArgumentParser):
    """argparse without its own way out: what is wrong is raised, for one translated sentence."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, allow_abbrev=False, exit_on_error=False)

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentError(None, message)


def _everywhere(tr: Translator) -> _Parser:
    """Takes the options that may stand anywhere, and leaves the rest."""
    parser = _Parser(prog=NAME)
    _add_options(parser, tr)
    return parser


def _add_options(parser: argparse.ArgumentParser, tr: Translator) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(tr("app.cli.options"))
    group.add_argument("--data", metavar="FOLDER", help=_help(tr, "app.cli.data"))
    group.add_argument(
        "--language", metavar="CODE", help=_help(tr, "app.cli.language", codes=tuple(LANGUAGES))
    )
    return group


def _parsed(words: Sequence[str], tr: Translator) -> argparse.Namespace:
    parser = _Parser(
        prog=NAME,
        description=_help(tr, "app.cli.about"),
        epilog=_help(tr, "app.cli.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title=tr("app.cli.commands"), dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(
            name, help=_help(tr, command.help_key), description=_help(tr, command.help_key)
        )
        group = _add_options(sub, tr)
        group.add_argument("-h", "--help", action="help", help=_help(tr, "app.cli.help"))
        command.add_arguments(group, tr)
    group = _add_options(parser, tr)
    group.add_argument("-h", "--help", action="help", help=_help(tr, "app.cli.help"))
    version = f"{NAME} {companion.__version__}"
    group.add_argument("--version", action="version", version=version, help=_help(tr, "app.cli.version"))
    _check_first(words)
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        raise WrongArguments(error("app.cli.unknown_argument", given=unknown[0]))
    return arguments


def _check_first(words: Sequence[str]) -> None:
    """argparse has words of its own for these two mistakes, and they are long."""
    if words and words[0] not in (*COMMANDS, "-h", "--help", "--version"):
        if words[0].startswith("-"):
            raise WrongArguments(error("app.cli.unknown_argument", given=words[0]))
        raise WrongArguments(error("app.cli.unknown_command", given=words[0], commands=tuple(COMMANDS)))


def _help(tr: Translator, key: str, **args: Arg) -> str:
    """A line for argparse, which takes a percent sign for a place to fill."""
    return tr(key, **args).replace("%", "%%")


def _language(given: str) -> str:
    if given not in LANGUAGES:
        raise WrongArguments(error("app.cli.unknown_language", given=given, codes=tuple(LANGUAGES)))
    return given


def _folder(given: str) -> Path:
    folder = Path(given).absolute()
    if folder.exists() and not folder.is_dir():
        raise WrongArguments(error("app.cli.data_no_folder", folder=given))
    return folder


def _refused(problem: Problem, tr: Translator) -> int:
    _complain(tr.problem(problem))
    return REFUSED


def _complain(sentence: str) -> None:
    print(f"{NAME}: {sentence}", file=sys.stderr)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
