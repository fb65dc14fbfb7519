"""A table of wood, seen from above."""

from __future__ import annotations

from math import ceil

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.widgets.theme import theme_colour

# Pixels of an oval's edge that may be straight: more corners cannot be seen, but take their time.
_SEGMENT_PIXELS = 12


class TableTop:
    """Draws into the canvas that is open while it is made."""

    def __init__(self) -> None:
        Color(rgba=theme_colour("wood"))
        self._wood = SmoothEllipse()
        Color(rgba=theme_colour("wood_line"))
        self._grain = [SmoothLine(width=dp(0.75)) for _ in range(5)]
        Color(rgba=theme_colour("wood_rim"))
        self._rim = SmoothLine(width=dp(1.6), close=True)
        self._inner = SmoothLine(width=dp(0.6), close=True)

    def show(self, x: float, y: float, tx: float, ty: float) -> None:
        """An oval round this middle with these half axes."""
        corners = max(48, ceil(4 * (tx + ty) / _SEGMENT_PIXELS))
        self._wood.segments = corners
        self._wood.pos, self._wood.size = (x - tx, y - ty), (2 * tx, 2 * ty)
        for line, gap in ((self._rim, 0.0), (self._inner, dp(7))):
            line.ellipse = (x - tx + gap, y - ty + gap, 2 * (tx - gap), 2 * (ty - gap), 0, 360, corners)
        for i, line in enumerate(self._grain):
            up = (i - 2) / 3
            half = (tx - dp(8)) * max(0.0, 1 - up * up) ** 0.5
            line.points = (x - half, y + up * (ty - dp(8)), x + half, y + up * (ty - dp(8)))
