"""The screens of Silver. Home sums up a table without loading the screens that play it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.screens.front import Front, Keeper
from companion.screens.silver.summary import progress, summary

if TYPE_CHECKING:
    from companion.app import CompanionApp
    from companion.table import Table
    from companion.widgets.page import Page


def _set_up(app: CompanionApp, players: Sequence[str]) -> Page:
    from companion.screens.silver.setup import SetUpPage

    return SetUpPage(app, players)


def _board(app: CompanionApp, table: Table[Any, Any, Any]) -> Page:
    from companion.screens.silver.board import BoardPage

    return BoardPage(app, table)


FRONT = Front(set_up=_set_up, keeper=Keeper(board=_board, summary=summary, progress=progress))
