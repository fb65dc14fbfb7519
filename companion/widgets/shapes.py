"""Antialiased backgrounds and outlines that follow a widget: rounded boxes and discs, and quads for meshes.

Shapes are drawn from a texture of one rounded corner, mirrored to all four: a few triangles per shape,
where Kivy's smooth shapes take hundreds, which would dominate the frame time. Vertices have Kivy's default
format: x, y and texture coordinates u, v.
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

from companion.widgets.layout_jobs import DrawingJob
from companion.widgets.palette import Rgba, Tone
from companion.widgets.theme import tone_colour

TRANSPARENT: Rgba = (0.0, 0.0, 0.0, 0.0)

# Cells of a grid of four by four points; the centre cell is needed only for filled shapes.
_GRID_CELLS = [(row, column) for row in range(3) for column in range(3)]


def _cell_indices(cells: list[tuple[int, int]]) -> list[int]:
    corners = [4 * row + column for row, column in cells]
    return [point + step for point in corners for step in (0, 1, 4, 1, 5, 4)]


_FILLED_INDICES = _cell_indices(_GRID_CELLS)
_BORDER_INDICES = _cell_indices([field for field in _GRID_CELLS if field != (1, 1)])
_SIDE_INDICES = _cell_indices([field for field in _GRID_CELLS if sum(field) % 2])
# In pixels: from this radius on, the outline of a corner is much smaller than its bounding square.
_LARGE_RADIUS = 24


def center_of(widget: Widget) -> tuple[float, float]:
    """Return the current centre; `center` is outdated while Kivy dispatches a change of `x` or `y`."""
    return (widget.x + widget.width / 2, widget.y + widget.height / 2)


def _coverage_rows(radius: float, side: int, beyond: float = 0.0) -> Iterator[bytes]:
    """Yield the coverage of each pixel by a quarter disc, row by row.

    The last corner of the square lies `beyond` the disc's centre in both directions.
    """
    for row in range(side):
        up = side - row - 0.5 - beyond
        # Pixels further than `outer` are not covered, those within `inner` fully.
        outer = min(side, ceil(beyond + sqrt(max(0.0, (radius + 0.5) ** 2 - up * up))))
        inner = min(outer, int(beyond + sqrt(max(0.0, (radius - 0.5) ** 2 - up * up))))
        edge = (
            radius + 0.5 - sqrt((across - 0.5 - beyond) ** 2 + up * up) for across in range(outer, inner, -1)
        )
        soft = bytes(round(255 * min(1.0, max(0.0, part))) for part in edge)
        yield bytes(side - outer) + soft + b"\xff" * inner


def white_texture(side: int, alpha: bytes) -> Texture:
    """Return a square white texture with this alpha channel, to be tinted.

    Nearest filtering: linear takes twice as long and makes no difference on whole pixels.
    """
    pixels = bytearray(b"\xff" * (4 * side * side))
    pixels[3::4] = alpha
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    refill_on_reload(texture, bytes(pixels))
    return texture


def refill_on_reload(texture: Texture, pixels: bytes) -> None:
    """Upload the pixels again when Kivy recreates the texture after a lost GL context."""
    texture.add_reload_observer(
        lambda reloaded: reloaded.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    )


@lru_cache(maxsize=64)
def corner_texture(radius: float, line_width: float) -> tuple[Texture, float, float]:
    """Return the white texture of a rounded corner, and the texture coordinates of its curve's centre.

    Filled, or an outline of `line_width` pixels. With a fractional radius the centre lies half a pixel
    before the end of the texture.
    """
    # One transparent pixel around, so that the edge is antialiased on both sides.
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
    """Return alternating outer and inner points of a quarter circle's outline, relative to its square."""
    step = pi / 2 / steps
    # The outer polygon is circumscribed: its edges touch the arc with their middle.
    sides = (1 / cos(step / 2), inner)
    return [(side * cos(at * step), side * sin(at * step)) for at in range(steps + 1) for side in sides]


@lru_cache(maxsize=64)
def _outline_indices(steps: int) -> list[int]:
    """Return the triangles of the straight sides and of a band of `steps` steps round each corner."""
    bands = [16 + 2 * (corner * (steps + 1) + at) for corner in range(4) for at in range(steps)]
    return _SIDE_INDICES + [point + step for point in bands for step in (0, 1, 2, 1, 3, 2)]


