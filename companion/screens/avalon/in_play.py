"""The characters in play and who knows what, at any time: what everybody heard before the night."""

from __future__ import annotations

from collections import Counter

from companion.app_context import AppContext
from companion.games.avalon.roles import ROLES
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.setup import Setup, deck
from companion.screens.avalon.briefing import KnowledgeCard, card_name
from companion.screens.avalon.role_cards import ROLE_ICONS
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text


class InPlaySheet(Sheet):
    """Told from the set-up alone: there is nothing secret in it."""

    def __init__(self, context: AppContext, setup: Setup) -> None:
        tr = context.tr
        cards = Counter(deck(setup))
        rows = []
        # A side after the other, each in the order of the lists.
        for role in sorted(cards, key=list(ROLES).index):
            hue = ROLES[role].side.value
            words = Column(
                Text(card_name(tr, role, cards[role]), size_sp=18, weight=500),
                Text(tr(f"avalon.role.{role}.does"), tone="ink_2"),
                gap=1,
                pos_hint={"center_y": 0.5},
            )
            rows.append(Row(IconLabel(ROLE_ICONS[role], 30, tone=hue, pos_hint={"top": 1}), words, gap=12))
        if setup.lancelot is not None:
            variant = setup.lancelot.value
            words = Column(
                Text(tr(f"avalon.lancelot.{variant}.name"), size_sp=18, weight=500),
                Text(tr(f"avalon.lancelot.{variant}.does", **RULE_NUMBERS), tone="ink_2"),
                gap=1,
            )
            rows.append(words)
        knowledge = KnowledgeCard(tr, "app.knowledge")
        knowledge.show(setup)
        super().__init__(tr("avalon.in_play.title"), *rows, knowledge, on_close=context.navigator.close_sheet)


def open_in_play(context: AppContext, setup: Setup) -> None:
    context.navigator.open_sheet(InPlaySheet(context, setup))
