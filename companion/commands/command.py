"""Definition of a subcommand, and what all subcommands share."""

from __future__ import annotations

import argparse
import codecs
import errno
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.game import Problem, ProblemError
from companion.i18n.translator import Arg, Translator

EXIT_OK, EXIT_BROKEN, EXIT_REFUSED = 0, 1, 2
PROGRAM_NAMES = ("companion", "table-companion")
# Control characters and line or paragraph separators, which could break a line or control the terminal.
_CONTROL_CATEGORIES = frozenset({"Cc", "Zl", "Zp"})


def program_name_of(program: str) -> str:
    """Return the name by which this program was called; for `python -m companion` the first of its names."""
    name = Path(program).stem
    return name if name in PROGRAM_NAMES else PROGRAM_NAMES[0]


# The program's own name in its messages and examples.
PROGRAM_NAME = program_name_of(sys.argv[0])


class InvalidArguments(ProblemError):
    """The command line is invalid; the problem's sentence says what to do."""


class OutputLost(OSError):
    """Standard output is closed or cannot be written."""


@dataclass(frozen=True, slots=True)
class Command:
    """Subcommand: its line in the help, its arguments, and its function."""

    help_key: str
    add_arguments: Callable[[argparse._ArgumentGroup, Translator], None]
    run: Callable[[argparse.Namespace, Translator], int]


def format_help(tr: Translator, key: str, **args: Arg) -> str:
    """Translate a help text for argparse, in which a percent sign must be escaped."""
    return tr(key, **args).replace("%", "%%")


def report_problem(problem: Problem, tr: Translator) -> int:
    print_error(tr.translate_problem(problem))
    return EXIT_REFUSED


def report_problems(problems: Sequence[Problem], tr: Translator, *, is_json: bool) -> int:
    """Print each problem as a sentence, and for programs as its code."""
    for problem in problems:
        print_error(tr.translate_problem(problem))
    if is_json:
        print_line(to_json({"problems": [problem.code for problem in problems]}))
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


def to_json(value: Any) -> str:
    """Return a value as one line of JSON; non-ASCII characters are escaped unless the output is UTF-8."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return json.dumps(value, ensure_ascii=codecs.lookup(encoding).name != "utf-8")
