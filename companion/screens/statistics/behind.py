"""The games behind a figure."""

from __future__ import annotations

from companion.past.which import Which
from companion.shell import Shell


def open_games(shell: Shell, which: Which, about: str) -> None:
    """`about` says what these games are."""
    from companion.screens.history import HistoryPage

    shell.visit(HistoryPage, which, about)
