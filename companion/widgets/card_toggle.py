"""A card that a tap puts in or takes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.widgets.held_tap import LongPressable
from companion.widgets.icon_names import Icon
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CHIP, look, sp, theme_colour


class CardToggle(LongPressable):
    """A card that is in or out: mark, name, and a badge that says which (never by colour alone). Held, it can
    tell about itself."""

    def __init__(
        self,
        text: str,
        icon: Icon,
        on_tap: Callable[[], object] | None = None,
        on_long_press: Callable[[], object] | None = None,
        *,
        hue: str = "candle",
        selected: bool = False,
        locked: bool = False,
        badge: str = "",
        **options: Any,
    ) -> None:
        self._hue = hue
        self._is_locked = locked
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(66) + sp(16) * 2.2)
        super().__init__(
            on_tap, on_long_press, orientation="vertical", padding=(dp(4), dp(6), dp(4), dp(8)), **options
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self._badge_text = badge
        self._badge_icon = IconLabel(
            Icon.LOCK, 18, tone=hue, pos_hint={"right": 0.95} if not look().rtl else {"x": 0.05}
        )
        top = FloatLayout(size_hint_y=None, height=dp(22))
        self._badge_label = Text(badge, weight=700, size_sp=15, tone=hue, autosize="both")
        self._badge_label.pos_hint = (
            {"right": 0.94, "center_y": 0.5} if not look().rtl else {"x": 0.06, "center_y": 0.5}
        )
        self._badge_icon.pos_hint = {**self._badge_icon.pos_hint, "center_y": 0.5}
        top.add_widget(self._badge_icon)
        top.add_widget(self._badge_label)
        self.add_widget(top)
        self.icon = IconLabel(icon, 36, pos_hint={"center_x": 0.5})
        self.add_widget(self.icon)
        self.label = Text(
            text, weight=500, size_sp=16, min_size=11, max_lines=2, autosize="none", align="center"
        )
        self.add_widget(self.label)
        self.is_selected = selected
        self._refresh_style()

    def set_selected(self, selected: bool) -> None:
        self.is_selected = selected
        self._refresh_style()

    def set_badge(self, text: str) -> None:
        """A count in place of the mark, for cards of which there are several."""
        self._badge_text = text
        self._badge_label.content = text
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        active = self.is_selected or self._is_locked
        background = theme_colour(f"{self._hue}_deep") if active else theme_colour("table")
        self._box.set_style(
            background=shade(background, 0.08) if pressed else background,
            border=theme_colour(self._hue if active else "rim"),
            line_width=2 if active else 1.5,
        )
        self._badge_icon.content = "" if self._badge_text else self._state_icon(active).value
        self._badge_icon.set_tone(self._hue if active else "rim")
        self.icon.set_tone(self._hue if active else "ink_3")
        self.label.set_tone("ink" if active else "ink_2")

    def _state_icon(self, active: bool) -> Icon:
        if self._is_locked:
            return Icon.LOCK
        return Icon.CHECK_TOKEN if active else Icon.RING
