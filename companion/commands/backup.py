"""`companion backup`: all that is kept, in one file."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from companion.commands.command import NAME, OK, Command, WrongArguments, help_line, one_line, refused, say
from companion.commands.kept_data import folder_in_use, kept_store, refuse_to_overwrite
from companion.games.game import ProblemError, error
from companion.i18n.translator import Translator
from companion.storage.outbox import whole_or_not


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("file", nargs="?", metavar="FILE", help=help_line(tr, "backup.cli.to"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    from companion.all_kept import AllKept

    if not arguments.file:
        raise WrongArguments(error("backup.problem.which", command=f"{NAME} backup FILE"))
    path = Path(arguments.file)
    try:
        refuse_to_overwrite(path)
        with kept_store() as store, whole_or_not([path]) as (file,):
            kept = AllKept(store, folder_in_use())
            contents = kept.backup(time.time())(file)
            kept.inbox.tidy()
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    say(one_line(tr("backup.cli.written", n=contents.games, file=str(path))))
    return OK


BACKUP = Command("backup.cli.backup", _arguments, _run)
