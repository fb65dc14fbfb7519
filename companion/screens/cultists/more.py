"""What is seldom needed at the board: status aloud, the timer, setting things right, turning the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.games.cultists.state import Awaits
from companion.screens.cultists.corrections import CorrectSheet
from companion.screens.offers import offer_on
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.screens.cultists.board import BoardPage


class MoreSheet(Sheet):
    def __init__(self, board: BoardPage) -> None:
        app = board.app
        tr, stage = app.tr, app.stage
        offer = partial(offer_on, stage)
        offers = [offer(tr("cultists.more.status"), Icon.SPEAKER, board.say_status)]
        if board.state.awaits is not Awaits.OVER:
            offers += [
                offer(tr("app.timer.title"), Icon.TIMER, board.timer.open),
                offer(tr("cultists.board.people.title"), Icon.PEOPLE, board.open_people),
                offer(tr("cultists.more.actions"), Icon.MENU_LIST, board.open_actions),
                offer(
                    tr("cultists.more.correct"), Icon.PENCIL, lambda: stage.open_sheet(CorrectSheet(board))
                ),
            ]
        offers.append(offer(tr("cultists.more.history"), Icon.HISTORY, board.open_history))
        offers.append(offer(tr("app.more.turn"), Icon.ROTATE_SCREEN, app.turn_screen))
        offers.append(offer(tr("cultists.more.home"), Icon.BACK, stage.home))
        super().__init__(tr("app.more.title"), *offers, on_close=stage.close_sheet)
