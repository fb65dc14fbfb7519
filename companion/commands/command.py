"""What a word after `companion` is, and what all of them share."""

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
# What would break a line or steer a terminal: controls, line and paragraph separators.
_CONTROL_CATEGORIES = frozenset({"Cc", "Zl", "Zp"})


def program_name_of(program: str) -> str:
    """The name by which this program was called; `python -m companion` calls it by its first."""
    name = Path(program).stem
    return name if name in PROGRAM_NAMES else PROGRAM_NAMES[0]


# What it calls itself where it tells people what to type.
PROGRAM_NAME = program_name_of(sys.argv[0])


class InvalidArguments(ProblemError):
    """The command line makes no sense; the problem's sentence says what to do."""


class OutputLost(OSError):
    """Standard output is closed or takes nothing more."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word after `companion`: its line in the help, its arguments, and what it does."""

    help_key: str
    add_arguments: Callable[[argparse._ArgumentGroup, Translator], None]
    run: Callable[[argparse.Namespace, Translator], int]


def format_help(tr: Translator, key: str, **args: Arg) -> str:
    """A line for argparse, which takes a percent sign for a place to fill."""
    return tr(key, **args).replace("%", "%%")


def report_problem(problem: Problem, tr: Translator) -> int:
    print_error(tr.translate_problem(problem))
    return EXIT_REFUSED


def report_problems(problems: Sequence[Problem], tr: Translator, *, is_json: bool) -> int:
    """Each in a sentence, and for programs by its code."""
    for problem in problems:
        print_error(tr.translate_problem(problem))
    if is_json:
        print_line(to_json({"problems": [problem.code for problem in problems]}))
    return EXIT_REFUSED


def print_line(text: str) -> None:
    """Print, and at once: what could not be written must not pass for success."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as wrong:
        raise OutputLost(wrong.errno, wrong.strerror) from wrong


def print_error(sentence: str) -> None:
    # Without a standard error there is nobody to tell; `print` would take standard output instead.
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"{PROGRAM_NAME}: {escape_control_characters(sentence)}", file=sys.stderr)


def escape_control_characters(text: str) -> str:
    """The text with what would break its line or steer a terminal written out, as Python writes it."""
    return "".join(
        char.encode("unicode_escape").decode() if unicodedata.category(char) in _CONTROL_CATEGORIES else char
        for char in text
    )


def to_json(value: Any) -> str:
    """One line; letters that the reader's encoding may lack are escaped, for JSON has a way to write them."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return json.dumps(value, ensure_ascii=codecs.lookup(encoding).name != "utf-8")
