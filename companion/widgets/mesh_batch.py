"""Mesh batching: icons, text, boxes and thick antialiased lines drawn with one mesh per texture and colour.

For tables of icons and the like, where one widget each would mean hundreds of widgets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from operator import itemgetter
from typing import Protocol

from kivy.graphics import Color, InstructionGroup, Mesh, PopMatrix, PushMatrix, Translate
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets import shapes
from companion.widgets.icons import Icon
from companion.widgets.palette import Rgba, Tone
from companion.widgets.shapes import refill_on_reload, rounded_box, white_texture
from companion.widgets.text_renderer import (
    ICONS,
    RenderedText,
    fit_font_size,
    render_text,
    text_width,
)
from companion.widgets.theme import look, sp, tone_colour

_CORNERS = 24
_UNIT_CIRCLE = [(cos(2 * pi * i / _CORNERS), sin(2 * pi * i / _CORNERS)) for i in range(_CORNERS)]
_FAN_INDICES = [point for i in range(_CORNERS) for point in (0, 1 + i, 1 + (i + 1) % _CORNERS)]
# Offsets of the copies in dp: two rings, because a single one would leave gaps.
_OUTLINE_OFFSETS = [
    (distance * cos(2 * pi * turn / count), distance * sin(2 * pi * turn / count))
    for distance, count in ((1.0, 6), (1.8, 12))
    for turn in range(count)
]
_MIN_TEXT_DP = 10
_ANY_HEIGHT = 10**6


class MeshBatch:
    """Collects shapes and draws one mesh per texture and colour, in the order of their first use."""

    def __init__(self) -> None:
        # By texture (None: none) and colour: vertices (x, y, u, v) and triangle indices.
        self.meshes: dict[tuple[Texture | None, Rgba], tuple[list[float], list[int]]] = {}
        # Keep the labels alive: only they can redraw their textures after a lost GL context.
        self._rendered: list[RenderedText] = []

    def add_icon(self, icon: Icon, size: float, tone: Tone, x: float, y: float) -> None:
        """Add an icon of `size` dp centred on a point."""
        self.add_rendered(render_icon(icon, dp(size)), tone, x, y)

    def add_text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        max_width: float,
        weight: int = 400,
        tone: Tone = "ink",
    ) -> None:
        """Add a line of text of `size` sp centred on a point, shrunk to fit `max_width` pixels."""
        rtl = look().rtl
        pixels = fit_font_size(
            text, "text", weight, max(1, round(sp(size))), max(1, round(dp(_MIN_TEXT_DP))),
            width=max(1, int(max_width)), height=_ANY_HEIGHT, rtl=rtl, max_lines=1,
        )  # fmt: skip
        rendered = render_text(text, "text", weight, pixels, width=None, align="center", rtl=rtl)
        self.add_rendered(rendered, tone, x, y)

    def add_disc(self, diameter: float, tone: Tone, x: float, y: float) -> None:
        """Add a disc of `diameter` dp. It is not antialiased: an icon should cover its edge."""
        radius = dp(diameter) / 2
        points = [x, y, 0.0, 0.0]
        for right, up in _UNIT_CIRCLE:
            points += (x + right * radius, y + up * radius, 0.0, 0.0)
        self._add_mesh(None, tone, points, _FAN_INDICES)

    def add_box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        radius: float,
        tone: Tone,
        line_width: float = 0.0,
    ) -> None:
        """Add a rounded box in pixels from its lower left corner, filled or outlined."""
        texture, points, triangles = rounded_box(x, y, width, height, radius, line_width)
        self._add_mesh(texture, tone, points, triangles)

    def add_circle(self, x: float, y: float, diameter: float, tone: Tone, *, line_width: float = 0.0) -> None:
        """Add an antialiased circle in pixels around its centre, filled or outlined."""
        radius = diameter / 2
        self.add_box(
            x - radius, y - radius, diameter, diameter, radius=radius, tone=tone, line_width=line_width
        )

    def add_bar(self, x: float, y: float, width: float, height: float, tone: Tone) -> None:
        """Add a rectangle in pixels from its lower left corner."""
        corners = shapes.plain_quad(round(x), round(y), round(x + width), round(y + height))
        self._add_mesh(None, tone, corners, shapes.quad_indices(1))

    def add_line(self, points: Sequence[Point], width: float, tone: Tone) -> None:
        """Add a line through these points with round ends; `width` in pixels."""
        points = [point for number, point in enumerate(points) if not number or point != points[number - 1]]
        if len(points) < 2:
            return
        texture = _soft_edge_texture()
        full, none = texture.uvsize[0], 0.0
        inner, outer = max(0.0, width / 2 - 0.75), width / 2 + 0.75
        corners: list[float] = []
        for (x, y), (across, up) in zip(points, _normals(points), strict=True):
            for offset, u in ((-outer, none), (-inner, full), (inner, full), (outer, none)):
                corners += (x + offset * across, y + offset * up, u, 0.0)
        triangles = [
            4 * step + side + corner
            for step in range(len(points) - 1)
            for side in range(3)
            for corner in (0, 1, 4, 1, 5, 4)
        ]
        self._add_mesh(texture, tone, corners, triangles)
        for x, y in (points[0], points[-1]):
            self.add_circle(x, y, width, tone)

    def add_rendered(self, rendered: RenderedText, tone: Tone, x: float, y: float) -> None:
        """Add rendered text centred on a point."""
        self._rendered.append(rendered)
        texture = rendered.label.texture
        self._add_mesh(texture, tone, shapes.texture_quad(texture, x, y), shapes.quad_indices(1))

    def add_outline(self, rendered: RenderedText, tone: Tone, x: float, y: float) -> None:
        """Add the outline of a rendered text around a point: copies of it, drawn below."""
        texture, white_texture = rendered.label.texture, _whiten(rendered)
        if white_texture is not None:
            for across, up in _OUTLINE_OFFSETS:
                corners = shapes.texture_quad(texture, x + dp(across), y + dp(up))
                self._add_mesh(white_texture, tone, corners, shapes.quad_indices(1))

    def add_batch(self, other: MeshBatch) -> None:
        """Add all shapes of another batch."""
        self._rendered += other._rendered
        for key, (points, triangles) in other.meshes.items():
            self._add_mesh(*key, points, triangles)

    def draw(self, group: InstructionGroup) -> None:
        for (texture, colour), (points, triangles) in self.meshes.items():
            group.add(Color(rgba=colour))
            group.add(Mesh(mode="triangles", vertices=points, indices=triangles, texture=texture))

    def _add_mesh(
        self, texture: Texture | None, tone: Tone, points: list[float], triangles: list[int]
    ) -> None:
        vertices, indices = self.meshes.setdefault((texture, tone_colour(tone)), ([], []))
        first = len(vertices) // 4
        vertices += points
        indices += [first + point for point in triangles]


class MeshLayers:
    """Mesh batches in layers; higher layers are drawn on top."""

    def __init__(self) -> None:
        self._batches: defaultdict[tuple[int, ...], MeshBatch] = defaultdict(MeshBatch)

    def get(self, *layer: int) -> MeshBatch:
        return self._batches[layer]

    def add_layers(self, other: MeshLayers) -> None:
        """Add all shapes of other layers."""
        for layer, batch in other._batches.items():
            self.get(*layer).add_batch(batch)

    def in_order(self) -> list[tuple[tuple[int, ...], MeshBatch]]:
        """Return the layers from the lowest to the highest."""
        return sorted(self._batches.items(), key=itemgetter(0))

    def draw(self, group: InstructionGroup) -> None:
        for _, batch in self.in_order():
            batch.draw(group)


class Drawable(Protocol):
    def draw(self, group: InstructionGroup) -> None: ...


class WidgetDrawing:
    """Drawing on a widget's canvas, relative to its lower left corner: moving the widget redraws nothing."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._translation = Translate()
        self._group = InstructionGroup()
        for part in (PushMatrix(), self._translation, self._group, PopMatrix()):
            widget.canvas.add(part)
        widget.fbind("pos", self._update_position)
        self._update_position()

    def show(self, drawable: Drawable) -> None:
        self._drawable = drawable
        self._group.clear()
        drawable.draw(self._group)

    def _update_position(self, *_: object) -> None:
        self._translation.xy = (round(self._widget.x), round(self._widget.y))


