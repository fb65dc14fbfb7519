"""What is seldom needed at Avalon's board: only the result of a vote, corrections, a false card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.avalon.moves import Cheat, Correct, Move, Vote
from companion.games.avalon.roles import Side
from companion.games.avalon.setup import plot_cards_per_round
from companion.games.avalon.state import MAX_ATTEMPTS, Phase, State
from companion.screens.avalon.in_play import open_in_play
from companion.screens.rows import create_sheet_button
from companion.widgets.icons import Icon
from companion.widgets.sheet import Sheet

PlayCallback = Callable[[Move], object]


def build_more_buttons(context: AppContext, state: State, play: PlayCallback) -> list[Widget]:
    tr, setup = context.tr, state.setup
    offer = partial(create_sheet_button, context.navigator)
    in_play = partial(open_in_play, context, setup)
    buttons: list[Widget] = [offer(tr("avalon.in_play.title"), Icon.EYE, in_play)]
    if state.phase is Phase.VOTE:
        for approved, key in ((True, "avalon.more.approved"), (False, "avalon.more.refused")):
            icon = Icon.CHECK if approved else Icon.CROSS
            buttons.append(offer(tr(key), icon, partial(play, Vote(approved=approved))))
    if state.phase is Phase.PROPOSE:
        leaders = partial(_open_leader_choice, context, state, play)
        buttons.append(offer(tr("avalon.more.leaders"), Icon.CROWN, leaders))
        for attempt in (state.attempt - 1, state.attempt + 1):
            if 1 <= attempt <= MAX_ATTEMPTS:
                words = tr("avalon.more.attempt", attempt=attempt)
                buttons.append(offer(words, Icon.PENCIL, partial(play, Correct(attempt=attempt))))
    if state.phase is not Phase.OVER and (setup.lady or plot_cards_per_round(setup)):
        for side in Side:
            words = tr("avalon.more.cheat", side=tr(f"avalon.side.{side.value}"))
            buttons.append(offer(words, Icon.LOYALTY, partial(play, Cheat(side))))
    return buttons


def _open_leader_choice(context: AppContext, state: State, play: PlayCallback) -> None:
    """A house rule or a plot card may give the lead to anybody."""
    navigator = context.navigator
    names = [
        create_sheet_button(navigator, name, Icon.CROWN, partial(play, Correct(leader=seat)))
        for seat, name in enumerate(context.tr.player_names(state.setup.players))
        if seat != state.leader
    ]
    navigator.open_sheet(Sheet(context.tr("avalon.more.leaders"), *names, on_close=navigator.close_sheet))
