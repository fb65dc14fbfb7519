"""Rows that are changed together, each with what was there before: so that all of it can be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.storage.database import Execute

# Columns with their values.
Cells = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row by its key. `before` and `after` are the same columns; None: there is no such row then."""

    table_name: str
    key: Cells
    before: Cells | None
    after: Cells | None

    def invert(self) -> RowChange:
        return RowChange(self.table_name, self.key, self.after, self.before)


RowChanges = tuple[RowChange, ...]


def invert_changes(changes: RowChanges) -> RowChanges:
    """What undoes them."""
    return tuple(change.invert() for change in reversed(changes))


def apply_changes(execute: Execute, changes: Iterable[RowChange]) -> None:
    """Inside a step that somebody else has begun. A row that is not as it was before stays as it is."""
    for change in changes:
        if change.before is None:
            row = (*change.key, *(change.after or ()))
            columns, placeholders = ", ".join(name for name, _ in row), ", ".join("?" * len(row))
            execute(
                f"INSERT OR IGNORE INTO {change.table_name} ({columns}) VALUES ({placeholders})", _values(row)
            )
            continue
        match_cells = (*change.key, *change.before)
        condition = " AND ".join(f"{name} IS ?" for name, _ in match_cells)
        if change.after is None:
            execute(f"DELETE FROM {change.table_name} WHERE {condition}", _values(match_cells))
        else:
            assignments = ", ".join(f"{name} = ?" for name, _ in change.after)
            execute(
                f"UPDATE {change.table_name} SET {assignments} WHERE {condition}",
                _values((*change.after, *match_cells)),
            )


def _values(cells: Cells) -> list[Any]:
    return [value for _, value in cells]
