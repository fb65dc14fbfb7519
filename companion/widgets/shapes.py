"""Grounds and outlines that follow a widget, antialiased: rounded boxes and discs.

They are drawn from a picture of one rounded corner, mirrored to all four: a few triangles a shape, where
Kivy's smooth shapes take hundreds, which is what a frame would mostly wait for.

Boxes of four corners as Kivy's meshes want them, so that many can be drawn at once.

Corners stand one after the other: x, y, and the place u, v in the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, cos, pi, sin, sqrt
from operator import sub

from kivy.graphics import Color, InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.kivy_patches import DrawingJob
from companion.widgets.palette import Rgba

TRANSPARENT: Rgba = (0.0, 0.0, 0.0, 0.0)

# A grid of four by four points has nine fields; the middle one is needed only to fill a shape.
_GRID_CELLS = [(row, column) for row in range(3) for column in range(3)]


def _cell_indices(cells: list[tuple[int, int]]) -> list[int]:
    corners = [4 * row + column for row, column in cells]
    return [point + step for point in corners for step in (0, 1, 4, 1, 5, 4)]


_FILLED_INDICES = _cell_indices(_GRID_CELLS)
_BORDER_INDICES = _cell_indices([field for field in _GRID_CELLS if field != (1, 1)])
_SIDE_INDICES = _cell_indices([field for field in _GRID_CELLS if sum(field) % 2])
# In pixels: from this radius on the outline of a corner is far less than the square that it lies in.
_LARGE_RADIUS = 24


def center_of(widget: Widget) -> tuple[float, float]:
    """The widget's centre now; `center` may lag behind while Kivy tells of a move by `x` or `y`."""
    return (widget.x + widget.width / 2, widget.y + widget.height / 2)


def _coverage_rows(radius: float, side: int, beyond: float = 0.0) -> Iterator[bytes]:
    """How much a quarter of a disc covers each pixel of a square, whose last corner lies `beyond` the disc's
    middle, across and up."""
    for row in range(side):
        up = side - row - 0.5 - beyond
        # Beyond `outer` from the last corner nothing is covered, within `inner` all is.
        outer = min(side, ceil(beyond + sqrt(max(0.0, (radius + 0.5) ** 2 - up * up))))
        inner = min(outer, int(beyond + sqrt(max(0.0, (radius - 0.5) ** 2 - up * up))))
        edge = (
            radius + 0.5 - sqrt((across - 0.5 - beyond) ** 2 + up * up) for across in range(outer, inner, -1)
        )
        soft = bytes(round(255 * min(1.0, max(0.0, part))) for part in edge)
        yield bytes(side - outer) + soft + b"\xff" * inner


def white_texture(side: int, alpha: bytes) -> Texture:
    """A square picture, white, to be tinted, that covers so much of each pixel. Pixels are not blended with
    their neighbours: that would take twice as long, and change nothing where they lie on those of the screen.
    """
    pixels = bytearray(b"\xff" * (4 * side * side))
    pixels[3::4] = alpha
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    refill_on_reload(texture, bytes(pixels))
    return texture


def refill_on_reload(texture: Texture, pixels: bytes) -> None:
    """A phone that comes back may have lost what was drawn. Then Kivy makes the picture anew, and empty; here
    it gets its pixels again."""
    texture.add_reload_observer(
        lambda reloaded: reloaded.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    )


@lru_cache(maxsize=64)
def corner_texture(radius: float, line_width: float) -> tuple[Texture, float, float]:
    """A rounded corner, white, to be tinted: filled, or only its outline of so many pixels. With it where in
    the picture its curve has its middle: with half a pixel of radius, half a pixel before the end."""
    # One clear pixel around, so that the edge is soft on both sides.
    side = ceil(radius) + 1
    beyond = ceil(radius) - radius
    alpha = b"".join(_coverage_rows(radius, side, beyond))
    if line_width:
        alpha = bytes(map(sub, alpha, b"".join(_coverage_rows(max(0.0, radius - line_width), side, beyond))))
    texture = white_texture(side, alpha)
    u, v = texture.uvsize
    return texture, u * (radius + 1) / side, v * (radius + 1) / side