def rounded_box(
    x: float, y: float, width: float, height: float, radius: float, line_width: float = 0.0
) -> tuple[Texture, list[float], list[int]]:
    """Return texture, vertices (x, y, u, v) and triangle indices of a rounded box, filled or outlined."""
    # Whole pixels keep straight edges sharp.
    left, low, right, top = round(x), round(y), round(x + width), round(y + height)
    # Clamp the radius to the box; rounding x.5 up gives discs of odd size their exact radius.
    bend = min(round(radius + 0.1), (right - left) / 2, (top - low) / 2)
    texture, u, v = corner_texture(bend, line_width)
    columns = ((left - 1, 0.0), (left + bend, u), (right - bend, u), (right + 1, 0.0))
    rows = ((low - 1, 0.0), (low + bend, v), (top - bend, v), (top + 1, 0.0))
    points = [part for at_y, to_v in rows for at_x, to_u in columns for part in (at_x, at_y, to_u, to_v)]
    if not line_width or bend < _LARGE_RADIUS:
        return texture, points, _BORDER_INDICES if line_width else _FILLED_INDICES
    steps = ceil(sqrt(bend))
    # Two extra pixels on the inner side for the antialiased edge.
    band = _band(steps, max(0.0, bend - line_width - 2) / (bend + 1))
    for middle_x, across in ((left + bend, -bend - 1), (right - bend, bend + 1)):
        for middle_y, up in ((low + bend, -bend - 1), (top - bend, bend + 1)):
            for at_x, at_y in band:
                points += (middle_x + across * at_x, middle_y + up * at_y, u * (1 - at_x), v * (1 - at_y))
    return texture, points, _outline_indices(steps)


class _ShapeLayer:
    """A coloured mesh: the filled shape, or its outline if `line_width` is set.

    Its instructions are created only when it becomes visible: Kivy traverses all of them in every frame,
    and many layers never are.
    """

    def __init__(self, group: InstructionGroup, colour: Rgba, line_width: float = 0.0) -> None:
        self._colour = colour
        self._tint: Color | None = None
        self.line_width = line_width
        self._mesh: Mesh | None = None
        self._geometry: tuple[float, ...] = ()
        self._group = group

    def set_colour(self, colour: Rgba) -> None:
        # Kivy redraws on every assignment, even of an equal value.
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
    """Base of shapes with a background and an outline, drawn below the widget's own content."""

    def __init__(
        self, widget: Widget, background: Tone, border: Tone, line_width: float, *, below_all: bool
    ) -> None:
        self._widget = widget
        layers = (InstructionGroup(), InstructionGroup())
        self._background = _ShapeLayer(layers[0], tone_colour(background))
        self._border = _ShapeLayer(layers[1], tone_colour(border), dp(line_width))
        for place, layer in enumerate(layers):
            if below_all:
                widget.canvas.before.insert(place, layer)
            else:
                widget.canvas.before.add(layer)
        # A strong reference: the shape lives exactly as long as its widget.
        self._schedule_draw = DrawingJob(self._update_geometry)
        # Bound separately, because binding to `pos` and `size` is slower.
        for name in ("x", "y", "width", "height"):
            widget.fbind(name, self._schedule_draw)
        self._schedule_draw()

    def set_style(
        self, *, background: Tone | None = None, border: Tone | None = None, line_width: float | None = None
    ) -> None:
        if background is not None:
            self._background.set_colour(tone_colour(background))
        if border is not None:
            self._border.set_colour(tone_colour(border))
        if line_width is not None:
            self._border.line_width = dp(line_width)
        self._schedule_draw()

    def _update_geometry(self, *_: object) -> None:
        """Compute the geometry from the widget's; overridden by each shape."""

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
        background: Tone = TRANSPARENT,
        border: Tone = TRANSPARENT,
        line_width: float = 1.0,
    ) -> None:
        self._radius = dp(radius)
        super().__init__(widget, background, border, line_width, below_all=True)

    def _update_geometry(self, *_: object) -> None:
        # Not `pos` and `size`: Kivy creates these tuples on every access.
        box = self._widget
        self._fit(box.x, box.y, box.width, box.height, self._radius)


class Disc(_Shape):
    """A filled and outlined circle in the centre of a widget, `diameter` pixels wide (0: as large as fits).

    `covered_share` is the share of its width that will be covered and needs no fill.
    """

    def __init__(
        self,
        widget: Widget,
        *,
        diameter: float = 0,
        background: Tone = TRANSPARENT,
        border: Tone = TRANSPARENT,
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
            # One or two pixels of overlap, so that nothing shines through at the edge.
            self._background.line_width = round(diameter * (1 - self._covered_share) / 2) + 2
        self._fit(x - diameter / 2, y - diameter / 2, diameter, diameter, diameter / 2)


@lru_cache(maxsize=64)
def quad_indices(count: int) -> list[int]:
    """Return the triangle indices of `count` quads."""
    return [4 * box + corner for box in range(count) for corner in (0, 1, 2, 2, 3, 0)]


def texture_quad(texture: Texture, x: float, y: float) -> list[float]:
    """Return the vertices of a texture at its own size, centred on a point, on whole pixels."""
    width, height = texture.size
    left, low = round(x - width / 2), round(y - height / 2)
    right, top = left + width, low + height
    u0, v0, u1, v1, u2, v2, u3, v3 = texture.tex_coords
    return [left, low, u0, v0, right, low, u1, v1, right, top, u2, v2, left, top, u3, v3]


def plain_quad(left: float, low: float, right: float, top: float) -> list[float]:
    """Return the vertices of a quad without a texture."""
    return [left, low, 0.0, 0.0, right, low, 0.0, 0.0, right, top, 0.0, 0.0, left, top, 0.0, 0.0]
