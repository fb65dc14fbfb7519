"""The rarely used actions of Avalon's board, and the sheet with the characters in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.setup import ROLES, Setup, Side, deck, plot_cards_per_round
from companion.games.avalon.state import MAX_ATTEMPTS, Cheat, Correct, Move, Phase, State, Vote
from companion.screens.avalon.briefing import KnowledgeCard, card_name
from companion.screens.avalon.role_cards import ROLE_ICONS
from companion.screens.rows import create_sheet_button
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import LABEL, MUTED, IconLabel, Text


class InPlaySheet(Sheet):
    """The sheet with the characters in play and who knows what.

    It shows only the set-up, so nothing is secret.
    """

    def __init__(self, context: AppContext, setup: Setup) -> None:
        tr = context.tr
        cards = Counter(deck(setup))
        rows = []
        # Sorted by side, then in the order of the lists.
        for role in sorted(cards, key=list(ROLES).index):
            hue = ROLES[role].side.value
            words = Column(
                Text(card_name(tr, role, cards[role]), LABEL),
                Text(tr(f"avalon.role.{role}.does"), MUTED),
                gap=1,
            )
            rows.append(Row(IconLabel(ROLE_ICONS[role], 30, tone=hue, pos_hint={"top": 1}), words, gap=12))
        if setup.lancelot is not None:
            variant = setup.lancelot.value
            words = Column(
                Text(tr(f"avalon.lancelot.{variant}.name"), LABEL),
                Text(tr(f"avalon.lancelot.{variant}.does", **RULE_NUMBERS), MUTED),
                gap=1,
            )
            rows.append(words)
        knowledge = KnowledgeCard(tr, "app.knowledge")
        knowledge.show(setup)
        super().__init__(tr("avalon.in_play.title"), *rows, knowledge, on_close=context.navigator.close_sheet)


def open_in_play(context: AppContext, setup: Setup) -> None:
    context.navigator.open_sheet(InPlaySheet(context, setup))


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
    """Open the sheet to change the leader, which a house rule or a plot card allows."""
    navigator = context.navigator
    names = [
        create_sheet_button(navigator, name, Icon.CROWN, partial(play, Correct(leader=seat)))
        for seat, name in enumerate(context.tr.player_names(state.setup.players))
        if seat != state.leader
    ]
    navigator.open_sheet(Sheet(context.tr("avalon.more.leaders"), *names, on_close=navigator.close_sheet))
