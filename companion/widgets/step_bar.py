"""Progress by steps: past, now and to come, along the reading direction."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.theme import look, theme_colour


class StepBar(Widget):
    def __init__(
        self,
        steps: int,
        *,
        current: str = "candle_fill",
        past: str = "rim",
        upcoming: str = "raised",
        **options: Any,
    ) -> None:
        super().__init__(size_hint_y=None, height=dp(10), **options)
        self._tones = (past, current, upcoming)
        self._step = 0
        with self.canvas:
            self._parts = [(Color(), SmoothRoundedRectangle(radius=[dp(2)])) for _ in range(steps)]
        self.bind(pos=self._draw, size=self._draw)

    def show(self, step: int) -> None:
        """`step` counts from 1."""
        if step != self._step:
            self._step = step
            self._draw()

    def _draw(self, *_: object) -> None:
        count = len(self._parts)
        gap = min(dp(5), self.width / max(1, count) * 0.3)
        wide = (self.width - gap * (count - 1)) / max(1, count)
        for number, (colour, bar) in enumerate(self._parts, 1):
            place = count - number if look().rtl else number - 1
            tall = dp(8) if number == self._step else dp(4)
            colour.rgba = theme_colour(
                self._tones[0 if number < self._step else 1 if number == self._step else 2]
            )
            bar.pos = (self.x + place * (wide + gap), self.y + (self.height - tall) / 2)
            bar.size = (max(0.0, wide), tall)
