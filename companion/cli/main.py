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
from companion.cli.command import (
    EXIT_BROKEN,
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    OptionGroup,
    OutputLost,
    format_help,
    parse_language,
    print_error,
    print_line,
    refusal,
    report_problems,
)
from companion.core.game import ProblemError, error
from companion.device.system import device_language, has_display
from companion.files.share_link import is_link, parse_link
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.settings import default_language

# Catalogue key of the help of each command.
COMMANDS: Mapping[str, str] = {
    "night": "app.cli.night",
    "guide": "app.cli.guide",
    "doctor": "app.cli.doctor",
    "replay": "app.cli.replay",
    "export": "share.cli.export",
    "backup": "backup.cli.backup",
    "restore": "backup.cli.restore",
    "stats": "statistics.cli.stats",
}
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
        parser = _Parser(prog=PROGRAM_NAME)
        _add_global_options(parser, tr)
        global_options, remaining = parser.parse_known_args(argv)
        if global_options.language is not None:
            tr = Translator(parse_language(global_options.language))
            os.environ["COMPANION_LANGUAGE"] = tr.code
        if global_options.data is not None:
            os.environ["COMPANION_DATA"] = str(_parse_folder(global_options.data))
        exit_code = _run_without_window(remaining, tr)
    except SystemExit as done:  # argparse has printed the help or the version
        return int(done.code or EXIT_OK)
    except OutputLost as lost_output:
        _discard_output()
        print_error(tr("app.cli.output_lost", reason=lost_output.strerror or str(lost_output)))
        return EXIT_BROKEN
    except ProblemError as failure:
        return report_problems((failure.problem,), tr)
    except argparse.ArgumentError as failure:
        option = failure.argument_name or failure.message
        return report_problems((error("app.cli.option_wrong", command=_HELP_COMMAND, option=option),), tr)
    return _start_app(tr) if exit_code is None else exit_code


def _run_without_window(argv: Sequence[str], tr: Translator) -> int | None:
    """Run a command, or describe a file or link if there is no display. Return None if the app is to open."""
    if len(argv) == 1 and is_link(argv[0]):
        game = parse_link(argv[0])
        if has_display():
            os.environ["COMPANION_OPEN"] = argv[0]
            return None
        print_line(f"{tr(f'app.game.{game.game}')} · {tr('hand_on.moves', n=len(game.moves))}")
        return EXIT_OK
    file = _file_argument(argv)
    if file is not None:
        if has_display():
            os.environ["COMPANION_OPEN"] = str(file)
            return None
        from companion.cli.data import describe_file

        return describe_file(file, tr)
    _check_first_argument(argv)
    command = _load_command(argv[0]) if argv and argv[0] in COMMANDS else None
    arguments = _parse_arguments(argv, command, tr)
    return None if command is None else command.run(arguments, tr)


def _start_app(tr: Translator) -> int:
    if find_spec("kivy") is None:
        print_error(tr("app.cli.no_kivy"))
        return EXIT_BROKEN
    from companion.launch import run

    return run()


def _load_command(name: str) -> Command:
    """Import only the command that is run: without one, the app should open quickly."""
    if name == "night":
        from companion.cli.night import NIGHT

        return NIGHT
    if name == "guide":
        from companion.cli.guide import GUIDE

        return GUIDE
    if name == "doctor":
        from companion.cli.doctor import DOCTOR

        return DOCTOR
    from companion.cli.data import DATA_COMMANDS

    return DATA_COMMANDS[name]


class _Parser(argparse.ArgumentParser):
    """Parser of argparse that raises errors instead of exiting, so that they can be translated."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, allow_abbrev=False, exit_on_error=False)

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentError(None, message)

    def _print_message(self, message: str, file: object = None) -> None:
        """Print help and version; argparse itself would ignore a failure to write them."""
        print_line(message.rstrip("\n"))


def _add_global_options(parser: argparse.ArgumentParser, tr: Translator) -> OptionGroup:
    options = OptionGroup(parser.add_argument_group(tr("app.cli.options")), tr)
    options.add("--data", help_key="app.cli.data", metavar="FOLDER")
    codes = {"codes": tuple(LANGUAGES)}
    options.add("--language", help_key="app.cli.language", help_args=codes, metavar="CODE")
    return options


def _parse_arguments(argv: Sequence[str], command: Command | None, tr: Translator) -> argparse.Namespace:
    """Parse the arguments; of the commands, only the one that is run has its options added."""
    parser = _Parser(
        prog=PROGRAM_NAME,
        description=format_help(tr, "app.cli.about"),
        # Filled in here: the translator would insert direction marks, and users copy these lines.
        epilog=format_help(tr, "app.cli.examples").replace("{program}", PROGRAM_NAME),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    subparsers = parser.add_subparsers(title=tr("app.cli.commands"), metavar="COMMAND")
    for name, help_key in COMMANDS.items():
        help_text = format_help(tr, help_key)
        subparser = subparsers.add_parser(name, help=help_text, description=help_text)
        if command is not None and name == argv[0]:
            options = _add_global_options(subparser, tr)
            options.add("-h", "--help", help_key="app.cli.help", action="help")
            command.add_options(options)
    options = _add_global_options(parser, tr)
    options.add("-h", "--help", help_key="app.cli.help", action="help")
    version = f"{PROGRAM_NAME} {companion.__version__}"
    options.add("--version", help_key="app.cli.version", action="version", version=version)
    arguments, unknown = parser.parse_known_args(argv)
    if unknown:
        raise refusal("app.cli.unknown_argument", command=_HELP_COMMAND, given=unknown[0])
    return arguments


def _check_first_argument(argv: Sequence[str]) -> None:
    """Raise `ProblemError` for an unknown first argument: argparse's own messages are long and do not
    mention files."""
    if not argv or argv[0] in (*COMMANDS, "-h", "--help", "--version"):
        return
    first, *others = argv
    if first.startswith("-"):
        raise refusal("app.cli.unknown_argument", command=_HELP_COMMAND, given=first)
    if os.path.isdir(first):
        raise refusal("app.files.problem.folder", file=first)
    if os.path.lexists(first):
        argument = others[0] if others else first
        raise refusal("app.cli.unknown_argument", command=_HELP_COMMAND, given=argument)
    raise refusal("app.cli.unknown_command", command=_HELP_COMMAND, given=first, commands=tuple(COMMANDS))


def _file_argument(argv: Sequence[str]) -> Path | None:
    """Return the path of a file to open in the app, as a desktop passes it: the only argument."""
    if len(argv) != 1 or argv[0] in COMMANDS or not os.path.isfile(argv[0]):
        return None
    return Path(argv[0]).absolute()


def _parse_folder(path: str) -> Path:
    folder = Path(path).absolute()
    if os.path.lexists(folder) and not folder.is_dir():
        raise refusal("app.cli.data_no_folder", folder=path)
    return folder
