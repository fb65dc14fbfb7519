"""The ways that lead to a game leafed through."""

from __future__ import annotations

from functools import partial

from companion.shell import AnyController, AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SecondaryButton


def open_replay(context: AppContext, controller: AnyController) -> None:
    # Loaded when somebody leafs.
    from companion.screens.leafing import ReplayPage

    context.push(ReplayPage, controller.session.game_id)


def build_replay_button(context: AppContext, controller: AnyController) -> SecondaryButton:
    """For where a game has ended."""
    return SecondaryButton(
        context.tr("moments.leaf.title"), partial(open_replay, context, controller), icon=Icon.BOOK_OPEN
    )
