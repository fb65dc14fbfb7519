"""The command line: the app itself, and the same core without a window."""

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
    BROKEN,
    NAME,
    OK,
    Command,
    OutputLost,
    WrongArguments,
    complain,
    help_line,
    refused,
    say,
)
from companion.commands.doctor import DOCTOR
from companion.commands.export import EXPORT
from companion.commands.guide import GUIDE
from companion.commands.night import NIGHT
from companion.commands.replay import REPLAY
from companion.commands.restore import RESTORE
from companion.commands.stats import STATS
from companion.device.machine import device_language, has_display
from companion.games.game import ProblemError, error
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.past.packing import is_link, read_link
from companion.settings import default_language

# What a shell reports for a program stopped from the keyboard, or by a reader that went away.
INTERRUPTED, PIPE_CLOSED = 130, 141
_HELP = f"{NAME} --help"


def main(argv: list[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a letter shows a stand-in for it.
            stream.reconfigure(errors="replace")
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _drop_output() -> None:
    """What is still buffered must not fail once more on the way out."""
    if sys.stdout is not None:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
        if len(rest) == 1 and is_link(rest[0]):
            return _open_link(rest[0], tr)
        file = _file(rest)
        if file is not None:
            return _open(file, tr)
        arguments = _parsed(rest, tr)
        command = COMMANDS.get(arguments.command)
        return _start(tr) if command is None else command.run(arguments, tr)
    except SystemExit as done:  # argparse has printed the help or the version
        return int(done.code or OK)
    except OutputLost as lost:
        _drop_output()
        complain(tr("app.cli.output_lost", reason=lost.strerror or str(lost)))
        return BROKEN
    except WrongArguments as wrong:
        return refused(wrong.problem, tr)
    except argparse.ArgumentError as wrong:
        return refused(
            error("app.cli.option_wrong", command=_HELP, option=wrong.argument_name or wrong.message), tr
        )


def _open(file: Path, tr: Translator) -> int:
    """With the app, or where nobody could see that, by telling what it is."""
    if not has_display():
        from companion.commands.given_file import tell

        return tell(file, tr)
    os.environ["COMPANION_OPEN"] = str(file)
    return _start(tr)


def _open_link(link: str, tr: Translator) -> int:
    """The game that it brings, with the app; where nobody could see that, it is only told what it is."""
    try:
        game = read_link(link)
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    if not has_display():
        say(f"{tr(f'app.game.{game.game}')} · {tr('hand_on.moves', n=len(game.moves))}")
        return OK
    os.environ["COMPANION_OPEN"] = link
    return _start(tr)


def _start(tr: Translator) -> int:
    if find_spec("kivy") is None:
        complain(tr("app.cli.no_kivy"))
        return BROKEN
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
    """argparse without its own way out: what is wrong is raised, for one translated sentence."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, allow_abbrev=False, exit_on_error=False)

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentError(None, message)

    def _print_message(self, message: str, file: object = None) -> None:
        """Help and version; argparse itself would not notice that they were lost."""
        say(message.rstrip("\n"))


def _everywhere(tr: Translator) -> _Parser:
    """Takes the options that may stand anywhere, and leaves the rest."""
    parser = _Parser(prog=NAME)
    _add_options(parser, tr)
    return parser


def _add_options(parser: argparse.ArgumentParser, tr: Translator) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(tr("app.cli.options"))
    group.add_argument("--data", metavar="FOLDER", help=help_line(tr, "app.cli.data"))
    group.add_argument(
        "--language", metavar="CODE", help=help_line(tr, "app.cli.language", codes=tuple(LANGUAGES))
    )
    return group


def _parsed(words: Sequence[str], tr: Translator) -> argparse.Namespace:
    parser = _Parser(
        prog=NAME,
        description=help_line(tr, "app.cli.about"),
        # Filled in here: the translator would put signs of direction around it, and people copy these lines.
        epilog=help_line(tr, "app.cli.examples").replace("{program}", NAME),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title=tr("app.cli.commands"), dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(
            name, help=help_line(tr, command.help_key), description=help_line(tr, command.help_key)
        )
        group = _add_options(sub, tr)
        group.add_argument("-h", "--help", action="help", help=help_line(tr, "app.cli.help"))
        command.add_arguments(group, tr)
    group = _add_options(parser, tr)
    group.add_argument("-h", "--help", action="help", help=help_line(tr, "app.cli.help"))
    version = f"{NAME} {companion.__version__}"
    group.add_argument("--version", action="version", version=version, help=help_line(tr, "app.cli.version"))
    _check_first(words)
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        raise WrongArguments(error("app.cli.unknown_argument", command=_HELP, given=unknown[0]))
    return arguments


def _check_first(words: Sequence[str]) -> None:
    """argparse has words of its own for these mistakes, and they are long; files it does not know."""
    if not words or words[0] in (*COMMANDS, "-h", "--help", "--version"):
        return
    first, *others = words
    if first.startswith("-"):
        raise WrongArguments(error("app.cli.unknown_argument", command=_HELP, given=first))
    if os.path.isdir(first):
        raise WrongArguments(error("app.files.problem.folder", file=first))
    if os.path.lexists(first):
        given = others[0] if others else first
        raise WrongArguments(error("app.cli.unknown_argument", command=_HELP, given=given))
    raise WrongArguments(
        error("app.cli.unknown_command", command=_HELP, given=first, commands=tuple(COMMANDS))
    )


def _language(given: str) -> str:
    if given not in LANGUAGES:
        raise WrongArguments(error("app.cli.unknown_language", given=given, codes=tuple(LANGUAGES)))
    return given


def _file(words: Sequence[str]) -> Path | None:
    """A file to be opened with the app, as a desktop gives it: nothing but its name."""
    if len(words) != 1 or words[0] in COMMANDS or not os.path.isfile(words[0]):
        return None
    return Path(words[0]).absolute()


def _folder(given: str) -> Path:
    folder = Path(given).absolute()
    if os.path.lexists(folder) and not folder.is_dir():
        raise WrongArguments(error("app.cli.data_no_folder", folder=given))
    return folder
