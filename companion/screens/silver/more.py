"""The rarely used actions of Silver's board: the call sheet and the villagers."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.entry.silver.summary import SilverTable
from companion.screens.rows import create_sheet_button
from companion.screens.silver.may_call import open_call_sheet
from companion.screens.silver.villagers import open_cards_page
from companion.widgets.icons import Icon


def build_more_buttons(context: AppContext, session: SilverTable) -> list[Widget]:
    tr, offer = context.tr, partial(create_sheet_button, context.navigator)
    buttons: list[Widget] = [
        offer(tr("silver.board.all_cards"), Icon.CARD, partial(open_cards_page, context, None))
    ]
    if session.outcome is None:
        buttons.insert(
            0, offer(tr("silver.call.title"), Icon.CALLER, partial(open_call_sheet, context, session))
        )
    return buttons