def render_icon(icon: Icon, pixels: float) -> RenderedText:
    """Return the rendered icon of this size in pixels, to be tinted."""
    size = max(1, round(pixels))
    return render_text(icon.value, ICONS, 400, size, width=None, align="center", rtl=False)


def measure_text(text: str, *, size: float, weight: int = 400) -> float:
    """Return the width of the text in pixels; `size` is in sp."""
    return text_width(text, "text", weight, max(1, round(sp(size))), rtl=look().rtl)


@lru_cache(maxsize=192)
def _whiten(block: RenderedText) -> Texture | None:
    """Return the glyphs in pure white.

    SDL darkens the antialiased edges, which would become visible where many copies overlap.
    """
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


Point = tuple[float, float]

_GRAIN = 8


@lru_cache(maxsize=1)
def _soft_edge_texture() -> Texture:
    """Return a texture with an alpha ramp, for antialiased edges."""
    ramp = bytes(round(255 * step / (_GRAIN - 1)) for step in range(_GRAIN))
    texture = white_texture(_GRAIN, ramp * _GRAIN)
    texture.mag_filter = texture.min_filter = "linear"
    return texture


def curve(start: Point, end: Point, bend: float, steps: int = 24) -> list[Point]:
    """Return the points of a curve, bent to the left by this share of the distance."""
    (x0, y0), (x1, y1) = start, end
    x, y = (x0 + x1) / 2 - bend * (y1 - y0), (y0 + y1) / 2 + bend * (x1 - x0)
    points = []
    for step in range(steps + 1):
        t = step / steps
        before, there, after = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((before * x0 + there * x + after * x1, before * y0 + there * y + after * y1))
    return points


def arc(middle: Point, radius: float, start: float, end: float, steps: int = 8) -> list[Point]:
    """Return the points of a circular arc; `start` and `end` in full turns."""
    angles = (2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]


def dashes(points: Sequence[Point], dash: float, gap: float) -> Iterator[list[Point]]:
    """Yield the dashes of a line; both ends of the line are drawn."""
    length = sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(points))
    count = max(1, round((length + gap) / (dash + gap)))
    # Scale dashes and gaps so that the last dash ends at the end of the line.
    scale = length / max(1e-6, count * dash + (count - 1) * gap)
    period, part = (dash + gap) * scale, dash * scale
    for number in range(count):
        yield _sub_path(points, number * period, number * period + part)


def _sub_path(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the part of a line between two distances along it."""
    result: list[Point] = []
    along = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        step = hypot(x1 - x0, y1 - y0)
        if step and along + step >= start and along <= end:
            for at in (max(start, along), min(end, along + step)):
                part = (at - along) / step
                point = (x0 + part * (x1 - x0), y0 + part * (y1 - y0))
                if not result or point != result[-1]:
                    result.append(point)
        along += step
    return result


def _normals(points: Sequence[Point]) -> Iterator[Point]:
    """Yield the unit normal of the line at each point."""
    last = len(points) - 1
    for number in range(len(points)):
        (x0, y0), (x1, y1) = points[max(0, number - 1)], points[min(last, number + 1)]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        yield (-(y1 - y0) / length, (x1 - x0) / length)
