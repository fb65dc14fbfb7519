"""Actions and ways: a mark over a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.widgets.icon_names import Icon
from companion.widgets.shapes import Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, SIDE_HEIGHT, paint, sp


class ActionTile(Tap):
    stands_alone = True

    def __init__(
        self,
        words: str,
        icon: Icon,
        on_tap: Callable[[], object],
        *,
        edge: str,
        tone: str,
        ground: str = "raised",
        **options: Any,
    ) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(70) + sp(18) * 1.8,
            padding=(dp(6), dp(12), dp(6), dp(8)), spacing=dp(2), **options,
        )  # fmt: skip
        self._edge, self._tone, self._ground = edge, tone, ground
        self._box = Box(self, radius=RADIUS_CARD, ground=paint(ground), edge=paint(edge), line=2)
        self.mark = Glyph(icon, 40, tone=tone, pos_hint={"center_x": 0.5})
        self.words = Text(words, weight=500, size_sp=18, smallest=12, most=2, grow="none", align="center")
        self.add_widget(self.mark)
        self.add_widget(self.words)

    def dress(self, *, pressed: bool) -> None:
        ground = paint(self._ground)
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint(self._edge if self.enabled else "groove"),
        )
        self.mark.set_tone(self._tone if self.enabled else "ink_3")
        self.words.set_tone("ink" if self.enabled else "ink_3")


class Way(Tap):
    """A way to another page, with its mark above its words: three of them stand side by side on a phone."""

    stands_alone = True

    def __init__(self, words: str, icon: Icon, on_tap: Callable[[], object]) -> None:
        high = max(dp(SIDE_HEIGHT), dp(30) + sp(16) * 1.6)
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=high,
            padding=(dp(6), dp(6), dp(6), dp(4)), spacing=dp(1),
        )  # fmt: skip
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("raised"))
        self.add_widget(Glyph(icon, 22, tone="ink_2", pos_hint={"center_x": 0.5}))
        self.label = Text(words, weight=500, size_sp=16, smallest=12, most=1, grow="none", align="center")
        self.add_widget(self.label)

    def dress(self, *, pressed: bool) -> None:
        ground = paint("raised")
        self._box.paint(ground=shaded(ground, 0.08) if pressed else ground)