@lru_cache(maxsize=64)
def _band(steps: int, inner: float) -> list[tuple[float, float]]:
    """Points in turn on both sides of the outline of a quarter disc, in parts of the square it lies in."""
    step = pi / 2 / steps
    # Outside, a straight step touches the arc with its middle.
    sides = (1 / cos(step / 2), inner)
    return [(side * cos(at * step), side * sin(at * step)) for at in range(steps + 1) for side in sides]


@lru_cache(maxsize=64)
def _outline_indices(steps: int) -> list[int]:
    """The straight sides of a shape, and a band of so many steps round each of its corners."""
    bands = [16 + 2 * (corner * (steps + 1) + at) for corner in range(4) for at in range(steps)]
    return _SIDE_INDICES + [point + step for point in bands for step in (0, 1, 2, 1, 3, 2)]


def rounded_box(
    x: float, y: float, width: float, height: float, radius: float, line_width: float = 0.0
) -> tuple[Texture, list[float], list[int]]:
    """A box with round corners, filled or outlined: its picture, its points (x, y, u, v) and triangles."""
    # On whole pixels, where straight edges are sharp.
    left, low, right, top = round(x), round(y), round(x + width), round(y + height)
    # A shape with no room for its corners gets smaller ones; a disc may have half a pixel to spare.
    bend = min(round(radius + 0.1), (right - left) / 2, (top - low) / 2)
    texture, u, v = corner_texture(bend, line_width)
    columns = ((left - 1, 0.0), (left + bend, u), (right - bend, u), (right + 1, 0.0))
    rows = ((low - 1, 0.0), (low + bend, v), (top - bend, v), (top + 1, 0.0))
    points = [part for at_y, to_v in rows for at_x, to_u in columns for part in (at_x, at_y, to_u, to_v)]
    if not line_width or bend < _LARGE_RADIUS:
        return texture, points, _BORDER_INDICES if line_width else _FILLED_INDICES
    steps = ceil(sqrt(bend))
    # Two pixels more on the inner side, where the line is soft.
    band = _band(steps, max(0.0, bend - line_width - 2) / (bend + 1))
    for middle_x, across in ((left + bend, -bend - 1), (right - bend, bend + 1)):
        for middle_y, up in ((low + bend, -bend - 1), (top - bend, bend + 1)):
            for at_x, at_y in band:
                points += (middle_x + across * at_x, middle_y + up * at_y, u * (1 - at_x), v * (1 - at_y))
    return texture, points, _outline_indices(steps)


