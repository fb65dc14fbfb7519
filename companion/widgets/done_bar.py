"""How far something is, as a bar that fills along the reading direction."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.theme import look, theme_colour

_HEIGHT: Final = 10


class CompletionBar(Widget):
    def __init__(self, progress: float = 0.0, **options: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(_HEIGHT), **options)
        self.progress = progress
        radius = [dp(_HEIGHT / 2)]
        with self.canvas:
            Color(rgba=theme_colour("groove"))
            self._track = SmoothRoundedRectangle(radius=radius)
            Color(rgba=theme_colour("candle_fill"))
            self._fill = SmoothRoundedRectangle(radius=radius)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, progress: float) -> None:
        """From 0 to 1; it never goes back."""
        progress = min(1.0, max(self.progress, progress))
        if progress != self.progress:
            self.progress = progress
            self._draw()

    def _draw(self, *_: object) -> None:
        self._track.pos, self._track.size = self.pos, self.size
        # No shorter than it is high: a rounded end needs that much.
        wide = max(self.height, self.width * self.progress) if self.progress else 0
        self._fill.size = (wide, self.height)
        self._fill.pos = (self.x + self.width - wide if look().rtl else self.x, self.y)
