"""The balance of a set of characters: whom the special ones help, on either side."""

from __future__ import annotations

from companion.games.avalon.roles import Side
from companion.games.avalon.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.avalon.role_cards import ROLE_ICONS, side_sign
from companion.scripts.avalon.balance import added, helpers
from companion.scripts.avalon.names import short_name
from companion.widgets.cards import Card
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.text import Glyph, Text


class BalanceCard(Card):
    """`advise`: with a word on how to change it, where nobody has said it yet."""

    def __init__(self, tr: Translator, setup: Setup, *, advise: bool) -> None:
        super().__init__(gap=8)
        self.add_widget(
            Grid(*(_side(tr, setup, side) for side in Side), gap=12, narrowest=130, most_columns=2)
        )
        if advise and added(setup) > 1:
            self.add_widget(Text(tr("avalon.setup.balance.advice"), size_sp=16, tone="ink_2"))


def _side(tr: Translator, setup: Setup, side: Side) -> Column:
    """A scale of the balance: its sign, and a line for each that lies in it."""
    head = Text(tr(f"avalon.setup.balance.{side.value}"), size_sp=16, tone=side.value, weight=500)
    scale = Column(Row(side_sign(side), head, gap=8), gap=4)
    for role in helpers(setup, side):
        mark = Glyph(ROLE_ICONS[role], 20, tone="ink_2", pos_hint={"center_y": 0.5})
        scale.add_widget(Row(mark, Text(tr(short_name(role)), size_sp=16), gap=10))
    if not helpers(setup, side):
        scale.add_widget(Text(tr("app.nobody"), size_sp=16, tone="ink_3"))
    return scale
