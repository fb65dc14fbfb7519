"""What is seldom needed at the board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.screens.offers import offer_on
from companion.screens.silver.call import open_call
from companion.screens.silver.cards import open_cards
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.app import CompanionApp
    from companion.screens.silver.board import BoardPage


class MoreSheet(Sheet):
    def __init__(self, app: CompanionApp, board: BoardPage) -> None:
        tr, stage = app.tr, app.stage
        offer = partial(offer_on, stage)
        offers = [offer(tr("silver.more.status"), Icon.SPEAKER, board.say_status)]
        if board.table.outcome is None:
            offers.append(offer(tr("silver.call.title"), Icon.CALLER, partial(open_call, app, board.table)))
        offers.append(offer(tr("silver.board.all_cards"), Icon.CARD, partial(open_cards, app, None)))
        offers.append(offer(tr("app.more.turn"), Icon.ROTATE_SCREEN, app.turn_screen))
        offers.append(offer(tr("silver.more.home"), Icon.BACK, stage.home))
        super().__init__(tr("app.more.title"), *offers, on_close=stage.close_sheet)
