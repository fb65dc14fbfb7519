"""Rows that are changed together, each with what was there before: so that all of it can be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.storage.database import Execute

# Columns with their values.
Cells = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """A row by its key. `before` and `after` are the same columns; None: there is no such row then."""

    table: str
    key: Cells
    before: Cells | None
    after: Cells | None

    def back(self) -> Changed:
        return Changed(self.table, self.key, self.after, self.before)


Changes = tuple[Changed, ...]


def taken_back(changes: Changes) -> Changes:
    """What undoes them."""
    return tuple(change.back() for change in reversed(changes))


def make(execute: Execute, changes: Iterable[Changed]) -> None:
    """Inside a step that somebody else has begun. A row that is not as it was before stays as it is."""
    for change in changes:
        if change.before is None:
            row = (*change.key, *(change.after or ()))
            columns, places = ", ".join(name for name, _ in row), ", ".join("?" * len(row))
            execute(f"INSERT OR IGNORE INTO {change.table} ({columns}) VALUES ({places})", _values(row))
            continue
        met = (*change.key, *change.before)
        where = " AND ".join(f"{name} IS ?" for name, _ in met)
        if change.after is None:
            execute(f"DELETE FROM {change.table} WHERE {where}", _values(met))
        else:
            new = ", ".join(f"{name} = ?" for name, _ in change.after)
            execute(f"UPDATE {change.table} SET {new} WHERE {where}", _values((*change.after, *met)))


def _values(cells: Cells) -> list[Any]:
    return [value for _, value in cells]
