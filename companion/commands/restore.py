"""`companion restore`: import a backup or a JSON export of all games."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.command import (
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    InvalidArguments,
    format_help,
    report_problem,
)
from companion.core.game import ProblemError, error
from companion.i18n.translator import Translator


def _add_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--dry-run", action="store_true", help=format_help(tr, "backup.cli.dry_run"))
    group.add_argument("file", nargs="?", metavar="FILE", help=format_help(tr, "backup.cli.from"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    from companion.commands.bringing_back import restore_file

    if not arguments.file:
        raise InvalidArguments(error("backup.problem.which", command=f"{PROGRAM_NAME} restore FILE"))
    try:
        restore_file(Path(arguments.file), tr, is_dry_run=arguments.dry_run)
    except ProblemError as wrong:
        return report_problem(wrong.problem, tr)
    return EXIT_OK


RESTORE = Command("backup.cli.restore", _add_arguments, _run)
