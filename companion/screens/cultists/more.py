"""What is seldom needed at the board of Among Cultists: who may do what, setting things right, the past."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.games.cultists.state import Awaits
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.corrections import CorrectSheet
from companion.screens.cultists.in_play import open_in_play
from companion.screens.sheet_buttons import offer_on
from companion.widgets.icon_names import Icon


def offers(board: Board) -> list[Widget]:
    shell = board.shell
    tr, stage = shell.tr, shell.stage
    offer = partial(offer_on, stage)
    found: list[Widget] = []
    if board.state.awaits is not Awaits.OVER:
        found = [
            offer(tr("cultists.board.people.title"), Icon.PEOPLE, board.open_people),
            offer(tr("cultists.more.actions"), Icon.MENU_LIST, board.open_actions),
            offer(tr("cultists.more.correct"), Icon.PENCIL, lambda: stage.open_sheet(CorrectSheet(board))),
        ]
    in_play = partial(open_in_play, shell, board.state.setup)
    found.insert(0, offer(tr("cultists.in_play.title"), Icon.EYE, in_play))
    return [*found, offer(tr("cultists.more.history"), Icon.HISTORY, board.open_history)]
