"""So many of something, on a small card."""

from __future__ import annotations

from kivy.metrics import dp

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import paint

# Room for words on the smallest phone, beside a mark and all margins.
_WIDEST = 224


class CountChip(Row):
    """A mark and a few words."""

    def __init__(self, icon: Icon, words: str, tone: str = "sea", *, size: float = 18) -> None:
        super().__init__(
            Glyph(icon, size + 4, tone=tone, pos_hint={"center_y": 0.5}),
            Text(
                words, weight=500, size_sp=size, grow="both", widest=dp(_WIDEST), pos_hint={"center_y": 0.5}
            ),
            gap=8,
            hug=True,
            padding=(dp(10), dp(size * 0.39), dp(12), dp(size * 0.39)),
        )
        Box(self, radius=8, ground=paint("table"), edge=paint(tone, 0.7), line=1.5)
