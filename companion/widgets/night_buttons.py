"""Buttons for the dark: they light up no faces."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.widgets.held_tap import HeldTap
from companion.widgets.icon_names import Icon
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import CentredRow
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import paint

# So much is left of the light of a button that does nothing now.
_OFF = 0.35
# What breaks a night off asks for a finger that stays: no slip does it.
HOLD_SECONDS = 1.0


class NightButton(HeldTap):
    """The main one is outlined and wide with its word beside the mark; the others bear it below. One with
    `on_hold` does what it says only if a finger stays on it."""

    def __init__(
        self,
        words: str,
        icon: Icon,
        on_tap: Callable[[], object] | None = None,
        *,
        on_hold: Callable[[], object] | None = None,
        main: bool = False,
        mirrored: bool = False,
    ) -> None:
        super().__init__(
            on_tap,
            on_hold,
            hold_seconds=HOLD_SECONDS,
            orientation="horizontal" if main else "vertical",
            size_hint=(2.0 if main else 1.0, None),
            height=dp(84),
            padding=(dp(8), dp(10)),
            spacing=dp(4),
        )
        self._box = Box(
            self,
            radius=26,
            ground=paint("night_raised"),
            edge=paint("candle_fill") if main else CLEAR,
            line=2,
        )
        tone = "candle_fill" if main else "night_ink"
        self.mark = Glyph(
            icon, 30, tone=tone, mirrored=mirrored, pos_hint={"center_y": 0.5} if main else {"center_x": 0.5}
        )
        self.words = Text(
            words,
            weight=700 if main else 400,
            size_sp=22 if main else 16,
            smallest=11,
            most=2,
            grow="none",
            align="center",
            tone=tone,
        )
        if main:
            self.add_widget(CentredRow([self.mark, self.words]))
        else:
            self.add_widget(self.mark)
            self.add_widget(self.words)

        self.fbind("enabled", self._fade)

    def _fade(self, *_: object) -> None:
        self.mark.opacity = self.words.opacity = 1.0 if self.enabled else _OFF

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("night_groove" if pressed else "night_raised"))
