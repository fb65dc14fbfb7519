"""So many of something, on a small card."""

from __future__ import annotations

from kivy.metrics import dp

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import theme_colour

# Room for words on the smallest phone, beside a mark and all margins.
_MAX_TEXT_DP = 224


class CountChip(Row):
    """A mark and a few words."""

    def __init__(self, icon: Icon, text: str, tone: str = "sea", *, size: float = 18) -> None:
        super().__init__(
            IconLabel(icon, size + 4, tone=tone, pos_hint={"center_y": 0.5}),
            Text(
                text,
                weight=500,
                size_sp=size,
                autosize="both",
                max_width=dp(_MAX_TEXT_DP),
                pos_hint={"center_y": 0.5},
            ),
            gap=8,
            hug=True,
            padding=(dp(10), dp(size * 0.39), dp(12), dp(size * 0.39)),
        )
        RoundedBox(
            self, radius=8, background=theme_colour("table"), border=theme_colour(tone, 0.7), line_width=1.5
        )
