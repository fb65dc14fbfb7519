"""Settings as stored: one row per key, each value JSON. `companion.settings` defines their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.settings import UNREADABLE
from companion.storage.database import Database, dump_json, load_json

# Set while the recordings of a restored backup are being moved: the folder they are in. Written in the same
# transaction as the games, so that after a kill the next start can finish the work.
PENDING_RECORDINGS_KEY: Final = "restore.recordings"


class SettingsTable:
    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self) -> dict[str, Any]:
        """Load all stored settings, unknown keys included; an invalid value is `UNREADABLE`."""
        return {
            key: _parse_value(text) for key, text in self._database.rows("SELECT key, value FROM settings")
        }

    def find(self, key: str) -> Any:
        """Load one value; None if it is not set, `UNREADABLE` if it is invalid."""
        rows = self._database.rows("SELECT value FROM settings WHERE key = ?", (key,))
        return _parse_value(rows[0][0]) if rows else None

    def save(self, key: str, value: Any) -> None:
        """Write this one setting."""
        self.save_all({key: value})

    def save_all(self, values: Mapping[str, Any]) -> None:
        """Write these settings in one transaction: after a kill all of them are stored or none."""
        texts = [(key, dump_json(value)) for key, value in values.items()]
        with self._database.transaction() as execute:
            for row in texts:
                execute(
                    "INSERT INTO settings (key, value) VALUES (?, ?)"
                    " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    row,
                )

    def delete(self, key: str) -> None:
        with self._database.transaction() as execute:
            execute("DELETE FROM settings WHERE key = ?", (key,))


def _parse_value(text: Any) -> Any:
    try:
        return load_json(text)
    except ValueError:
        return UNREADABLE
