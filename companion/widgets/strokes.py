"""Thick lines with soft edges, whole or broken into dashes; all of one colour are a single mesh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from kivy.graphics.texture import Texture

from companion.widgets.palette import Rgba
from companion.widgets.shapes import white_texture
from companion.widgets.stamps import MeshBatch

Point = tuple[float, float]

_GRAIN = 8


@lru_cache(maxsize=1)
def _soft_edge_texture() -> Texture:
    """From nothing to all, across a pixel or two."""
    ramp = bytes(round(255 * step / (_GRAIN - 1)) for step in range(_GRAIN))
    texture = white_texture(_GRAIN, ramp * _GRAIN)
    texture.mag_filter = texture.min_filter = "linear"
    return texture


def curve(start: Point, end: Point, bend: float, steps: int = 24) -> list[Point]:
    """From one point to the other, bent to its left by this part of the way."""
    (x0, y0), (x1, y1) = start, end
    x, y = (x0 + x1) / 2 - bend * (y1 - y0), (y0 + y1) / 2 + bend * (x1 - x0)
    points = []
    for step in range(steps + 1):
        t = step / steps
        before, there, after = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((before * x0 + there * x + after * x1, before * y0 + there * y + after * y1))
    return points


def arc(middle: Point, radius: float, start: float, end: float, steps: int = 8) -> list[Point]:
    """Of a circle, between two turns."""
    angles = (2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]


def dashes(points: Sequence[Point], dash: float, gap: float) -> Iterator[list[Point]]:
    """A line broken into dashes, the first and the last of them whole or nearly so."""
    length = sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(points))
    count = max(1, round((length + gap) / (dash + gap)))
    # Spread, so that both ends are drawn.
    scale = length / max(1e-6, count * dash + (count - 1) * gap)
    period, part = (dash + gap) * scale, dash * scale
    for number in range(count):
        yield _sub_path(points, number * period, number * period + part)


def _sub_path(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a line between two lengths along it."""
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


class LineBatch(MeshBatch):
    """Stamps with such lines among them."""

    def add_line(self, points: Sequence[Point], width: float, tone: str | Rgba) -> None:
        """Through these points, with round ends; all in pixels."""
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
            self.add_box(x - width / 2, y - width / 2, width, width, radius=width / 2, tone=tone)


def _normals(points: Sequence[Point]) -> Iterator[Point]:
    """At each point, the way across the line."""
    last = len(points) - 1
    for number in range(len(points)):
        (x0, y0), (x1, y1) = points[max(0, number - 1)], points[min(last, number + 1)]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        yield (-(y1 - y0) / length, (x1 - x0) / length)
