"""What is seldom needed at Avalon's board: only the result of a vote, corrections, a false card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.games.avalon.moves import Cheat, Correct, Move, Vote
from companion.games.avalon.roles import Side
from companion.games.avalon.setup import plot_cards_a_round
from companion.games.avalon.state import ATTEMPTS, Awaits, State
from companion.screens.avalon.in_play import open_in_play
from companion.screens.sheet_buttons import offer_on
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet

Play = Callable[[Move], object]


def offers(shell: Shell, state: State, play: Play) -> list[Widget]:
    tr, setup = shell.tr, state.setup
    offer = partial(offer_on, shell.stage)
    in_play = partial(open_in_play, shell, setup)
    found: list[Widget] = [offer(tr("avalon.in_play.title"), Icon.EYE, in_play)]
    if state.awaits is Awaits.VOTE:
        for approved, key in ((True, "avalon.more.approved"), (False, "avalon.more.refused")):
            icon = Icon.CHECK if approved else Icon.CROSS
            found.append(offer(tr(key), icon, partial(play, Vote(approved=approved))))
    if state.awaits is Awaits.PROPOSE:
        leaders = partial(_offer_leaders, shell, state, play)
        found.append(offer(tr("avalon.more.leaders"), Icon.CROWN, leaders))
        for attempt in (state.attempt - 1, state.attempt + 1):
            if 1 <= attempt <= ATTEMPTS:
                words = tr("avalon.more.attempt", attempt=attempt)
                found.append(offer(words, Icon.PENCIL, partial(play, Correct(attempt=attempt))))
    if state.awaits is not Awaits.OVER and (setup.lady or plot_cards_a_round(setup)):
        for side in Side:
            words = tr("avalon.more.cheat", side=tr(f"avalon.side.{side.value}"))
            found.append(offer(words, Icon.LOYALTY, partial(play, Cheat(side))))
    return found


def _offer_leaders(shell: Shell, state: State, play: Play) -> None:
    """A house rule or a plot card may give the lead to anybody."""
    stage = shell.stage
    names = [
        offer_on(stage, name, Icon.CROWN, partial(play, Correct(leader=seat)))
        for seat, name in enumerate(shell.tr.players(state.setup.players))
        if seat != state.leader
    ]
    stage.open_sheet(Sheet(shell.tr("avalon.more.leaders"), *names, on_close=stage.close_sheet))
