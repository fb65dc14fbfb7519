"""The ground of every screen: a dark wooden table with one glow of candlelight.

The wood itself is the colour to which the window is cleared: painting it once more would take as long as all
that stands on it.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Any

from kivy.graphics import Color, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.theme import look, paint

_GRAIN = 128
# Where the joints between the boards lie, as fractions of the screen.
_UPRIGHTS = (0.21, 0.405, 0.615, 0.80)
_CROSSINGS = ((0.80, 1.0, 0.425), (0.615, 0.80, 0.887), (0.0, 0.21, 0.164), (0.405, 0.615, 0.29))
_JOINT = 1.5


@lru_cache(maxsize=1)
def _glow() -> Texture:
    """A white disc that fades out from its middle; tinted when drawn."""
    middle = (_GRAIN - 1) / 2
    quarter = []
    for row in range(_GRAIN // 2):
        far = (min(1.0, hypot(column - middle, row - middle) / middle) for column in range(_GRAIN // 2))
        half = bytes(round(255 * (1 - part) ** 2 * (1 + 2 * part)) for part in far)
        quarter.append(half + half[::-1])
    pixels = bytearray(b"\xff" * (4 * _GRAIN * _GRAIN))
    pixels[3::4] = b"".join(quarter + quarter[::-1])
    texture = Texture.create(size=(_GRAIN, _GRAIN), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    # Its grains differ by a shade at the most: to blend them would cost half as much again.
    texture.mag_filter = texture.min_filter = "nearest"
    return texture


class Backdrop(Widget):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        with self.canvas:
            Color(rgba=paint("glow"))
            self._light = Rectangle(texture=_glow())
            Color(rgba=paint("joint", look().palette.joint_alpha))
            self._joints = Mesh(mode="triangles")
        self.bind(pos=self._follow, size=self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        x, y = self.pos
        width, height = self.size
        across, down = max(width * 1.4, dp(460)), dp(620)
        self._light.pos = (self.center_x - across / 2, self.top - down * 0.62)
        self._light.size = (across, down)
        # Whole pixels: a joint is drawn as a box, whose edges are hard.
        thick = max(1, int(dp(_JOINT)))
        lines = [(at, 0.0, 0.0, 1.0) for at in _UPRIGHTS]
        lines += [(left, up, right - left, 0.0) for left, right, up in _CROSSINGS]
        points: list[float] = []
        for left, low, wide, high in lines:
            x0, y0 = round(x + left * width), round(y + low * height)
            x1, y1 = x0 + (wide * width or thick), y0 + (high * height or thick)
            points += (x0, y0, 0, 0, x1, y0, 0, 0, x1, y1, 0, 0, x0, y1, 0, 0)
        self._joints.vertices = points
        self._joints.indices = [4 * box + point for box in range(len(lines)) for point in (0, 1, 2, 2, 3, 0)]
