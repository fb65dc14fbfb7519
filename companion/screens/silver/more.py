"""What is seldom needed at Silver's board: what a call would bring, and what the cards do."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.entry.silver.summary import SilverTable
from companion.screens.sheet_buttons import offer_on
from companion.screens.silver.may_call import open_call
from companion.screens.silver.villagers import open_cards
from companion.shell import Shell
from companion.widgets.icon_names import Icon


def offers(shell: Shell, table: SilverTable) -> list[Widget]:
    tr, offer = shell.tr, partial(offer_on, shell.stage)
    found: list[Widget] = [offer(tr("silver.board.all_cards"), Icon.CARD, partial(open_cards, shell, None))]
    if table.outcome is None:
        found.insert(0, offer(tr("silver.call.title"), Icon.CALLER, partial(open_call, shell, table)))
    return found
