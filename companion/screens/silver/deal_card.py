"""What to lay out before a round, step by step: on the set-up screen, and when a round has been told."""

from __future__ import annotations

from kivy.metrics import dp

from companion.i18n.translator import Translator
from companion.screens.rows import build_heading
from companion.scripts.silver.guide import list_deal_steps
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import Disc
from companion.widgets.text import Text
from companion.widgets.theme import look, theme_colour


class DealCard(Card):
    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self._tr = tr

    def show(self, players: int, starter: str | None = None) -> None:
        """`starter`, before the first round: on whose side the amulet is laid."""
        tr = self._tr
        self.clear_widgets()
        self.add_widget(build_heading(Icon.SHUFFLE, tr("silver.setup.deal")))
        for number, step in enumerate(list_deal_steps(players, starter), 1):
            weight = 700 if step.is_easily_missed else 400
            text = Text(tr(step.key, **step.args), weight=weight, pos_hint={"center_y": 0.5})
            self.add_widget(Row(_StepNumber(number), text, gap=12))


class _StepNumber(Text):
    """A step's number on a disc."""

    def __init__(self, number: int) -> None:
        super().__init__(
            look().digits(number), weight=700, size_sp=16, autosize="none", align="center", scaled=False,
            size_hint=(None, None), size=(dp(30), dp(30)), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        Disc(self, background=theme_colour("moon_deep"), border=theme_colour("moon"), line_width=1.5)
