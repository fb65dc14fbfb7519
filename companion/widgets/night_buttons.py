"""Buttons for the dark: they light up no faces."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.widgets.held_tap import LongPressable
from companion.widgets.icon_names import Icon
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.tap import CentredRow
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import theme_colour

# So much is left of the light of a button that does nothing now.
_DISABLED_OPACITY = 0.35
# What breaks a night off asks for a finger that stays: no slip does it.
NIGHT_LONG_PRESS_SECONDS = 1.0


class NightButton(LongPressable):
    """The main one is outlined and wide with its word beside the mark; the others bear it below. One with
    `on_long_press` does what it says only if a finger stays on it."""

    def __init__(
        self,
        text: str,
        icon: Icon,
        on_tap: Callable[[], object] | None = None,
        *,
        on_long_press: Callable[[], object] | None = None,
        primary: bool = False,
        mirrored: bool = False,
    ) -> None:
        super().__init__(
            on_tap,
            on_long_press,
            hold_seconds=NIGHT_LONG_PRESS_SECONDS,
            orientation="horizontal" if primary else "vertical",
            size_hint=(2.0 if primary else 1.0, None),
            height=dp(84),
            padding=(dp(8), dp(10)),
            spacing=dp(4),
        )
        self._box = RoundedBox(
            self,
            radius=26,
            background=theme_colour("night_raised"),
            border=theme_colour("candle_fill") if primary else TRANSPARENT,
            line_width=2,
        )
        tone = "candle_fill" if primary else "night_ink"
        self.icon = IconLabel(
            icon,
            30,
            tone=tone,
            mirrored=mirrored,
            pos_hint={"center_y": 0.5} if primary else {"center_x": 0.5},
        )
        self.label = Text(
            text,
            weight=700 if primary else 400,
            size_sp=22 if primary else 16,
            min_size=11,
            max_lines=2,
            autosize="none",
            align="center",
            tone=tone,
        )
        if primary:
            self.add_widget(CentredRow([self.icon, self.label]))
        else:
            self.add_widget(self.icon)
            self.add_widget(self.label)

        self.fbind("enabled", self._update_opacity)

    def _update_opacity(self, *_: object) -> None:
        self.icon.opacity = self.label.opacity = 1.0 if self.enabled else _DISABLED_OPACITY

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("night_groove" if pressed else "night_raised"))
