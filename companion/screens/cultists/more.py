"""What is seldom needed at the board of Among Cultists: who may do what, setting things right, the past."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.games.cultists.state import Phase
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.corrections import CorrectionSheet
from companion.screens.cultists.in_play import open_in_play
from companion.screens.rows import create_sheet_button
from companion.widgets.icons import Icon


def build_more_buttons(board: Board) -> list[Widget]:
    context = board.app_context
    tr, navigator = context.tr, context.navigator
    offer = partial(create_sheet_button, navigator)
    buttons: list[Widget] = []
    if board.state.phase is not Phase.OVER:
        buttons = [
            offer(tr("cultists.board.people.title"), Icon.PEOPLE, board.open_people),
            offer(tr("cultists.more.actions"), Icon.MENU_LIST, board.open_actions),
            offer(
                tr("cultists.more.correct"), Icon.PENCIL, lambda: navigator.open_sheet(CorrectionSheet(board))
            ),
        ]
    in_play = partial(open_in_play, context, board.state.setup)
    buttons.insert(0, offer(tr("cultists.in_play.title"), Icon.EYE, in_play))
    return [*buttons, offer(tr("cultists.more.history"), Icon.HISTORY, board.open_history)]
