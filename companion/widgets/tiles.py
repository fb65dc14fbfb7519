"""Actions and ways: a mark over a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.widgets.icon_names import Icon
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import Pressable, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, SECONDARY_HEIGHT, sp, theme_colour


class ActionTile(Pressable):
    can_wrap = True

    def __init__(
        self,
        text: str,
        icon: Icon,
        on_tap: Callable[[], object],
        *,
        border: str,
        tone: str,
        background: str = "raised",
        **options: Any,
    ) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(70) + sp(18) * 1.8,
            padding=(dp(6), dp(12), dp(6), dp(8)), spacing=dp(2), **options,
        )  # fmt: skip
        self._border, self._tone, self._background = border, tone, background
        self._box = RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour(background),
            border=theme_colour(border),
            line_width=2,
        )
        self.icon = IconLabel(icon, 40, tone=tone, pos_hint={"center_x": 0.5})
        self.label = Text(
            text, weight=500, size_sp=18, min_size=12, max_lines=2, autosize="none", align="center"
        )
        self.add_widget(self.icon)
        self.add_widget(self.label)

    def update_style(self, *, pressed: bool) -> None:
        background = theme_colour(self._background)
        self._box.set_style(
            background=shade(background, 0.08) if pressed else background,
            border=theme_colour(self._border if self.enabled else "groove"),
        )
        self.icon.set_tone(self._tone if self.enabled else "ink_3")
        self.label.set_tone("ink" if self.enabled else "ink_3")


class NavigationTile(Pressable):
    """A way to another page, with its mark above its words: three of them stand side by side on a phone."""

    can_wrap = True

    def __init__(self, text: str, icon: Icon, on_tap: Callable[[], object]) -> None:
        high = max(dp(SECONDARY_HEIGHT), dp(30) + sp(16) * 1.6)
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=high,
            padding=(dp(6), dp(6), dp(6), dp(4)), spacing=dp(1),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CARD, background=theme_colour("raised"))
        self.add_widget(IconLabel(icon, 22, tone="ink_2", pos_hint={"center_x": 0.5}))
        self.label = Text(
            text, weight=500, size_sp=16, min_size=12, max_lines=1, autosize="none", align="center"
        )
        self.add_widget(self.label)

    def update_style(self, *, pressed: bool) -> None:
        background = theme_colour("raised")
        self._box.set_style(background=shade(background, 0.08) if pressed else background)
