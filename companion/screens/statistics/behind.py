"""The games behind a figure."""

from __future__ import annotations

from companion.past.which import GameFilter
from companion.shell import AppContext


def open_games(context: AppContext, game_filter: GameFilter, about: str) -> None:
    """`about` says what these games are."""
    from companion.screens.history import HistoryListPage

    context.push(HistoryListPage, game_filter, about)
