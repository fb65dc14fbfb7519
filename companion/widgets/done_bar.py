"""How far something is, as a bar that fills along the reading direction."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.theme import look, paint

_HEIGHT: Final = 10


class DoneBar(Widget):
    def __init__(self, part: float = 0.0, **options: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(_HEIGHT), **options)
        self.part = part
        radius = [dp(_HEIGHT / 2)]
        with self.canvas:
            Color(rgba=paint("groove"))
            self._groove = SmoothRoundedRectangle(radius=radius)
            Color(rgba=paint("candle_fill"))
            self._done = SmoothRoundedRectangle(radius=radius)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, part: float) -> None:
        """From 0 to 1; it never goes back."""
        part = min(1.0, max(self.part, part))
        if part != self.part:
            self.part = part
            self._draw()

    def _draw(self, *_: object) -> None:
        self._groove.pos, self._groove.size = self.pos, self.size
        # No shorter than it is high: a rounded end needs that much.
        wide = max(self.height, self.width * self.part) if self.part else 0
        self._done.size = (wide, self.height)
        self._done.pos = (self.x + self.width - wide if look().rtl else self.x, self.y)
