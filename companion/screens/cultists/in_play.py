"""The roles in play and who knows what, at any time: what everybody heard before the night."""

from __future__ import annotations

from companion.games.cultists.setup import Setup
from companion.screens.cultists.briefing import KnowledgeCard, token_rows
from companion.shell import Shell
from companion.widgets.sheet import Sheet


class InPlaySheet(Sheet):
    """Told from the set-up alone: there is nothing secret in it."""

    def __init__(self, shell: Shell, setup: Setup) -> None:
        tr = shell.tr
        knowledge = KnowledgeCard(tr, "app.knowledge")
        knowledge.show(setup)
        super().__init__(
            tr("cultists.in_play.title"), *token_rows(tr, setup), knowledge, on_close=shell.stage.close_sheet
        )


def open_in_play(shell: Shell, setup: Setup) -> None:
    shell.stage.open_sheet(InPlaySheet(shell, setup))
