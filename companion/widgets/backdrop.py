"""The ground of every screen: a dark wooden table with one glow of candlelight.

The wood itself is the colour to which the window is cleared: painting it once more would take as long as all
that stands on it.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any

from kivy.graphics import Color, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.quads import plain_quad, quad_indices
from companion.widgets.shapes import white_texture
from companion.widgets.theme import look, theme_colour

_GLOW_PIXELS = 128
# Where the joints between the boards lie, as fractions of the screen.
_VERTICAL_JOINTS = (0.21, 0.405, 0.615, 0.80)
_CROSS_JOINTS = ((0.80, 1.0, 0.425), (0.615, 0.80, 0.887), (0.0, 0.21, 0.164), (0.405, 0.615, 0.29))
_JOINT_DP = 1.5


@lru_cache(maxsize=1)
def glow_texture() -> Texture:
    """A white disc that fades out from its middle; tinted when drawn. Its grains, some pixels large, differ
    by a shade at the most."""
    middle = (_GLOW_PIXELS - 1) / 2
    fade = bytes(round(255 * (1 - far) ** 2 * (1 + 2 * far)) for far in (step / 255 for step in range(256)))
    squares = [(255 * (place - middle) / middle) ** 2 for place in range(_GLOW_PIXELS // 2)]
    upper = []
    for up in squares:
        half = bytes([fade[min(255, round(sqrt(up + across)))] for across in squares])
        upper.append(half + half[::-1])
    return white_texture(_GLOW_PIXELS, b"".join(upper + upper[::-1]))


class Backdrop(Widget):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        with self.canvas:
            Color(rgba=theme_colour("glow"))
            self._glow = Rectangle(texture=glow_texture())
            Color(rgba=theme_colour("joint", look().palette.joint_alpha))
            self._joints = Mesh(mode="triangles")
        self.bind(pos=self._update_geometry, size=self._update_geometry)
        self._update_geometry()

    def _update_geometry(self, *_: object) -> None:
        x, y = self.pos
        width, height = self.size
        across, down = max(width * 1.4, dp(460)), dp(620)
        self._glow.pos = (self.center_x - across / 2, self.top - down * 0.62)
        self._glow.size = (across, down)
        # Whole pixels: a joint is drawn as a box, whose edges are hard.
        thick = max(1, int(dp(_JOINT_DP)))
        lines = [(at, 0.0, 0.0, 1.0) for at in _VERTICAL_JOINTS]
        lines += [(left, up, right - left, 0.0) for left, right, up in _CROSS_JOINTS]
        points: list[float] = []
        for left, low, wide, high in lines:
            x0, y0 = round(x + left * width), round(y + low * height)
            points += plain_quad(x0, y0, x0 + (wide * width or thick), y0 + (high * height or thick))
        self._joints.vertices, self._joints.indices = points, quad_indices(len(lines))
