"""Something drawn to be looked at elsewhere: all of it, however high, on the ground of the screens.

Pixels as a PNG file, written on any thread: Kivy's own writer holds the app's up until it is done.

A code to be photographed: dark squares on light ground, whatever the theme, on whole pixels.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from math import ceil
from struct import pack
from typing import Any, Final, NamedTuple

from kivy.graphics import Color, Mesh, Rectangle
from kivy.graphics.opengl import GL_MAX_TEXTURE_SIZE, glGetIntegerv
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.backdrop import Backdrop
from companion.widgets.layout import Column
from companion.widgets.theme import MARGIN, theme_colour


class Pixels(NamedTuple):
    """Red, green, blue and alpha of each, from the top left."""

    data: bytes
    width: int
    height: int


class ImageExport(FloatLayout):
    """`width` pixels wide and as high as its parts need; it stands on no screen. After it was made it wants a
    frame or two to come to rest."""

    def __init__(self, *parts: Widget, width: float) -> None:
        super().__init__(size_hint=(None, None), width=width)
        with self.canvas.before:
            Color(rgba=theme_colour("table"))
            self._background = Rectangle()
        self._backdrop = Backdrop(size_hint=(None, None))
        self.content = Column(*parts, gap=16, padding=(dp(MARGIN), dp(24)), size_hint_x=None, width=width)
        self.add_widget(self._backdrop)
        self.add_widget(self.content)
        self.content.bind(height=self._update_layout)
        self._update_layout()

    def _update_layout(self, *_: object) -> None:
        # In whole pixels, by which all of it is placed: between two, letters would be torn.
        self.height = ceil(self.content.height)
        self.content.pos = self._backdrop.pos = self._background.pos = self.pos
        self._backdrop.size = self._background.size = self.size

    def export_pixels(self) -> Pixels:
        """As large as it is, unless that is more than the graphics card can hold."""
        (max_texture_size,) = glGetIntegerv(GL_MAX_TEXTURE_SIZE)
        texture = self.export_as_image(scale=min(1.0, max_texture_size / max(self.size))).texture
        return Pixels(texture.pixels, *texture.size)


SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# Eight bits a colour; red, green and blue; nothing unusual.
_IHDR_FORMAT: Final = (8, 2, 0, 0, 0)
# Before each row: its bytes are as they are.
_NO_FILTER: Final = b"\x00"


def encode_png(pixels: bytes, width: int, height: int) -> bytes:
    """`pixels` are red, green, blue and alpha, from the top left. The last is left out: nothing is
    to be seen through a picture that is sent."""
    row = 3 * width
    colours = bytearray(row * height)
    for colour in range(3):
        colours[colour::3] = pixels[colour::4]
    lines = b"".join(_NO_FILTER + colours[start : start + row] for start in range(0, len(colours), row))
    return build_png((b"IHDR", pack(">II5B", width, height, *_IHDR_FORMAT)), (b"IDAT", zlib.compress(lines)))


def build_png(*chunks: tuple[bytes, bytes]) -> bytes:
    """The file of these chunks, each a name and its data; the one that ends it need not be given."""
    return SIGNATURE + b"".join(
        pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))
        for name, data in (*chunks, (b"IEND", b""))
    )


# In squares: so much light ground on every side, or cameras do not find it.
QUIET_ZONE_MODULES: Final = 4
_LIGHT, _DARK = (1, 1, 1, 1), (0, 0, 0, 1)


class QrCodeWidget(Widget):
    """`rows` are its squares from the top, True where they are dark. As wide as it is let, and as high."""

    def __init__(self, rows: Sequence[Sequence[bool]], max_height: float, **options: Any) -> None:
        super().__init__(size_hint_y=None, **options)
        self.rows = rows
        self._max_height = max_height
        with self.canvas:
            Color(*_LIGHT)
            self._background = Rectangle()
            Color(*_DARK)
            # One thing to draw, not thousands; and Kivy brings it back after the graphics memory was lost.
            self._mesh = Mesh(mode="triangles")
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    @property
    def module_pixels(self) -> int:
        """In pixels."""
        return max(1, int(min(self.width, self._max_height)) // (len(self.rows) + 2 * QUIET_ZONE_MODULES))

    def _draw(self, *_: object) -> None:
        module_pixels = self.module_pixels
        total = module_pixels * (len(self.rows) + 2 * QUIET_ZONE_MODULES)
        self.height = total
        left, top = int(self.x + (self.width - total) / 2), int(self.y + total)
        self._background.pos, self._background.size = (left, top - total), (total, total)
        corners: list[float] = []
        indices: list[int] = []
        for row, squares in enumerate(self.rows):
            high = top - (row + QUIET_ZONE_MODULES) * module_pixels
            for first, end in _dark_runs(squares):
                start = len(corners) // 4
                x, right = (
                    left + (first + QUIET_ZONE_MODULES) * module_pixels,
                    left + (end + QUIET_ZONE_MODULES) * module_pixels,
                )
                for corner in (
                    (x, high),
                    (right, high),
                    (right, high - module_pixels),
                    (x, high - module_pixels),
                ):
                    corners += (*corner, 0, 0)
                indices += (start, start + 1, start + 2, start, start + 2, start + 3)
        self._mesh.vertices, self._mesh.indices = corners, indices


def _dark_runs(squares: Sequence[bool]) -> list[tuple[int, int]]:
    """Where dark squares stand side by side: the first, and the one after the last."""
    runs: list[tuple[int, int]] = []
    for at, dark in enumerate(squares):
        if dark and runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        elif dark:
            runs.append((at, at + 1))
    return runs
