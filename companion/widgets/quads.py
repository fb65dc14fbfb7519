"""Boxes of four corners as Kivy's meshes want them, so that many can be drawn at once.

Corners stand one after the other: x, y, and the place u, v in the picture.
"""

from __future__ import annotations

from functools import lru_cache

from kivy.graphics.texture import Texture


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
