"""What all subcommands share: their definition, options and output."""

from __future__ import annotations

import argparse
import codecs
import errno
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.core.definition import GameDefinition
from companion.core.game import Problem, ProblemError, error
from companion.core.message import MessageArg
from companion.games.registry import find_game_by_name, list_games
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Arg, Translator

EXIT_OK, EXIT_BROKEN, EXIT_REFUSED = 0, 1, 2
PROGRAM_NAMES = ("companion", "table-companion")
# Control characters and line or paragraph separators, which could break a line or control the terminal.
_CONTROL_CATEGORIES = frozenset({"Cc", "Zl", "Zp"})
_NO_ARGS: Mapping[str, Arg] = MappingProxyType({})


def program_name_of(program: str) -> str:
    """Return the name by which this program was called; for `python -m companion` the first of its names."""
    name = Path(program).stem
    return name if name in PROGRAM_NAMES else PROGRAM_NAMES[0]


# The program's own name in its messages and examples.
PROGRAM_NAME = program_name_of(sys.argv[0])


class OutputLost(OSError):
    """Standard output is closed or cannot be written."""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options of a command, with their help in the user's language."""

    group: argparse._ArgumentGroup
    tr: Translator

    def add(
        self, *names: str, help_key: str, help_args: Mapping[str, Arg] = _NO_ARGS, **settings: Any
    ) -> None:
        self.group.add_argument(*names, help=format_help(self.tr, help_key, **help_args), **settings)


@dataclass(frozen=True, slots=True)
class Command:
    """Subcommand: adds its options, and runs. `run` may raise `ProblemError`, which is then printed."""

    add_options: Callable[[OptionGroup], None]
    run: Callable[[argparse.Namespace, Translator], int]


def refusal(key: str, **args: MessageArg) -> ProblemError:
    """Return an error to raise if the command cannot do what was asked; its sentence says what to do."""
    return ProblemError(error(key, **args))


def list_game_ids() -> tuple[str, ...]:
    return tuple(game.id for game in list_games())


def parse_game(name: str) -> GameDefinition:
    game = find_game_by_name(name)
    if game is None:
        raise refusal("share.problem.game", game=name, games=list_game_ids())
    return game


def parse_language(code: str) -> str:
    if code not in LANGUAGES:
        raise refusal("app.cli.unknown_language", given=code, codes=tuple(LANGUAGES))
    return code


def format_help(tr: Translator, key: str, **args: Arg) -> str:
    """Translate a help text for argparse, in which a percent sign must be escaped."""
    return tr(key, **args).replace("%", "%%")


def report_problems(problems: Sequence[Problem], tr: Translator, *, is_json: bool = False) -> int:
    """Print each problem as a sentence, and for programs as its code."""
    for problem in problems:
        print_error(tr.translate_problem(problem))
    if is_json:
        print_json({"problems": [problem.code for problem in problems]})
    return EXIT_REFUSED


def print_line(text: str) -> None:
    """Print and flush. Raises `OutputLost`, so that lost output is not taken for success."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise OutputLost(wrong.errno, wrong.strerror) from wrong


def print_error(sentence: str) -> None:
    # Without a standard error there is no way to report; `print` would use standard output instead.
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"{PROGRAM_NAME}: {escape_control_characters(sentence)}", file=sys.stderr)


def escape_control_characters(text: str) -> str:
    """Return the text with control characters and line separators written as Python escapes."""
    return "".join(
        char.encode("unicode_escape").decode() if unicodedata.category(char) in _CONTROL_CATEGORIES else char
        for char in text
    )


def print_json(value: Any) -> None:
    """Print a value as one line of JSON; non-ASCII characters are escaped unless the output is UTF-8."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print_line(json.dumps(value, ensure_ascii=codecs.lookup(encoding).name != "utf-8"))
