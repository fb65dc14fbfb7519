"""A rim round words, so that they can be read on a picture: copies of them, drawn all round below them."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.widgets import quads
from companion.widgets.palette import Rgba
from companion.widgets.shapes import fill_anew
from companion.widgets.stamps import Stamps
from companion.widgets.typeset import Block

# In two rings: one alone would leave gaps. In dp.
_COPIES: Final = [
    (away * cos(2 * pi * turn / count), away * sin(2 * pi * turn / count))
    for away, count in ((1.0, 6), (1.8, 12))
    for turn in range(count)
]


class Halos(Stamps):
    def around(self, block: Block, tone: str | Rgba, x: float, y: float) -> None:
        """Of words that are set round this point."""
        drawn, bright = block.label.texture, _bright(block)
        if bright is not None:
            for across, up in _COPIES:
                corners = quads.picture(drawn, x + dp(across), y + dp(up))
                self._add(bright, tone, corners, quads.triangles(1))


@lru_cache(maxsize=192)
def _bright(block: Block) -> Texture | None:
    """The same letters, white up to their very edges: where SDL lets them fade it also darkens them, and many
    copies upon each other would show it."""
    drawn = block.label.texture
    if drawn is None:
        return None
    pixels = bytearray(drawn.pixels)
    count = len(pixels) // 4
    for colour in range(3):
        pixels[colour::4] = b"\xff" * count
    texture = Texture.create(size=drawn.size, colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    fill_anew(texture, bytes(pixels))
    return texture
