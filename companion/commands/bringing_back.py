"""Implementation of `companion restore`: import a backup or a JSON export of all games, or preview that.

Imported lazily by the command.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from companion.commands.command import escape_control_characters, print_error, print_line
from companion.commands.kept_data import find_folder, open_or_create_store
from companion.core.game import ProblemError, error
from companion.files.incoming import MAX_FILE_BYTES, BackupService, FileType, detect_file_type
from companion.files.safe_zip import read_problem
from companion.i18n.formats import format_date
from companion.i18n.translator import Translator
from companion.narrator.voices.recordings import FILE_SUFFIXES
from companion.storage.importing import import_json, preview_json_import, run_to_completion
from companion.storage.store import Store


def restore_file(path: Path, tr: Translator, *, is_dry_run: bool) -> None:
    """Import a file. Raises `ProblemError` and has then changed nothing."""
    file_type = _detect_file_type(path)
    with open_or_create_store(is_dry_run=is_dry_run) as store:
        if file_type is FileType.BACKUP:
            _restore_backup(store, path, tr, is_dry_run=is_dry_run)
        else:
            _import_json(store, path, tr, is_dry_run=is_dry_run)


def _detect_file_type(path: Path) -> FileType:
    name = str(path)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ProblemError(error("app.files.problem.big", file=name))
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong
    file_type = detect_file_type(path, name, FILE_SUFFIXES)
    if file_type not in (FileType.BACKUP, FileType.GAMES):
        raise ProblemError(error("backup.problem.not_this", file=name))
    return file_type


def _restore_backup(store: Store, path: Path, tr: Translator, *, is_dry_run: bool) -> None:
    service = BackupService(store, find_folder())
    pending = None if is_dry_run else service.find_unfinished_restore()
    if pending is not None:
        # Finish an earlier restore first: its entry in the settings is about to be replaced.
        _add_recordings(service, pending)
    with _work_folder(service, is_dry_run=is_dry_run) as folder:
        contents = service.read_backup(path, folder, str(path))
        preview, missing_recordings = (
            run_to_completion(service.plan_restore(contents)),
            service.count_missing_recordings(contents),
        )
        if preview.is_empty and not missing_recordings:
            print_line(tr("app.files.restore_nothing"))
        else:
            for line in preview.format_lines(tr, missing_recordings, partial(_format_day, tr)):
                print_line(
                    escape_control_characters(f"+ {line.text}" + (f" ({line.detail})" if line.detail else ""))
                )
        if preview.existing_games:
            print_line(tr("app.files.restore_here", n=preview.existing_games))
        if preview.unreadable:
            print_line(tr("app.files.restore_unreadable", n=preview.unreadable))
        for problem in contents.recordings.problems:
            print_error(tr.translate_problem(problem))
        if is_dry_run:
            print_line(tr("backup.cli.dry"))
            return
        run_to_completion(service.apply_restore(contents))
        if missing_recordings:
            _add_recordings(service, folder)
    if not preview.is_empty or missing_recordings:
        print_line(tr("app.files.restored"))


def _add_recordings(service: BackupService, folder: Path) -> None:
    try:
        service.add_recordings(folder)
    except OSError as wrong:
        raise ProblemError(read_problem(str(folder), wrong)) from wrong
    service.finish_restore(folder)


def _import_json(store: Store, path: Path, tr: Translator, *, is_dry_run: bool) -> None:
    """Import a JSON export of all games."""
    name = str(path)
    if is_dry_run:
        preview_counts = preview_json_import(store.database, path, name)
        print_line(
            tr("app.files.restore_games", n=preview_counts.new_count)
            if preview_counts.new_count
            else tr("backup.games_here")
        )
        print_line(tr("backup.cli.dry"))
        return
    counts = run_to_completion(import_json(store.database, path, name))
    print_line(tr("share.taken", n=counts.new_count) if counts.new_count else tr("backup.games_here"))


@contextmanager
def _work_folder(service: BackupService, *, is_dry_run: bool) -> Iterator[Path]:
    """Context manager for the staging folder: recordings that cannot be added yet stay there for the next
    start."""
    if is_dry_run:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
        return
    work_folder = service.inbox.create_folder()
    try:
        yield work_folder
    finally:
        if service.find_unfinished_restore() != work_folder:
            shutil.rmtree(work_folder, ignore_errors=True)
        service.inbox.remove_if_empty()


def _format_day(tr: Translator, moment: float) -> str:
    day = datetime.fromtimestamp(moment)
    return format_date(tr, day.year, day.month, day.day)
