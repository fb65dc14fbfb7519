"""What a file of the database still holds of somebody who was forgotten, after no row names them any more."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import Final

from companion.storage import files
from companion.storage.database import Database, StorageError

# Written among the settings in the same step that forgets somebody, so that after a kill it is done later.
SECURE_DELETE_KEY: Final = "forgotten.sweep"


def secure_delete(database: Database) -> None:
    """Leave nothing in pages of the file that are not used, in its log, or in copies from before it was
    brought to a later version. Never raises: what cannot be done now is done the next time."""
    with suppress(sqlite3.Error, StorageError, OSError):
        if not database.rows("SELECT 1 FROM settings WHERE key = ?", (SECURE_DELETE_KEY,)):
            return
        database.connection.execute("VACUUM")
        database.checkpoint()
        if database.path is not None:
            for copy in files.list_earlier_copies(database.path):
                copy.unlink(missing_ok=True)
        with database.transaction() as execute:
            execute("DELETE FROM settings WHERE key = ?", (SECURE_DELETE_KEY,))
