"""What a change of the past would drop, said before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, paint

_TOLD = 6


class Losses(Column):
    """Each thing that would go with the rule that no longer allows it; with `more`, only the first few, and
    `more` puts into words how many others."""

    def __init__(
        self, head: str, lost: Sequence[tuple[str, str]], more: Callable[[int], str] | None = None
    ) -> None:
        super().__init__(gap=6, padding=(dp(16), dp(12)))
        Box(self, radius=RADIUS_CARD, ground=paint("ember_deep"), edge=paint("ember"), line=1.5)
        sign = Glyph(Icon.WARNING, 28, tone="ember", pos_hint={"center_y": 0.5})
        self.add_widget(Row(sign, Text(head, weight=500, pos_hint={"center_y": 0.5}), gap=12))
        told = lost if more is None else lost[:_TOLD]
        for what, why in told:
            self.add_widget(Text(what, weight=500))
            self.add_widget(Text(why, tone="ink_2"))
        if more is not None and len(lost) > _TOLD:
            self.add_widget(Text(more(len(lost) - _TOLD), tone="ink_2"))
