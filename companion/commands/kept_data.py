"""What is kept, opened for a command: it changes nothing unless that is what it is for."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.games.game import ProblemError, error
from companion.storage import files
from companion.storage.folder import data_folder
from companion.storage.store import Store, open_or_refuse, store_in_memory


def folder_in_use() -> Path:
    return data_folder(os.environ, sys.platform)


@contextmanager
def kept_store() -> Iterator[Store]:
    """Raises `ProblemError` where there is none, or where the app holds it."""
    folder = folder_in_use()
    if not (folder / files.FILE).exists():
        raise ProblemError(error("app.files.problem.missing", file=str(folder / files.FILE)))
    with _closing(open_or_refuse(folder, time.time)) as store:
        yield store


@contextmanager
def store_to_fill(*, dry: bool) -> Iterator[Store]:
    """One that is made if there is none; for a dry run, in memory only."""
    folder = folder_in_use()
    if dry and not (folder / files.FILE).exists():
        store = store_in_memory(time.time)
    else:
        store = open_or_refuse(folder, time.time)
    with _closing(store):
        yield store


def refuse_to_overwrite(*goals: Path) -> None:
    for goal in goals:
        if os.path.lexists(goal):
            raise ProblemError(error("share.problem.exists", file=str(goal)))


@contextmanager
def _closing(store: Store) -> Iterator[Store]:
    try:
        yield store
    finally:
        store.close()
