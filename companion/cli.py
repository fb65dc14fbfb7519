"""Command line: starts the app, or runs a subcommand without a window."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import companion
from companion.commands.backup import BACKUP
from companion.commands.command import (
    EXIT_BROKEN,
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    InvalidArguments,
    OutputLost,
    format_help,
    print_error,
    print_line,
    report_problem,
)
from companion.commands.doctor import DOCTOR
from companion.commands.export import EXPORT
from companion.commands.guide import GUIDE
from companion.commands.night import NIGHT
from companion.commands.replay import REPLAY
from companion.commands.restore import RESTORE
from companion.commands.stats import STATS
from companion.core.game import ProblemError, error
from companion.device.system import device_language, has_display
from companion.files.share_link import is_link, parse_link
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.settings import default_language

# Exit codes that a shell reports for SIGINT and SIGPIPE.
INTERRUPTED, PIPE_CLOSED = 130, 141
_HELP_COMMAND = f"{PROGRAM_NAME} --help"


def main(argv: list[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot display a character shows a replacement.
            stream.reconfigure(errors="replace")
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _discard_output() -> None:
    """Redirect standard output to the null device, so that buffered output does not fail again on exit."""
    if sys.stdout is not None:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str]) -> int:
    tr = Translator(default_language(device_language()))
    try:
        # Parsed first, so that global options may come before or after the command.
        global_options, remaining = _global_parser(tr).parse_known_args(argv)
        if global_options.language is not None:
            tr = Translator(_parse_language(global_options.language))
            os.environ["COMPANION_LANGUAGE"] = tr.code
        if global_options.data is not None:
            os.environ["COMPANION_DATA"] = str(_parse_folder(global_options.data))
        if len(remaining) == 1 and is_link(remaining[0]):
            return _open_link(remaining[0], tr)
        file = _file_argument(remaining)
        if file is not None:
            return _open_file(file, tr)
        arguments = _parse_arguments(remaining, tr)
        command = COMMANDS.get(arguments.command)
        return _start_app(tr) if command is None else command.run(arguments, tr)
    except SystemExit as done:  # argparse has printed the help or the version
        return int(done.code or EXIT_OK)
    except OutputLost as lost_output:
        _discard_output()
        print_error(tr("app.cli.output_lost", reason=lost_output.strerror or str(lost_output)))
        return EXIT_BROKEN
    except InvalidArguments as failure:
        return report_problem(failure.problem, tr)
    except argparse.ArgumentError as failure:
        return report_problem(
            error(
                "app.cli.option_wrong", command=_HELP_COMMAND, option=failure.argument_name or failure.message
            ),
            tr,
        )


def _open_file(file: Path, tr: Translator) -> int:
    """Open a file in the app; without a display, describe it."""
    if not has_display():
        from companion.commands.given_file import describe_file

        return describe_file(file, tr)
    os.environ["COMPANION_OPEN"] = str(file)
    return _start_app(tr)


def _open_link(link: str, tr: Translator) -> int:
    """Open the game of a link in the app; without a display, describe it."""
    try:
        game = parse_link(link)
    except ProblemError as wrong:
        return report_problem(wrong.problem, tr)
    if not has_display():
        print_line(f"{tr(f'app.game.{game.game}')} · {tr('hand_on.moves', n=len(game.moves))}")
        return EXIT_OK
    os.environ["COMPANION_OPEN"] = link
    return _start_app(tr)


def _start_app(tr: Translator) -> int:
    if find_spec("kivy") is None:
        print_error(tr("app.cli.no_kivy"))
        return EXIT_BROKEN
    from companion.launch import run

    return run()


COMMANDS: Mapping[str, Command] = {
    "night": NIGHT,
    "guide": GUIDE,
    "doctor": DOCTOR,
    "replay": REPLAY,
    "export": EXPORT,
    "backup": BACKUP,
    "restore": RESTORE,
    "stats": STATS,
}


class _Parser(argparse.ArgumentParser):
    """Parser of argparse that raises errors instead of exiting, so that they can be translated."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, allow_abbrev=False, exit_on_error=False)

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentError(None, message)

    def _print_message(self, message: str, file: object = None) -> None:
        """Print help and version; argparse itself would ignore a failure to write them."""
        print_line(message.rstrip("\n"))


def _global_parser(tr: Translator) -> _Parser:
    """Return a parser for the options that may come anywhere; it leaves the rest."""
    parser = _Parser(prog=PROGRAM_NAME)
    _add_options(parser, tr)
    return parser


def _add_options(parser: argparse.ArgumentParser, tr: Translator) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(tr("app.cli.options"))
    group.add_argument("--data", metavar="FOLDER", help=format_help(tr, "app.cli.data"))
    group.add_argument(
        "--language", metavar="CODE", help=format_help(tr, "app.cli.language", codes=tuple(LANGUAGES))
    )
    return group


def _parse_arguments(argv: Sequence[str], tr: Translator) -> argparse.Namespace:
    parser = _Parser(
        prog=PROGRAM_NAME,
        description=format_help(tr, "app.cli.about"),
        # Filled in here: the translator would insert direction marks, and users copy these lines.
        epilog=format_help(tr, "app.cli.examples").replace("{program}", PROGRAM_NAME),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title=tr("app.cli.commands"), dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        subparser = commands.add_parser(
            name, help=format_help(tr, command.help_key), description=format_help(tr, command.help_key)
        )
        group = _add_options(subparser, tr)
        group.add_argument("-h", "--help", action="help", help=format_help(tr, "app.cli.help"))
        command.add_arguments(group, tr)
    group = _add_options(parser, tr)
    group.add_argument("-h", "--help", action="help", help=format_help(tr, "app.cli.help"))
    version = f"{PROGRAM_NAME} {companion.__version__}"
    group.add_argument(
        "--version", action="version", version=version, help=format_help(tr, "app.cli.version")
    )
    _check_first_argument(argv)
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        raise InvalidArguments(error("app.cli.unknown_argument", command=_HELP_COMMAND, given=unknown[0]))
    return arguments


def _check_first_argument(argv: Sequence[str]) -> None:
    """Raise `InvalidArguments` for an unknown first argument: argparse's own messages are long and do not
    mention files."""
    if not argv or argv[0] in (*COMMANDS, "-h", "--help", "--version"):
        return
    first, *others = argv
    if first.startswith("-"):
        raise InvalidArguments(error("app.cli.unknown_argument", command=_HELP_COMMAND, given=first))
    if os.path.isdir(first):
        raise InvalidArguments(error("app.files.problem.folder", file=first))
    if os.path.lexists(first):
        argument = others[0] if others else first
        raise InvalidArguments(error("app.cli.unknown_argument", command=_HELP_COMMAND, given=argument))
    raise InvalidArguments(
        error("app.cli.unknown_command", command=_HELP_COMMAND, given=first, commands=tuple(COMMANDS))
    )


def _parse_language(code: str) -> str:
    if code not in LANGUAGES:
        raise InvalidArguments(error("app.cli.unknown_language", given=code, codes=tuple(LANGUAGES)))
    return code


def _file_argument(argv: Sequence[str]) -> Path | None:
    """Return the path of a file to open in the app, as a desktop passes it: the only argument."""
    if len(argv) != 1 or argv[0] in COMMANDS or not os.path.isfile(argv[0]):
        return None
    return Path(argv[0]).absolute()


def _parse_folder(path: str) -> Path:
    folder = Path(path).absolute()
    if os.path.lexists(folder) and not folder.is_dir():
        raise InvalidArguments(error("app.cli.data_no_folder", folder=path))
    return folder
