"""Opens the stored data for a command, without changing anything by itself."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.game import ProblemError, error
from companion.storage import database
from companion.storage.database import find_data_folder
from companion.storage.store import Store, open_memory_store, open_store_or_raise


def find_folder() -> Path:
    return find_data_folder(os.environ, sys.platform)


@contextmanager
def open_stored_data() -> Iterator[Store]:
    """Open the store. Raises `ProblemError` if there is none, or if the app has locked it."""
    folder = find_folder()
    if not (folder / database.DATABASE_FILE).exists():
        raise ProblemError(error("app.files.problem.missing", file=str(folder / database.DATABASE_FILE)))
    with _closing(open_store_or_raise(folder, time.time)) as store:
        yield store


@contextmanager
def open_or_create_store(*, is_dry_run: bool) -> Iterator[Store]:
    """Open the store, creating it if there is none; for a dry run then in memory only."""
    folder = find_folder()
    if is_dry_run and not (folder / database.DATABASE_FILE).exists():
        store = open_memory_store(time.time)
    else:
        store = open_store_or_raise(folder, time.time)
    with _closing(store):
        yield store


def refuse_to_overwrite(*targets: Path) -> None:
    for target in targets:
        if os.path.lexists(target):
            raise ProblemError(error("share.problem.exists", file=str(target)))


@contextmanager
def _closing(store: Store) -> Iterator[Store]:
    try:
        yield store
    finally:
        store.close()
