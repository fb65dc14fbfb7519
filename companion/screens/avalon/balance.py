"""The balance of a set of characters: whom the special ones help, on either side."""

from __future__ import annotations

from companion.games.avalon.roles import Side
from companion.games.avalon.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.avalon.role_cards import ROLE_ICONS, build_side_icon
from companion.scripts.avalon.balance import count_special_roles, list_helpers
from companion.scripts.avalon.names import short_name_key
from companion.widgets.cards import Card
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.text import IconLabel, Text


class BalanceCard(Card):
    """`advise`: with a word on how to change it, where nobody has said it yet."""

    def __init__(self, tr: Translator, setup: Setup, *, advise: bool) -> None:
        super().__init__(gap=8)
        self.add_widget(
            Grid(
                *(_build_side(tr, setup, side) for side in Side), gap=12, min_column_width=130, max_columns=2
            )
        )
        if advise and count_special_roles(setup) > 1:
            self.add_widget(Text(tr("avalon.setup.balance.advice"), size_sp=16, tone="ink_2"))


def _build_side(tr: Translator, setup: Setup, side: Side) -> Column:
    """A scale of the balance: its sign, and a line for each that lies in it."""
    head = Text(tr(f"avalon.setup.balance.{side.value}"), size_sp=16, tone=side.value, weight=500)
    scale = Column(Row(build_side_icon(side), head, gap=8), gap=4)
    for role in list_helpers(setup, side):
        mark = IconLabel(ROLE_ICONS[role], 20, tone="ink_2", pos_hint={"center_y": 0.5})
        scale.add_widget(Row(mark, Text(tr(short_name_key(role)), size_sp=16), gap=10))
    if not list_helpers(setup, side):
        scale.add_widget(Text(tr("app.nobody"), size_sp=16, tone="ink_3"))
    return scale
