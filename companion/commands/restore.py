"""`companion restore`: a backup, or a file of all games, added to what is here."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.command import NAME, OK, Command, WrongArguments, help_line, refused
from companion.games.game import ProblemError, error
from companion.i18n.translator import Translator


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("--dry-run", action="store_true", help=help_line(tr, "backup.cli.dry_run"))
    group.add_argument("file", nargs="?", metavar="FILE", help=help_line(tr, "backup.cli.from"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    from companion.commands.bringing_back import bring_back

    if not arguments.file:
        raise WrongArguments(error("backup.problem.which", command=f"{NAME} restore FILE"))
    try:
        bring_back(Path(arguments.file), tr, dry=arguments.dry_run)
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    return OK


RESTORE = Command("backup.cli.restore", _arguments, _run)
