"""`companion backup`: write all stored data to one file."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from companion.commands.command import (
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    InvalidArguments,
    escape_control_characters,
    format_help,
    print_line,
    report_problem,
)
from companion.commands.kept_data import find_folder, open_stored_data, refuse_to_overwrite
from companion.core.game import ProblemError, error
from companion.files.outgoing import write_atomically
from companion.i18n.translator import Translator


def _add_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    group.add_argument("file", nargs="?", metavar="FILE", help=format_help(tr, "backup.cli.to"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    from companion.files.incoming import BackupService

    if not arguments.file:
        raise InvalidArguments(error("backup.problem.which", command=f"{PROGRAM_NAME} backup FILE"))
    path = Path(arguments.file)
    try:
        refuse_to_overwrite(path)
        with open_stored_data() as store, write_atomically([path]) as (file,):
            service = BackupService(store, find_folder())
            manifest = service.prepare_backup(time.time())(file)
            service.inbox.remove_if_empty()
    except ProblemError as wrong:
        return report_problem(wrong.problem, tr)
    print_line(escape_control_characters(tr("backup.cli.written", n=manifest.games, file=str(path))))
    return EXIT_OK


BACKUP = Command("backup.cli.backup", _add_arguments, _run)
