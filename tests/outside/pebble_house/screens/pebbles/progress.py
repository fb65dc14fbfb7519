"""The heap, small."""

from __future__ import annotations

from typing import Any

from companion.table import Table
from companion.widgets.text import Text
from companion.widgets.theme import look


def progress(table: Table[Any, Any, Any]) -> Text:
    return Text(look().digits(table.state.left), weight=700, size_sp=22)
