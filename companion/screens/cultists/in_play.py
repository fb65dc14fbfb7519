"""The roles in play and who knows what, at any time: what everybody heard before the night."""

from __future__ import annotations

from companion.app_context import AppContext
from companion.games.cultists.setup import Setup
from companion.screens.cultists.briefing import KnowledgeCard, build_token_rows
from companion.widgets.sheet import Sheet


class InPlaySheet(Sheet):
    """Told from the set-up alone: there is nothing secret in it."""

    def __init__(self, context: AppContext, setup: Setup) -> None:
        tr = context.tr
        knowledge = KnowledgeCard(tr, "app.knowledge")
        knowledge.show(setup)
        super().__init__(
            tr("cultists.in_play.title"),
            *build_token_rows(tr, setup),
            knowledge,
            on_close=context.navigator.close_sheet,
        )


def open_in_play(context: AppContext, setup: Setup) -> None:
    context.navigator.open_sheet(InPlaySheet(context, setup))
