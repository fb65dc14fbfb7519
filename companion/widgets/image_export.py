"""Image export: widgets rendered off-screen, a PNG encoder that runs on any thread, and the QR code.

Kivy's own PNG writer would block the app until it is done.
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
    """Pixels as RGBA bytes, from the top left."""

    data: bytes
    width: int
    height: int


class ImageExport(FloatLayout):
    """Widgets in a column on the app's background, `width` pixels wide and as high as needed, not on a page.

    After construction the layout needs a frame or two.
    """

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
        # Whole pixels: everything is positioned by the height, and fractions would distort text.
        self.height = ceil(self.content.height)
        self.content.pos = self._backdrop.pos = self._background.pos = self.pos
        self._backdrop.size = self._background.size = self.size

    def export_pixels(self) -> Pixels:
        """Return the pixels, scaled down if the image exceeds the maximum texture size."""
        (max_texture_size,) = glGetIntegerv(GL_MAX_TEXTURE_SIZE)
        texture = self.export_as_image(scale=min(1.0, max_texture_size / max(self.size))).texture
        return Pixels(texture.pixels, *texture.size)


SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# Bit depth 8, colour type RGB, default compression and filter, not interlaced.
_IHDR_FORMAT: Final = (8, 2, 0, 0, 0)
# Filter byte of each row: none.
_NO_FILTER: Final = b"\x00"


def encode_png(pixels: bytes, width: int, height: int) -> bytes:
    """Return a PNG file of RGBA pixels from the top left; alpha is dropped."""
    row = 3 * width
    colours = bytearray(row * height)
    for colour in range(3):
        colours[colour::3] = pixels[colour::4]
    lines = b"".join(_NO_FILTER + colours[start : start + row] for start in range(0, len(colours), row))
    return build_png((b"IHDR", pack(">II5B", width, height, *_IHDR_FORMAT)), (b"IDAT", zlib.compress(lines)))


def build_png(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG file of these chunks (type and data); IEND is added."""
    return SIGNATURE + b"".join(
        pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))
        for name, data in (*chunks, (b"IEND", b""))
    )


# Quiet zone on each side in modules; cameras need it to find the code.
QUIET_ZONE_MODULES: Final = 4
_LIGHT, _DARK = (1, 1, 1, 1), (0, 0, 0, 1)


class QrCodeWidget(Widget):
    """QR code in black on white in every theme, on whole pixels; `rows` from the top, True is dark.

    It is a square as wide as its parent and at most `max_height` high.
    """

    def __init__(self, rows: Sequence[Sequence[bool]], max_height: float, **options: Any) -> None:
        super().__init__(size_hint_y=None, **options)
        self.rows = rows
        self._max_height = max_height
        with self.canvas:
            Color(*_LIGHT)
            self._background = Rectangle()
            Color(*_DARK)
            # A single mesh instead of thousands of rectangles; Kivy restores it after a lost GL context.
            self._mesh = Mesh(mode="triangles")
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    @property
    def module_pixels(self) -> int:
        """The size of one module in pixels."""
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
    """Return the runs of dark modules as (first, end) pairs."""
    runs: list[tuple[int, int]] = []
    for at, dark in enumerate(squares):
        if dark and runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        elif dark:
            runs.append((at, at + 1))
    return runs
