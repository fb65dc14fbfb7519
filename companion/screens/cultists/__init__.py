"""The screens of Among Cultists, loaded when somebody walks to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.screens.cultists.summary import progress, summary
from companion.screens.front import Front, Keeper

if TYPE_CHECKING:
    from companion.app import CompanionApp
    from companion.table import Table
    from companion.widgets.page import Page


def _set_up(app: CompanionApp, players: Sequence[str]) -> Page:
    from companion.screens.cultists.setup import SetUpPage

    return SetUpPage(app, players)


def _board(app: CompanionApp, table: Table[Any, Any, Any]) -> Page:
    from companion.screens.cultists.board import BoardPage

    return BoardPage(app, table)


FRONT = Front(set_up=_set_up, keeper=Keeper(board=_board, summary=summary, progress=progress))