class _ShapeLayer:
    """A colour and the shape it fills or, with a line, goes round.

    Many are never seen. Kivy walks through all that a frame is made of, so these are not part of it, and are
    not made before they are.
    """

    def __init__(self, group: InstructionGroup, colour: Rgba, line_width: float = 0.0) -> None:
        self._colour = colour
        self._tint: Color | None = None
        self.line_width = line_width
        self._mesh: Mesh | None = None
        self._geometry: tuple[float, ...] = ()
        self._group = group

    def set_colour(self, colour: Rgba) -> None:
        # Kivy paints anew what is told anything, even what it knows.
        if colour != self._colour:
            self._colour = colour
            if self._tint is not None:
                self._tint.rgba = colour

    def fit(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        is_visible = self._colour[3] > 0 and width >= 1 and height >= 1
        geometry = (x, y, width, height, radius, self.line_width) if is_visible else ()
        if geometry == self._geometry:
            return
        self._geometry = geometry
        if not is_visible:
            if self._mesh is not None:
                self._mesh.indices = []
            return
        if self._mesh is None:
            self._tint = Color(rgba=self._colour)
            self._mesh = Mesh(mode="triangles")
            self._group.add(self._tint)
            self._group.add(self._mesh)
        texture, points, indices = rounded_box(x, y, width, height, radius, self.line_width)
        self._mesh.texture = texture
        self._mesh.vertices = points
        self._mesh.indices = indices


class _Shape:
    """A ground and an outline below whatever the widget draws itself."""

    def __init__(
        self, widget: Widget, background: Rgba, border: Rgba, line_width: float, *, below_all: bool
    ) -> None:
        self._widget = widget
        layers = (InstructionGroup(), InstructionGroup())
        self._background = _ShapeLayer(layers[0], background)
        self._border = _ShapeLayer(layers[1], border, dp(line_width))
        for place, layer in enumerate(layers):
            if below_all:
                widget.canvas.before.insert(place, layer)
            else:
                widget.canvas.before.add(layer)
        # A strong binding: the shape lives exactly as long as its widget.
        self._schedule_draw = DrawingJob(self._update_geometry)
        # Not to the pairs: that takes longer.
        for name in ("x", "y", "width", "height"):
            widget.fbind(name, self._schedule_draw)
        self._schedule_draw()

    def set_style(
        self, *, background: Rgba | None = None, border: Rgba | None = None, line_width: float | None = None
    ) -> None:
        if background is not None:
            self._background.set_colour(background)
        if border is not None:
            self._border.set_colour(border)
        if line_width is not None:
            self._border.line_width = dp(line_width)
        self._schedule_draw()

    def _update_geometry(self, *_: object) -> None:
        """Lay the shape out anew; each kind knows how."""

    def _fit(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        for layer in (self._background, self._border):
            layer.fit(x, y, width, height, radius)


class RoundedBox(_Shape):
    """A filled and outlined rounded rectangle behind a widget."""

    def __init__(
        self,
        widget: Widget,
        *,
        radius: float,
        background: Rgba = TRANSPARENT,
        border: Rgba = TRANSPARENT,
        line_width: float = 1.0,
    ) -> None:
        self._radius = dp(radius)
        super().__init__(widget, background, border, line_width, below_all=True)

    def _update_geometry(self, *_: object) -> None:
        # Not as pairs, which Kivy makes anew for whoever asks.
        box = self._widget
        self._fit(box.x, box.y, box.width, box.height, self._radius)


class Disc(_Shape):
    """A filled and outlined circle in the middle of a widget, `diameter` pixels wide (0: what fits).

    `covered_share` is the part of its width on which something else will lie: there it needs no ground.
    """

    def __init__(
        self,
        widget: Widget,
        *,
        diameter: float = 0,
        background: Rgba = TRANSPARENT,
        border: Rgba = TRANSPARENT,
        line_width: float = 2.0,
        covered_share: float = 0.0,
    ) -> None:
        self._diameter = diameter
        self._covered_share = covered_share
        super().__init__(widget, background, border, line_width, below_all=False)

    def _update_geometry(self, *_: object) -> None:
        diameter = self._diameter or min(self._widget.width, self._widget.height)
        x, y = center_of(self._widget)
        if self._covered_share:
            # A pixel or two more, so that nothing shines through where both end.
            self._background.line_width = round(diameter * (1 - self._covered_share) / 2) + 2
        self._fit(x - diameter / 2, y - diameter / 2, diameter, diameter, diameter / 2)


@lru_cache(maxsize=64)
def quad_indices(count: int) -> list[int]:
    """So many boxes as triangles: the numbers of their corners."""
    return [4 * box + corner for box in range(count) for corner in (0, 1, 2, 2, 3, 0)]


def texture_quad(texture: Texture, x: float, y: float) -> list[float]:
    """A picture in its own size around a point, on whole pixels."""
    width, height = texture.size
    left, low = round(x - width / 2), round(y - height / 2)
    right, top = left + width, low + height
    u0, v0, u1, v1, u2, v2, u3, v3 = texture.tex_coords
    return [left, low, u0, v0, right, low, u1, v1, right, top, u2, v2, left, top, u3, v3]


def plain_quad(left: float, low: float, right: float, top: float) -> list[float]:
    """A box that is filled without a picture."""
    return [left, low, 0.0, 0.0, right, low, 0.0, 0.0, right, top, 0.0, 0.0, left, top, 0.0, 0.0]
