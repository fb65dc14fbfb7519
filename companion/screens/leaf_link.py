"""The ways that lead to a game leafed through."""

from __future__ import annotations

from functools import partial

from companion.shell import AnySitting, Shell
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SideButton


def open_leaf(shell: Shell, sitting: AnySitting) -> None:
    # Loaded when somebody leafs.
    from companion.screens.leafing import LeafPage

    shell.visit(LeafPage, sitting.table.number)


def leaf_button(shell: Shell, sitting: AnySitting) -> SideButton:
    """For where a game has ended."""
    return SideButton(shell.tr("moments.leaf.title"), partial(open_leaf, shell, sitting), icon=Icon.BOOK_OPEN)
