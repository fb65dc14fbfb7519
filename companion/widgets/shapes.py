"""Grounds and outlines that follow a widget, antialiased: rounded boxes and discs.

They are drawn from a picture of one rounded corner, mirrored to all four: a few triangles a shape, where
Kivy's smooth shapes take hundreds, which is what a frame would mostly wait for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, sqrt
from operator import sub

from kivy.graphics import Color, InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.palette import Rgba

CLEAR: Rgba = (0.0, 0.0, 0.0, 0.0)

# A grid of four by four points has nine fields; the middle one is needed only to fill a shape.
_FIELDS = [(row, column) for row in range(3) for column in range(3)]


def _triangles(fields: list[tuple[int, int]]) -> list[int]:
    corners = [4 * row + column for row, column in fields]
    return [point + step for point in corners for step in (0, 1, 4, 1, 5, 4)]


_WHOLE = _triangles(_FIELDS)
_BORDER = _triangles([field for field in _FIELDS if field != (1, 1)])


def middle(widget: Widget) -> tuple[float, float]:
    """The widget's centre now; `center` may lag behind while Kivy tells of a move by `x` or `y`."""
    return (widget.x + widget.width / 2, widget.y + widget.height / 2)


def _covered(radius: float, side: int) -> Iterator[bytes]:
    """How much a quarter of a disc covers each pixel of a square, whose last corner is the disc's middle."""
    for row in range(side):
        up = side - row - 0.5
        # Beyond `outer` from the middle nothing is covered, within `inner` all is.
        outer = min(side, ceil(sqrt(max(0.0, (radius + 0.5) ** 2 - up * up))))
        inner = min(outer, int(sqrt(max(0.0, (radius - 0.5) ** 2 - up * up))))
        edge = (radius + 0.5 - sqrt((across - 0.5) ** 2 + up * up) for across in range(outer, inner, -1))
        soft = bytes(round(255 * min(1.0, max(0.0, part))) for part in edge)
        yield bytes(side - outer) + soft + b"\xff" * inner


@lru_cache(maxsize=64)
def corner(radius: int, line: float) -> Texture:
    """A rounded corner, white, to be tinted: filled, or only its outline of so many pixels."""
    # One clear pixel around, so that the edge is soft on both sides.
    side = radius + 1
    alpha = b"".join(_covered(radius, side))
    if line:
        alpha = bytes(map(sub, alpha, b"".join(_covered(max(0.0, radius - line), side))))
    pixels = bytearray(b"\xff" * (4 * side * side))
    pixels[3::4] = alpha
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class _Layer:
    """A colour and the shape it fills or, with a line, goes round."""

    def __init__(self, group: InstructionGroup, colour: Rgba, line: float = 0.0) -> None:
        self._colour = colour
        self._tint = Color(rgba=colour)
        self.line = line
        self._mesh = Mesh(mode="triangles")
        self._fitted: tuple[float, ...] = ()
        group.add(self._tint)
        group.add(self._mesh)

    def tint(self, colour: Rgba) -> None:
        # Kivy paints anew what is told anything, even what it knows.
        if colour != self._colour:
            self._colour = self._tint.rgba = colour

    def fit(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        shown = self._colour[3] > 0 and width >= 1 and height >= 1
        fitted = (x, y, width, height, radius, self.line) if shown else ()
        if fitted == self._fitted:
            return
        self._fitted = fitted
        if not shown:
            self._mesh.indices = []
            return
        # On whole pixels, where straight edges are sharp.
        left, low, right, top = round(x), round(y), round(x + width), round(y + height)
        bend = round(radius)
        texture = corner(bend, self.line)
        # A shape with no room for its corners gets smaller ones.
        reach = min(bend, (right - left) / 2, (top - low) / 2)
        pad = reach / bend if bend else 1.0
        u, v = texture.uvsize
        columns = ((left - pad, 0.0), (left + reach, u), (right - reach, u), (right + pad, 0.0))
        rows = ((low - pad, 0.0), (low + reach, v), (top - reach, v), (top + pad, 0.0))
        self._mesh.texture = texture
        self._mesh.vertices = [part for y, v in rows for x, u in columns for part in (x, y, u, v)]
        self._mesh.indices = _BORDER if self.line else _WHOLE


class _Shape:
    """A ground and an outline below whatever the widget draws itself."""

    def __init__(self, widget: Widget, ground: Rgba, edge: Rgba, line: float, *, lowest: bool) -> None:
        self._widget = widget
        drawn = InstructionGroup()
        self._ground = _Layer(drawn, ground)
        self._edge = _Layer(drawn, edge, dp(line))
        if lowest:
            widget.canvas.before.insert(0, drawn)
        else:
            widget.canvas.before.add(drawn)
        # A strong binding: the shape lives exactly as long as its widget.
        widget.fbind("pos", self._follow)
        widget.fbind("size", self._follow)
        self._follow()

    def paint(
        self, *, ground: Rgba | None = None, edge: Rgba | None = None, line: float | None = None
    ) -> None:
        if ground is not None:
            self._ground.tint(ground)
        if edge is not None:
            self._edge.tint(edge)
        if line is not None:
            self._edge.line = dp(line)
        self._follow()

    def _follow(self, *_: object) -> None:
        """Lay the shape out anew; each kind knows how."""

    def _fit(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        for layer in (self._ground, self._edge):
            layer.fit(x, y, width, height, radius)


class Box(_Shape):
    """A filled and outlined rounded rectangle behind a widget."""

    def __init__(
        self, widget: Widget, *, radius: float, ground: Rgba = CLEAR, edge: Rgba = CLEAR, line: float = 1.0
    ) -> None:
        self._radius = dp(radius)
        super().__init__(widget, ground, edge, line, lowest=True)

    def _follow(self, *_: object) -> None:
        (x, y), (width, height) = self._widget.pos, self._widget.size
        self._fit(x, y, width, height, self._radius)


class Disc(_Shape):
    """A filled and outlined circle in the middle of a widget, `diameter` pixels wide (0: what fits)."""

    def __init__(
        self,
        widget: Widget,
        *,
        diameter: float = 0,
        ground: Rgba = CLEAR,
        edge: Rgba = CLEAR,
        line: float = 2.0,
    ) -> None:
        self._diameter = diameter
        super().__init__(widget, ground, edge, line, lowest=False)

    def _follow(self, *_: object) -> None:
        across = self._diameter or min(self._widget.size)
        x, y = middle(self._widget)
        self._fit(x - across / 2, y - across / 2, across, across, across / 2)
