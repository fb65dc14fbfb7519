"""What a word after `companion` is, and what all of them share."""

from __future__ import annotations

import argparse
import codecs
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.game import Problem, ProblemError
from companion.i18n.translator import Arg, Translator

OK, BROKEN, REFUSED = 0, 1, 2
NAME = "companion"


class WrongArguments(ProblemError):
    """The command line makes no sense; the problem's sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word after `companion`: its line in the help, its arguments, and what it does."""

    help_key: str
    add_arguments: Callable[[argparse._ArgumentGroup, Translator], None]
    run: Callable[[argparse.Namespace, Translator], int]


def help_line(tr: Translator, key: str, **args: Arg) -> str:
    """A line for argparse, which takes a percent sign for a place to fill."""
    return tr(key, **args).replace("%", "%%")


def refused(problem: Problem, tr: Translator) -> int:
    complain(tr.problem(problem))
    return REFUSED


def complain(sentence: str) -> None:
    print(f"{NAME}: {sentence}", file=sys.stderr)


def as_json(value: Any) -> str:
    """One line; letters that the reader's encoding may lack are escaped, for JSON has a way to write them."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return json.dumps(value, ensure_ascii=codecs.lookup(encoding).name != "utf-8")
