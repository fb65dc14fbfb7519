"""What to lay out before a round, step by step: on the set-up screen, and when a round has been told."""

from __future__ import annotations

from kivy.metrics import dp

from companion.i18n.translator import Translator
from companion.screens.labelled_rows import heading
from companion.scripts.silver.guide import deal
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import Disc
from companion.widgets.text import Text
from companion.widgets.theme import look, paint


class DealCard(Card):
    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self._tr = tr

    def show(self, players: int, starter: str | None = None) -> None:
        """`starter`, before the first round: on whose side the amulet is laid."""
        tr = self._tr
        self.clear_widgets()
        self.add_widget(heading(Icon.SHUFFLE, tr("silver.setup.deal")))
        for number, step in enumerate(deal(players, starter), 1):
            weight = 700 if step.warns else 400
            text = Text(tr(step.key, **step.args), weight=weight, pos_hint={"center_y": 0.5})
            self.add_widget(Row(_Number(number), text, gap=12))


class _Number(Text):
    """A step's number on a disc."""

    def __init__(self, number: int) -> None:
        super().__init__(
            look().digits(number), weight=700, size_sp=16, grow="none", align="center", scaled=False,
            size_hint=(None, None), size=(dp(30), dp(30)), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        Disc(self, ground=paint("moon_deep"), edge=paint("moon"), line=1.5)
