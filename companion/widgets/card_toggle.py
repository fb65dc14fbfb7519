"""A card that a tap puts in or takes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.widgets.held_tap import HeldTap
from companion.widgets.icon_names import Icon
from companion.widgets.shapes import Box
from companion.widgets.tap import shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CHIP, look, paint, sp


class CardToggle(HeldTap):
    """A card that is in or out: mark, name, and a badge that says which (never by colour alone). Held, it can
    tell about itself."""

    def __init__(
        self,
        name: str,
        icon: Icon,
        on_tap: Callable[[], object] | None = None,
        on_hold: Callable[[], object] | None = None,
        *,
        hue: str = "candle",
        chosen: bool = False,
        locked: bool = False,
        badge: str = "",
        **options: Any,
    ) -> None:
        self._hue = hue
        self._locked = locked
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(66) + sp(16) * 2.2)
        super().__init__(
            on_tap, on_hold, orientation="vertical", padding=(dp(4), dp(6), dp(4), dp(8)), **options
        )
        self._box = Box(self, radius=RADIUS_CHIP, line=2)
        self._badge_text = badge
        self._badge = Glyph(
            Icon.LOCK, 18, tone=hue, pos_hint={"right": 0.95} if not look().rtl else {"x": 0.05}
        )
        top = FloatLayout(size_hint_y=None, height=dp(22))
        self._count = Text(badge, weight=700, size_sp=15, tone=hue, grow="both")
        self._count.pos_hint = (
            {"right": 0.94, "center_y": 0.5} if not look().rtl else {"x": 0.06, "center_y": 0.5}
        )
        self._badge.pos_hint = {**self._badge.pos_hint, "center_y": 0.5}
        top.add_widget(self._badge)
        top.add_widget(self._count)
        self.add_widget(top)
        self.mark = Glyph(icon, 36, pos_hint={"center_x": 0.5})
        self.add_widget(self.mark)
        self.name = Text(name, weight=500, size_sp=16, smallest=11, most=2, grow="none", align="center")
        self.add_widget(self.name)
        self.chosen = chosen
        self._answer()

    def choose(self, chosen: bool) -> None:
        self.chosen = chosen
        self._answer()

    def badge(self, words: str) -> None:
        """A count in place of the mark, for cards of which there are several."""
        self._badge_text = words
        self._count.content = words
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        on = self.chosen or self._locked
        ground = paint(f"{self._hue}_deep") if on else paint("table")
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint(self._hue if on else "rim"),
            line=2 if on else 1.5,
        )
        self._badge.content = "" if self._badge_text else self._badge_mark(on).value
        self._badge.set_tone(self._hue if on else "rim")
        self.mark.set_tone(self._hue if on else "ink_3")
        self.name.set_tone("ink" if on else "ink_2")

    def _badge_mark(self, on: bool) -> Icon:
        if self._locked:
            return Icon.LOCK
        return Icon.CHECK_TOKEN if on else Icon.RING
