"""A rim round words, so that they can be read on a picture: copies of them, drawn all round below them."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.widgets import quads
from companion.widgets.palette import Rgba
from companion.widgets.shapes import refill_on_reload
from companion.widgets.stamps import MeshBatch
from companion.widgets.typeset import RenderedText

# In two rings: one alone would leave gaps. In dp.
_OUTLINE_OFFSETS: Final = [
    (away * cos(2 * pi * turn / count), away * sin(2 * pi * turn / count))
    for away, count in ((1.0, 6), (1.8, 12))
    for turn in range(count)
]


class OutlinedTextBatch(MeshBatch):
    def add_outline(self, block: RenderedText, tone: str | Rgba, x: float, y: float) -> None:
        """Of words that are set round this point."""
        texture, white_texture = block.label.texture, _whiten(block)
        if white_texture is not None:
            for across, up in _OUTLINE_OFFSETS:
                corners = quads.texture_quad(texture, x + dp(across), y + dp(up))
                self._add_mesh(white_texture, tone, corners, quads.quad_indices(1))


@lru_cache(maxsize=192)
def _whiten(block: RenderedText) -> Texture | None:
    """The same letters, white up to their very edges: where SDL lets them fade it also darkens them, and many
    copies upon each other would show it."""
    source = block.label.texture
    if source is None:
        return None
    pixels = bytearray(source.pixels)
    count = len(pixels) // 4
    for colour in range(3):
        pixels[colour::4] = b"\xff" * count
    texture = Texture.create(size=source.size, colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    refill_on_reload(texture, bytes(pixels))
    return texture
