"""What is seldom needed at the board: the voice, only the result of a vote, corrections, a false card."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.games.avalon.moves import Cheat, Correct, Vote
from companion.games.avalon.roles import Side
from companion.games.avalon.setup import plot_cards_a_round
from companion.games.avalon.state import ATTEMPTS, Awaits
from companion.screens.offers import offer_on
from companion.screens.rows import labelled
from companion.widgets.cards import OnOff
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.app import CompanionApp
    from companion.screens.avalon.board import BoardPage


class MoreSheet(Sheet):
    def __init__(self, app: CompanionApp, board: BoardPage) -> None:
        table, play = board.table, board.play
        tr, state, stage = app.tr, table.state, app.stage
        offer = partial(offer_on, stage)
        offers: list[Widget] = [
            labelled(
                tr("app.settings.speak_in_game"), OnOff(app.settings.speak_in_game, partial(_speak, app))
            ),
            offer(tr("avalon.more.status"), Icon.SPEAKER, board.say_status),
            offer(tr("avalon.more.timer"), Icon.TIMER, board.timer.open),
        ]
        if state.awaits is Awaits.VOTE:
            for approved, key in ((True, "avalon.more.approved"), (False, "avalon.more.refused")):
                icon = Icon.CHECK if approved else Icon.CROSS
                offers.append(offer(tr(key), icon, partial(play, Vote(approved=approved))))
        if state.awaits is Awaits.PROPOSE:
            offers.append(offer(tr("avalon.more.leaders"), Icon.CROWN, partial(_offer_leaders, app, board)))
            for attempt in (state.attempt - 1, state.attempt + 1):
                if 1 <= attempt <= ATTEMPTS:
                    words = tr("avalon.more.attempt", attempt=attempt)
                    offers.append(offer(words, Icon.PENCIL, partial(play, Correct(attempt=attempt))))
        if state.awaits is not Awaits.OVER and (table.setup.lady or plot_cards_a_round(table.setup)):
            for side in Side:
                words = tr("avalon.more.cheat", side=tr(f"avalon.side.{side.value}"))
                offers.append(offer(words, Icon.LOYALTY, partial(play, Cheat(side))))
        offers.append(offer(tr("app.more.turn"), Icon.ROTATE_SCREEN, app.turn_screen))
        offers.append(offer(tr("avalon.more.home"), Icon.BACK, stage.home))
        super().__init__(tr("app.more.title"), *offers, on_close=stage.close_sheet)


def _speak(app: CompanionApp, on: bool) -> None:
    app.change(speak_in_game=on)
    if not on:
        app.speaking.hush()


def _offer_leaders(app: CompanionApp, board: BoardPage) -> None:
    """A house rule or a plot card may give the lead to anybody."""
    tr, stage, state = app.tr, app.stage, board.table.state
    offers = [
        offer_on(stage, name, Icon.CROWN, partial(board.play, Correct(leader=seat)))
        for seat, name in enumerate(state.setup.players)
        if seat != state.leader
    ]
    stage.open_sheet(Sheet(tr("avalon.more.leaders"), *offers, on_close=stage.close_sheet))
